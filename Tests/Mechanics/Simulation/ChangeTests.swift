import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Nodes and edges that are added and removed while a simulation runs.
struct ChangeTests {
  private func miserables() throws -> Graph { try MiserablesSource().graph() }

  private func forces(_ repulsion: any Repulsion, on graph: Graph, dimensions: Int) -> [any Force] {
    plugins(.force, as: (any Force).self).filter { force in
      // Its push depends on the ticks that have passed.
      guard !(force is MaxentStress), (try? force.check(dimensions: dimensions)) != nil,
        (try? force.check(on: graph)) != nil
      else { return false }
      guard let law = force as? any PairForce else { return true }
      return (try? repulsion.check(law, dimensions: dimensions)) != nil
    }
  }

  /// What all forces add to velocities of zero, one list per axis.
  private func sums(_ simulation: Simulation) -> [[Double]] {
    let (world, count) = (simulation.world, simulation.nodeCount)
    for axis in 0..<world.dimensions {
      world.particles.velocity[axis].update(repeating: 0, count: count)
    }
    for var force in simulation.forces { force.apply(to: world, alpha: 1) }
    return velocities(of: world.particles)
  }

  /// A simulation of `graph` that starts in the present state of `other`.
  private func twin(
    of other: Simulation, _ graph: Graph, _ forces: [any Force], _ repulsion: any Repulsion
  ) -> Simulation {
    let old = other.world.particles
    let particles = Particles(positions: other.positions)
    for axis in 0..<old.dimensions {
      particles.velocity[axis].update(from: old.velocity[axis], count: old.count)
    }
    particles.charge.update(from: old.charge, count: old.count)
    particles.pins = old.pins
    let world = World(particles: particles, graph: graph, repulsion: repulsion, seed: 5, threads: 2)
    world.tick = other.world.tick
    let twin = Simulation(world, forces: forces, integrator: other.integrator)
    twin.iteration = other.iteration
    return twin
  }

  @Test(arguments: [2, 3])
  func removedNodesLeaveNothingBehind(dimensions: Int) throws {
    let graph = try randomGraph(nodes: 45, edges: 70, seed: 3)
    let count = graph.nodeCount
    let unjoined = (1..<count).first { graph.edge(between: 0, $0) == nil }
    let first = (0, try #require(unjoined))
    for repulsion in plugins(.repulsion, as: (any Repulsion).self) {
      let forces = forces(repulsion, on: graph, dimensions: dimensions)
      for integrator in plugins(.integrator, as: (any Integrator).self) {
        let simulation = try Simulation(
          graph, forces: forces, integrator: integrator, repulsion: repulsion,
          dimensions: dimensions, seed: 5, threads: 2)
        for node in 0..<count { simulation.world.particles.charge[node] = 1 + Double(node % 3) }
        simulation.pin(4)
        simulation.tick(3)
        let places = (0..<6).map { NewNode(at: [Double($0) * 9, -40, 7].dropLast(3 - dimensions)) }
        let new = try simulation.add(
          places, edges: [(count, 0), (count + 1, count), (count + 5, 11), first])
        #expect(new == count..<count + 6)
        simulation.pin(count + 2)
        simulation.tick(2)
        try simulation.remove(nodes: new)
        try simulation.remove(edges: [(first.1, first.0)])
        #expect(simulation.nodeCount == count && simulation.world.particles.pins.count == 1)
        let other = twin(of: simulation, graph, forces, repulsion)
        let comment: Comment = "\(repulsion.name), \(integrator.name), \(dimensions)D"
        let (energy, same) = (simulation.energy(), other.energy())
        #expect(energy.kinetic == same.kinetic && energy.potentials == same.potentials, comment)
        let pull = sums(simulation)
        let (arePullsEqual, isPulled) = (
          pull == sums(other), pull != pull.map { $0.map { _ in 0 } }
        )
        #expect(arePullsEqual && isPulled, comment)
        simulation.tick(2)
        other.tick(2)
        let areEqual = simulation.positions == other.positions
        #expect(areEqual || integrator is AdaptiveSpeed, comment)
      }
    }
  }

  @Test func remainingNodesKeepTheirState() throws {
    let simulation = try Simulation(miserables())
    simulation.tick(10)
    let particles = simulation.world.particles
    for node in 0..<77 { particles.mass[node] = Double(node + 1) }
    particles.boxes = (0..<77).map { [Double($0), 1] }
    simulation.pin(20)
    let (positions, alpha) = (simulation.positions, simulation.alpha)
    let velocity = particles.velocity[0][50]
    try simulation.remove(nodes: [0, 19, 40])
    // Nodes are renumbered without gaps.
    #expect(simulation.nodeCount == 74)
    #expect(simulation.position(of: 0) == positions.map { $0[1] })
    #expect(simulation.position(of: 47) == positions.map { $0[50] })
    #expect(simulation.world.particles.velocity[0][47] == velocity)
    #expect(simulation.world.particles.mass[47] == 51)
    #expect(simulation.world.particles.boxes[47] == [50, 1])
    #expect(simulation.isPinned(18) && simulation.world.particles.pins.count == 1)
    #expect(simulation.alpha == alpha && simulation.iteration == 10)
    #expect(isConsistent(simulation.world.graph))
    let label = try miserables().labels?[50]
    #expect(simulation.world.graph.labels?[47] == label)
  }

  @Test func allNodesCanBeReplaced() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      for repulsion in plugins(.repulsion, as: (any Repulsion).self) {
        let graph = try ring(4)
        let simulation = try Simulation(
          graph, forces: forces(repulsion, on: graph, dimensions: 2), integrator: integrator,
          repulsion: repulsion)
        simulation.tick(3)
        try simulation.remove(nodes: 0..<4)
        simulation.tick(2)
        _ = simulation.energy()
        try simulation.add([NewNode(at: [0, 0]), NewNode(at: [3, 4])], edges: [(0, 1)])
        simulation.tick(2)
        #expect(simulation.world.particles.firstNonFiniteState == nil)
        #expect(simulation.nodeCount == 2 && simulation.iteration == 7)
      }
    }
  }

  @Test func badChangesThrowAndChangeNothing() throws {
    let simulation = try Simulation(ring(5))
    simulation.tick(2)
    let before = simulation.positions
    let mistakes: [(Simulation) throws -> Void] = [
      { try $0.add([NewNode(at: [1])]) }, { try $0.add([NewNode(at: [1, .nan])]) },
      { try $0.add([NewNode(at: [1, 2], velocity: [1])]) },
      { try $0.add([NewNode(at: [1, 2], mass: 0)]) }, { try $0.add(edges: [(0, 5)]) },
      { try $0.add(edges: [(-1, 2)]) }, { try $0.add(edges: [(2, 2)]) },
      { try $0.add(edges: [(1, 0)]) }, { try $0.remove(nodes: [5]) },
      { try $0.remove(nodes: [-1]) }, { try $0.remove(edges: [(0, 2)]) },
    ]
    for mistake in mistakes {
      #expect(throws: ParameterError.self) { try mistake(simulation) }
    }
    #expect(simulation.positions == before && simulation.world.graph.edgeCount == 5)

    // A force that cannot act on the new graph.
    let small = try Simulation(cells(4999), forces: [DistanceSprings()])
    #expect(throws: ParameterError.self) {
      try small.add([NewNode(at: [0, 0]), NewNode(at: [1, 0])])
    }
    #expect(small.nodeCount == 4999)
  }

  @Test func settlingIsReportedOnceAfterEachDisturbance() throws {
    let simulation = try Simulation(ring(6))
    var calls: [Int] = []
    simulation.onSettled = { [unowned simulation] in calls.append(simulation.iteration) }
    simulation.tick(400)
    #expect(calls == [300])
    try simulation.add([NewNode(at: [0, 0])], edges: [(6, 0)])
    #expect(!simulation.isSettled)
    simulation.reheat(to: 0.3)
    simulation.runUntilSettled()
    #expect(calls.count == 2 && calls[1] == simulation.iteration)
    simulation.tick(5)
    #expect(calls.count == 2)
    simulation.move(0, to: [50, 50])
    simulation.tick()
    #expect(calls.count == 3)
    simulation.integrator = FIRE()
    #expect(!simulation.isSettled)
    simulation.integrator = Verlet()
    simulation.runUntilSettled()
    #expect(calls.count == 4)
  }

  /// The layout grows by one node whenever it has settled, as an app would do it.
  @Test func theCallbackMayChangeTheSimulation() throws {
    let simulation = try Simulation(ring(3))
    simulation.onSettled = { [unowned simulation] in
      guard simulation.nodeCount < 6 else { return }
      _ = try? simulation.add(
        [NewNode(at: [0, 0])], edges: [(0, simulation.nodeCount)])
      simulation.reheat()
    }
    simulation.runUntilSettled(limit: 5000)
    #expect(simulation.nodeCount == 6 && simulation.isSettled && simulation.iteration == 1200)
  }

  /// The program `growing` of References/make-d3.js, with `nodes()`, `links()` and `alpha()` of d3-force.
  @Test func nodesThatComeAndGoMoveAsInD3() throws {
    let simulation = try Simulation(
      miserables(), forces: [ManyBody(), LinkForce(), Center(), Collide { $0.radius = 4 }],
      repulsion: Exact())
    simulation.tick(60)
    try simulation.add(
      (0..<5).map { NewNode(at: [200, 20 * Double($0) - 40]) },
      edges: (0..<5).map { (77 + $0, 10 * $0) } + [(77, 78)])
    simulation.alpha = 0.5
    simulation.tick(60)
    try simulation.remove(edges: [(78, 77)])
    try simulation.remove(nodes: [3, 10, 40, 79])
    simulation.alpha = 0.3
    simulation.tick(60)
    let expected = try reference("d3-growing")
    #expect(expected[0].count == 78)
    #expect(maxDifference(simulation.positions, expected) < 1e-6)
  }

  @Test func dataThatTheGraphLacksIsKept() throws {
    let simulation = try Simulation(cells(1))
    try simulation.add([NewNode(at: [5, 5])])
    #expect(simulation.world.graph.ids == nil && simulation.world.graph.labels == nil)
    let ada = GraphNode(
      id: "a", label: "Ada", group: "g", values: ["m": 2], attributes: ["job": "count"])
    try simulation.add(
      [NewNode(at: [0, 0], node: ada)],
      edges: [GraphEdge(0, 1), GraphEdge(1, 2, weight: 5, values: ["len": 3])])
    let graph = simulation.world.graph
    #expect(graph.ids?.texts == ["0", "1", "a"] && graph.labels == ["0", "1", "Ada"])
    #expect(graph.groups == ["", "", "g"] && graph.weights == [1, 5])
    #expect(graph.nodeValues("m") == [2, 2, 2] && graph.edgeValues("len") == [3, 3])
    #expect(graph.nodeAttributes["job"]?.values == [nil, nil, "count"])
    let plain = try Simulation(cells(2))
    #expect(throws: ParameterError.self) {
      try plain.add(edges: [GraphEdge(0, 1, weight: .nan)])
    }
  }

  @Test func idsAreUnique() throws {
    let plain = try Graph(nodeCount: 3, edges: [])
    for ids in [["1"], ["a", "a"]] {
      let change = GraphChange(adding: ids.map { GraphNode(id: $0) }, edges: [], to: plain)
      #expect(throws: ParameterError.self) { try plain.changed(by: change) }
    }
    var graph = try plain.changed(
      by: GraphChange(adding: [GraphNode(id: "a")], edges: [], to: plain))
    graph = try graph.changed(by: GraphChange(removing: [0, 1], from: graph))
    let added = [GraphNode(), GraphNode(label: "b"), GraphNode(id: "4")]
    graph = try graph.changed(by: GraphChange(adding: added, edges: [], to: graph))
    #expect(graph.ids?.texts == ["2", "a", "3", "5", "4"])
    #expect(graph.labels == ["2", "a", "3", "b", "4"])
  }

  @Test func attributesOfNewPartsAreTheirOwnOrTheMean() throws {
    var graph = try Graph(
      nodeCount: 3, sources: [0, 1], targets: [1, 2], weights: [2, 4], labels: ["a", "b", "c"],
      nodeAttributes: Attributes(values: ["size": [1, 2, 6]]),
      ids: NodeIDs(["x", "y", "z"]))
    graph.isDirected = true
    let change = GraphChange(
      adding: [GraphNode(label: "d", values: ["size": 9]), GraphNode(id: "w")],
      edges: [GraphEdge(3, 0), GraphEdge(4, 3, weight: 7)], to: graph)
    let new = try graph.changed(by: change)
    #expect(new.weights == [2, 4, 3, 7] && new.labels == ["a", "b", "c", "d", "w"])
    #expect(new.ids?.texts == ["x", "y", "z", "3", "w"])
    #expect(new.nodeAttributes.values["size"] == [1, 2, 6, 9, 3])
    #expect(isConsistent(new) && new.isDirected)
    let back = try new.changed(by: GraphChange(removing: [3, 4], from: new))
    #expect(back.weights == graph.weights && back.neighbors == graph.neighbors)
    #expect(
      back.labels == graph.labels && back.nodeAttributes.values == graph.nodeAttributes.values)
  }
}
