import Testing

@testable import ForceLabStudies

/// A layout whose nodes, edges and values change while it runs.
struct RunningLayoutTests {
  private func study(_ change: (inout LayoutStudy) -> Void = { _ in }) -> LayoutStudy {
    var study = LayoutStudy()
    study.record.layout = .none
    change(&study)
    return study
  }

  private func number(_ layout: RunningLayout, _ path: String) throws -> Double? {
    switch try layout.value(at: path).scalar?.value {
    case .float(let number): number
    case .int(let number): Double(number)
    default: nil
    }
  }

  /// In files, ids may be numbers that are not those of the nodes.
  @Test func theIDOfARemovedNodeNamesNoOther() throws {
    let graph = try Graph(
      nodeCount: 5, sources: [0, 1, 2, 3], targets: [1, 2, 3, 4],
      ids: NodeIDs((1...5).map { String($0) }, areNumbers: true))
    let study = study()
    let layout = try RunningLayout(study, on: study.order(of: graph, seed: 1), seed: 1)
    #expect(layout.node(named: "4") == 3 && layout.node(named: "0") == 0)
    let added = try layout.add([([0, 0], GraphNode()), ([1, 1], GraphNode())])
    #expect(added == [5, 6] && layout.node(named: "6") == 5)
    try layout.remove(nodes: [3, 5])
    #expect(layout.node(named: "4") == nil && layout.node(named: "6") == nil)
    #expect(layout.node(named: "5") == 4 && layout.node(named: "7") == 6)
  }

  @Test func aNodeWithTwoNamesIsPinnedOnce() throws {
    let layout = try RunningLayout(study())
    var generator = SeededGenerator(seed: 1)
    var (pin, unpin) = (PinNodes(), UnpinNodes())
    (pin.nodes, unpin.nodes) = (NodeNames(["Valjean", "10", "0"]), NodeNames(["10", "Valjean"]))
    for nodes in [[0, 10], [0]] {
      try pin.act(on: layout, using: &generator)
      if nodes == [0] { try unpin.act(on: layout, using: &generator) }
      #expect(layout.pins.map(\.node) == nodes)
      #expect(layout.simulation.world.particles.pins.count == nodes.count)
    }
    try layout.pin(5, at: [1, 2])
    try layout.restore(try layout.remove(nodes: [0, 5]))
    #expect(layout.pins.map(\.node) == [0, 5] && layout.pins[1].position == [1, 2])
  }

  /// New nodes are counted on from the other ids.
  @Test func newIDsAreFreeBesideHugeOnes() throws {
    let ids = ["3", "7", String(Int.max - 1), String(Int.max)]
    let graph = try Graph(
      nodeCount: 4, sources: [0, 1, 2], targets: [1, 2, 3], ids: NodeIDs(ids, areNumbers: true))
    let study = study()
    let layout = try RunningLayout(study, on: study.order(of: graph, seed: 1), seed: 1)
    try layout.add([([0, 0], GraphNode()), ([1, 1], GraphNode())])
    #expect(layout.graph.ids?.texts == ids + ["8", "9"])
  }

  @Test func withoutChangesItIsTheSimulation() throws {
    let study = study { $0.shuffle = true }
    let layout = try RunningLayout(study, seed: 3)
    let order = try study.order(of: layout.graph, seed: 3)
    let simulation = try study.simulation(on: order, seed: 3)
    for _ in 0..<20 { try layout.tick() }
    simulation.tick(20)
    #expect(layout.positions == order.restored(simulation.positions))
    #expect(layout.node(named: "Valjean") == 10)
  }

  @Test(arguments: [false, true])
  func nodesKeepTheirNumbersThroughRemovalAndReturn(shuffle: Bool) throws {
    let layout = try RunningLayout(study { $0.shuffle = shuffle }, seed: 2)
    for _ in 0..<10 { try layout.tick() }
    let (positions, graph) = (layout.positions, layout.graph)
    try layout.pin(5, at: [1, 2])
    let removed = try layout.remove(nodes: [0, 5, 76], edges: [(11, 10)])
    #expect(layout.nodes == [1, 2, 3, 4] + Array(6..<76))
    #expect(try layout.position(of: 70) == positions.map { $0[70] })
    #expect(layout.node(named: "Valjean") == 10 && !layout.has(5) && layout.pins.isEmpty)
    #expect(isConsistent(layout.graph) && isConsistent(layout.order.graph))
    let new = try layout.add(
      [([3, 4], GraphNode(label: "Anna"))], edges: [GraphEdge(77, 11), GraphEdge(3, 70)])
    #expect(new == [77] && layout.node(named: "Anna") == 77)
    #expect(try layout.position(of: 77) == [3, 4])
    try layout.restore(removed)
    #expect(layout.nodes == Array(0...77))
    #expect(layout.isPinned(5) && layout.pins.map(\.position) == [[1, 2]])
    try layout.remove(nodes: [77], edges: [(70, 3)])
    #expect(edges(of: layout.graph) == edges(of: graph) && layout.graph.labels == graph.labels)
    #expect(layout.graph.weights == graph.weights)
    var expected = positions
    (expected[0][5], expected[1][5]) = (1, 2)
    #expect(layout.positions == expected)
    // The number of a node that was removed is not used again.
    #expect(try layout.add([([0, 0], GraphNode())]) == [78])
  }

  @Test func anUndoneChangeLeavesTheLayoutEqualBitByBit() throws {
    let study = study { $0.repulsion = BarnesHut() }
    let (layout, other) = (try RunningLayout(study), try RunningLayout(study))
    for _ in 0..<20 {
      try layout.tick()
      try other.tick()
    }
    try layout.restore(try layout.remove(nodes: [3, 11, 40]))
    for _ in 0..<20 {
      try layout.tick()
      try other.tick()
    }
    #expect(layout.positions == other.positions && layout.alpha == other.alpha)
  }

  @Test func valuesChangeWithoutARestart() throws {
    let layout = try RunningLayout(study())
    for _ in 0..<50 { try layout.tick() }
    let (alpha, positions) = (layout.alpha, layout.positions)
    #expect(try number(layout, "forces.many-body.strength") == -30)
    #expect(try number(layout, "forces.0.many-body.strength") == -30)
    try layout.set("forces.many-body.strength", to: .scalar("-200"))
    try layout.set("integrator.verlet.velocity-decay", to: .scalar("0.2"))
    #expect(try number(layout, "forces.many-body.strength") == -200)
    #expect(try number(layout, "integrator.verlet.velocity-decay") == 0.2)
    #expect(layout.alpha == alpha && layout.iteration == 50 && layout.positions == positions)
    // As a simulation whose forces are set.
    let other = try RunningLayout(study())
    for _ in 0..<50 { try other.tick() }
    other.simulation.forces[0] = ManyBody { $0.strength = -200 }
    var verlet = other.simulation.integrator as? Verlet
    verlet?.velocityDecay = 0.2
    other.simulation.integrator = try #require(verlet)
    try layout.tick()
    try other.tick()
    #expect(layout.positions == other.positions)
    let forces = "[{collide: {radius: 9}}, link, center]"
    try layout.set("forces", to: try YAMLDocument.parse(forces, file: "x"))
    #expect(layout.simulation.forces.map(\.name) == ["collide", "link", "center"])
    #expect(try number(layout, "forces.0.collide.radius") == 9)
    try layout.set("repulsion", to: .scalar("exact"))
    try layout.set("integrator", to: .scalar("cooling"))
    try layout.set("nodes.charge", to: .scalar("degree"))
    try layout.tick()
    #expect(layout.simulation.world.particles.charge[10] == 36)
    try layout.remove(nodes: [11])
    #expect(layout.simulation.world.particles.charge[10] == 35)
  }

  @Test func badRequestsThrowAndChangeNothing() throws {
    let layout = try RunningLayout(study())
    try layout.tick()
    let before = layout.study.encoded()
    for (path, value) in [
      ("forces.many-body.strenght", "3"), ("", "3"), ("forces", "3"), ("forces.9", "link"),
      ("forces.0", "lnk"), ("forces.link.scale", "-1"), ("forces.link.scale", "[1]"),
      ("forces.link.scale", ".nan"), ("integrator.cooling.iterations", "5"), ("graph", "ring"),
      ("integrator", "{verlet: {alpha: 1}, cooling: {}}"), ("dimensions", "3"),
      ("repulsion", "fmmm"), ("nodes.charge", "nothing"), ("nodes", "7"),
      ("forces.center.at", "[1, 2, 3]"), ("forces.link.length", "weigth"),
      ("stop.movement", "-1"), ("threads", "2"), ("forces.0.link.scale", "1"), ("...", "1"),
    ] {
      #expect(throws: (any Error).self, "\(path)") {
        try layout.set(path, to: YAMLDocument.parse(value, file: "x"))
      }
    }
    for path in ["", "forces.radial.radius", "integrator.cooling.iterations", "x", "forces.8"] {
      #expect(throws: ParameterError.self, "\(path)") { try layout.value(at: path) }
    }
    #expect(throws: (any Error).self) { try layout.move(99, to: [0, 0]) }
    #expect(throws: (any Error).self) { try layout.move(0, to: [0, .infinity]) }
    #expect(throws: (any Error).self) { try layout.pin(0, at: [1]) }
    #expect(throws: (any Error).self) { try layout.unpin(-1) }
    #expect(throws: (any Error).self) { try layout.remove(nodes: [77]) }
    #expect(throws: (any Error).self) { try layout.remove(edges: [(0, 76)]) }
    #expect(throws: (any Error).self) { try layout.add(edges: [GraphEdge(0, 77)]) }
    #expect(throws: (any Error).self) { try layout.add([([0, 0, 0], GraphNode())]) }
    #expect(throws: (any Error).self) { try layout.reheat(to: -1) }
    #expect(throws: (any Error).self) { try layout.reheat(to: .nan) }
    #expect(throws: (any Error).self) { try layout.existingNode(named: "Valjeen") }
    #expect(before.hasSameContent(as: layout.study.encoded()) && layout.nodes.count == 77)
    #expect(layout.nextNode == 77 && layout.graph.edgeCount == 254)
  }

  @Test func aRestartPlacesThePresentGraphAgain() throws {
    let layout = try RunningLayout(study { $0.placement = Uniform() }, seed: 4)
    let start = layout.positions
    for _ in 0..<30 { try layout.tick() }
    try layout.set("forces.many-body.strength", to: .scalar("-99"))
    try layout.pin(7, at: [5, 6])
    try layout.restart()
    #expect(layout.iteration == 0 && layout.alpha == 1 && layout.seed == 4)
    var expected = start
    (expected[0][7], expected[1][7]) = (5, 6)
    #expect(layout.positions == expected)
    #expect(layout.simulation.forces.contains { ($0 as? ManyBody)?.strength == -99 })
    try layout.restart(seed: 5)
    #expect(layout.positions != expected && layout.seed == 5)
  }

  @Test func parametersMoveInEqualSteps() throws {
    let layout = try RunningLayout(
      study {
        $0.forces = [CenterSpring()]
        $0.integrator = Displacement()
      })
    let target = try YAMLDocument.parse("[200, 150]", file: "x")
    try layout.move("forces.center-spring.center", to: target, over: 4)
    try layout.move("forces.center-spring.stiffness", to: .scalar("0.1"), over: 2)
    var centers: [[Double]] = []
    for _ in 0..<5 {
      try layout.tick()
      centers.append((layout.study.forces[0] as? CenterSpring)?.center ?? [])
    }
    #expect(centers == [[50, 37.5], [100, 75], [150, 112.5], [200, 150], [200, 150]])
    #expect((layout.simulation.forces[0] as? CenterSpring)?.stiffness == 0.1)
    #expect(throws: (any Error).self) {
      try layout.move("forces.center-spring.stiffness", to: .scalar("-3"), over: 5)
    }
    #expect(throws: (any Error).self) {
      try layout.move("integrator", to: .scalar("verlet"), over: 5)
    }
  }

  @Test func aValueThatIsSetMovesNoFurther() throws {
    let layout = try RunningLayout(
      study {
        $0.forces = [CenterSpring()]
        $0.integrator = Displacement()
      })
    let center = "forces.center-spring.center"
    try layout.move(center, to: YAMLDocument.parse("[200, 150]", file: "x"), over: 4)
    try layout.move("forces.center-spring.stiffness", to: .scalar("0.1"), over: 4)
    try layout.tick()
    // Another name of the same value.
    try layout.set("forces.0.center-spring.stiffness", to: .scalar("0.05"))
    #expect(layout.transitions.map(\.path) == [center])
    try layout.move(center, to: YAMLDocument.parse("[7, 8]", file: "x"), over: 0)
    try layout.tick()
    let force = try #require(layout.study.forces[0] as? CenterSpring)
    #expect(force.center == [7, 8] && force.stiffness == 0.05 && layout.transitions.isEmpty)
  }
}
