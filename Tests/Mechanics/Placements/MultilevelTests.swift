import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// The start from coarser versions of the graph.
struct MultilevelTests {
  private func mesh(_ side: Int) throws -> Graph {
    var source = MeshSource()
    (source.rows, source.columns) = (side, side)
    return try source.graph()
  }

  private func start(
    _ graph: Graph, dimensions: Int = 2, seed: UInt64 = 1, coarsest: Int = 20,
    _ change: (inout PlacementContext) -> Void = { _ in }
  ) throws -> [[Double]] {
    var scene = PlacementContext(graph)
    scene.dimensions = dimensions
    change(&scene)
    var generator = SeededGenerator(seed: seed)
    return try Multilevel { ($0.coarsest, $0.ticks, $0.growth) = (coarsest, 15, 1.5) }
      .coordinates(in: scene, using: &generator)
  }

  private func length(_ graph: Graph, _ positions: [[Double]]) -> Double {
    (0..<graph.edgeCount).reduce(0) { sum, edge in
      let (a, b) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let square = positions.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }
      return sum + square.squareRoot()
    } / Double(graph.edgeCount)
  }

  /// What acts among groups must agree with what acts among nodes: a layout is then as large when it
  /// starts as when it has come to rest.
  @Test(
    arguments: [
      [ManyBody(), LinkForce()],
      [ManyBody { $0.distanceMax = 150 }, LinkForce()],
      [Coulomb { $0.charge = 20 }, LinkForce()],
      [
        ManyBody { $0.strength = -1 },
        LinkPower { ($0.exponent, $0.scale) = (2, 1.0 / 3000) },
      ],
      [
        ManyBody(), LinkForce(), Position { $0.strength = 0.02 },
        Position { ($0.axis, $0.strength) = (.y, 0.02) },
      ],
      [
        ManyBody { $0.strength = -100 }, LinkForce(),
        GravityWell { ($0.strength, $0.strong) = (0.001, true) },
      ],
      [
        ManyBody { $0.strength = -100 }, LinkForce(),
        GravityWell { $0.strength = 0.3 },
      ],
      [ManyBody(), LinkForce(), CenterSpring { $0.stiffness = 0.01 }],
      [ManyBody(), LinkForce(), SpringField { $0.strength = 0.01 }],
    ] as [[any Force]])
  func theStartHasTheSizeOfTheEnd(_ forces: [any Force]) throws {
    let graph = try mesh(isOptimized ? 40 : 10)
    let start = try start(graph) { ($0.forces, $0.repulsion) = (forces, Exact()) }
    let world = World(particles: Particles(positions: start), graph: graph)
    let simulation = Simulation(
      world, forces: forces, integrator: Verlet { $0.alphaDecay = 0.01 })
    for _ in 0..<(isOptimized ? 500 : 200) { simulation.tick() }
    let ratio = length(graph, start) / length(graph, world.particles.coordinates)
    #expect((0.8...1.25).contains(ratio), "\(ratio)")
  }

  /// In a coarsened graph, edges are longer, and charges as many times larger as the square of that.
  @Test func coarsenedEntropyPushesByTheStretch() throws {
    func push(_ force: any Force, distance: Double, charge: Double) throws -> Double {
      let world = try world([[0, distance], [0, 0]])
      for node in 0..<2 { world.particles.charge[node] = charge }
      return velocities(force, in: world)[0][1]
    }
    let fine = try push(MaxentStress(), distance: 50, charge: 1)
    let coarse = try push(MaxentStress().coarsened(by: 2), distance: 100, charge: 4)
    #expect(fine > 0 && abs(coarse - 2 * fine) < 1e-12 * fine)
  }

  /// Coarser graphs, which lack an attribute of edges, have its mean.
  @Test func weightsOfEdgesAreAveraged() throws {
    let mesh = try mesh(10)
    let halves = [Double](repeating: 0.5, count: mesh.edgeCount)
    let graph = try Graph(
      nodeCount: mesh.nodeCount, sources: mesh.sources, targets: mesh.targets,
      edgeAttributes: Attributes(values: ["k": halves]))
    let starts = try [LinkPower.noWeights, "k"].map { weights in
      try start(graph) {
        $0.forces = [
          ManyBody(),
          LinkPower { ($0.scale, $0.weights) = (weights == "k" ? 0.2 : 0.1, weights) },
        ]
      }
    }
    #expect(starts[0] == starts[1])
  }

  /// Fruchterman and Reingold's forces are too steep for any integrator but their own.
  @Test func cooledForcesAreCooledOnEveryLevel() throws {
    let graph = try mesh(isOptimized ? 40 : 14)
    let forces: [any Force] = [
      ManyBody { $0.strength = -900 },
      LinkPower { ($0.exponent, $0.scale) = (2, 1.0 / 30) },
    ]
    var scene = PlacementContext(graph)
    (scene.forces, scene.repulsion) = (forces, Exact())
    let placement = Multilevel {
      ($0.coarsest, $0.ticks) = (20, 60)
      $0.integrator = Cooling { $0.iterations = 60 }
    }
    var generator = SeededGenerator(seed: 1)
    let start = try placement.coordinates(in: scene, using: &generator)
    let world = World(particles: Particles(positions: start), graph: graph)
    let simulation = Simulation(
      world, forces: forces, integrator: Cooling { $0.iterations = 200 })
    for _ in 0..<200 { simulation.tick() }
    let ratio = length(graph, start) / length(graph, world.particles.coordinates)
    #expect((0.8...1.25).contains(ratio), "\(ratio)")
  }

  @Test(arguments: [2, 3])
  func anyGraphGetsDistinctFinitePositions(dimensions: Int) throws {
    let count = isOptimized ? 3000 : 150
    let graphs = try [
      cells(0), cells(1), cells(2), cells(count), ring(count), CompleteSource().graph(),
      Graph(nodeCount: count, edges: (1..<count).map { (0, $0) }),
      Graph(nodeCount: count, edges: (0..<count / 3).map { ($0, $0 + count / 2) }),
    ]
    for graph in graphs {
      let places = try start(graph, dimensions: dimensions)
      #expect(places.count == dimensions)
      let points = (0..<graph.nodeCount).map { node in places.map { $0[node] } }
      #expect(Set(points).count == graph.nodeCount, "\(graph.nodeCount) nodes")
      #expect(points.joined().allSatisfy { $0.isFinite && $0.magnitude < 1e7 })
    }
  }

  @Test func componentsLieApart() throws {
    let side = isOptimized ? 20 : 8
    let (part, count) = (try mesh(side), side * side)
    let edges = (0..<part.edgeCount).map { (Int(part.sources[$0]), Int(part.targets[$0])) }
    let both = try Graph(
      nodeCount: 2 * count, edges: edges + edges.map { ($0 + count, $1 + count) })
    let places = try start(both)
    func middle(_ nodes: Range<Int>) -> [Double] {
      places.map { $0[nodes].reduce(0, +) / Double(count) }
    }
    let (a, b) = (middle(0..<count), middle(count..<2 * count))
    let gap = [b[0] - a[0], b[1] - a[1]]
    // Seen along the line between the middles, one ends before the other begins.
    let along = (0..<2 * count).map { places[0][$0] * gap[0] + places[1][$0] * gap[1] }
    #expect(try #require(along[..<count].max()) < (try #require(along[count...].min())))
  }

  @Test func theLayoutIsNearAPinnedNode() throws {
    let graph = try mesh(isOptimized ? 30 : 10)
    let places = try start(graph) {
      $0.pins = [Particles.Pin(node: 0, position: [5000, -7000])]
      $0.repulsion = Exact()
    }
    let size = length(graph, places)
    #expect(abs(places[0][0] - 5000) < 3 * size && abs(places[1][0] + 7000) < 3 * size)
  }

  @Test func resultsDependOnlyOnTheSeed() throws {
    let graph = try mesh(isOptimized ? 60 : 16)
    let alone = try start(graph)
    for threads in [2, 3, 7] { #expect(try start(graph) { $0.threads = threads } == alone) }
    #expect(try start(graph, seed: 2) != alone)
    var generator = SeededGenerator(seed: 1)
    let plain = try Multilevel { ($0.coarsest, $0.ticks, $0.growth) = (20, 15, 1.5) }
      .coordinates(of: graph, dimensions: 2, using: &generator)
    #expect(plain == alone)
  }

  @Test func overflowingForcesAreAnError() throws {
    let error = #expect(throws: ParameterError.self) {
      try start(try mesh(10)) { $0.forces = [Coulomb { $0.charge = 1e120 }] }
    }
    #expect(error?.message.contains("level of") == true, "\(error?.message ?? "")")
  }
}
