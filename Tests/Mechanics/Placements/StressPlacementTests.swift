import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// The start of the least stress.
struct StressPlacementTests {
  enum TestGraph: Sendable {
    case mesh, tree, ring, star, complete

    func graph(_ count: Int) throws -> Graph {
      switch self {
      case .mesh:
        let side = Int(Double(count).squareRoot())
        return try MeshSource { ($0.rows, $0.columns) = (side, side) }.graph()
      case .tree: return try Graph(nodeCount: count, edges: (1..<count).map { ($0, ($0 - 1) / 2) })
      case .ring: return try RingSource { $0.count = count }.graph()
      case .star: return try StarSource { $0.count = count }.graph()
      case .complete: return try CompleteSource { $0.count = count }.graph()
      }
    }
  }

  private func layout(
    _ graph: Graph, _ placement: StressPlacement = StressPlacement(), dimensions: Int = 2,
    threads: Int = 1, seed: UInt64 = 1, pins: [Particles.Pin] = []
  ) throws -> [[Double]] {
    var context = PlacementContext(graph)
    (context.dimensions, context.threads, context.pins) = (dimensions, threads, pins)
    var generator = SeededGenerator(seed: seed)
    return try placement.coordinates(in: context, using: &generator)
  }

  private func stress(_ graph: Graph, _ positions: [[Double]]) throws -> Double {
    try #require(Stress().value(of: FinishedLayout(graph, at: positions)))
  }

  private func distance(_ positions: [[Double]], _ a: Int, _ b: Int) -> Double {
    positions.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }.squareRoot()
  }

  /// The least stress of thirty layouts by stress majorization, computed with numpy.
  @Test(arguments: [
    (TestGraph.mesh, 36, 0.020459234), (.tree, 31, 0.038760707), (.ring, 20, 0.015986978),
    (.star, 12, 0.108947098), (.complete, 8, 0.095054941),
  ])
  func allPairsReachTheLeastStress(shape: TestGraph, count: Int, least: Double) throws {
    let graph = try shape.graph(count)
    let stresses = try (1...5).map {
      try stress(graph, layout(graph, StressPlacement { $0.epochs = 100 }, seed: $0))
    }
    #expect(try #require(stresses.min()) < 1.005 * least)
    #expect(try #require(stresses.max()) < 1.1 * least)
    #expect(try #require(stresses.min()) > 0.9999 * least)
  }

  @Test(arguments: [TestGraph.mesh, .tree, .ring], [2, 3])
  func pivotsComeNear(shape: TestGraph, dimensions: Int) throws {
    let graph = try shape.graph(1024)
    let full = try stress(graph, layout(graph, dimensions: dimensions))
    let sparse = try stress(
      graph, layout(graph, StressPlacement { $0.pivots = 96 }, dimensions: dimensions))
    #expect(sparse < 1.15 * full)
  }

  @Test(arguments: [StressPlacement(), StressPlacement { $0.pivots = 64 }])
  func threadsChangeNoBit(placement: StressPlacement) throws {
    let graph = try TestGraph.tree.graph(3000)
    let one = try layout(graph, placement)
    for threads in [2, 3, 7] {
      #expect(try layout(graph, placement, threads: threads) == one)
    }
    #expect(try layout(graph, placement, seed: 2) != one)
  }

  @Test(arguments: [StressPlacement(), StressPlacement { $0.pivots = 32 }])
  func pinnedNodesStay(placement: StressPlacement) throws {
    let graph = try TestGraph.mesh.graph(400)
    let pins = [
      Particles.Pin(node: 0, position: [1000, 1000]),
      Particles.Pin(node: 399, position: [2000, 1500]),
    ]
    let positions = try layout(graph, placement, pins: pins)
    for pin in pins { #expect(positions.map { $0[pin.node] } == pin.position) }
    // Neighbors of pinned nodes are beside them.
    #expect(distance(positions, 0, 1) < 120)
    #expect(distance(positions, 398, 399) < 120)
    #expect(try stress(graph, positions) < 0.1)
  }

  /// PivotMDS ignores pins; its layout is moved to them.
  @Test func pivotScalingIsMovedToPinnedNodes() throws {
    var context = PlacementContext(try PathSource { $0.count = 5 }.graph())
    context.pins = [Particles.Pin(node: 0, position: [1000, 1000])]
    var generator = SeededGenerator(seed: 1)
    let positions = try PivotMDS().coordinates(in: context, using: &generator)
    #expect(positions.map { $0[0] } == [1000, 1000])
    for node in 1..<5 { #expect(abs(distance(positions, 0, node) - 30 * Double(node)) < 1) }
  }

  /// Along a path, distances can be those of the graph.
  @Test(arguments: [("length", [1, 2.5, 0.5, 4]), ("1/length", [1, 0.4, 2, 0.25])])
  func lengthsOfEdges(distance name: String, values: [Double]) throws {
    let rows = values.enumerated().map { "\($0),\($0 + 1),\($1)\n" }
    let text = "source,target,length\n" + rows.joined()
    let graph = try withFolder(["path.csv": text]) { folder in
      try FileSource { $0.path = FileReference(folder + "/path.csv") }
        .graph(with: AttributeNames(edges: ["length"]))
    }
    let positions = try layout(
      graph, StressPlacement { ($0.epochs, $0.distance, $0.length) = (200, name, 10) })
    for (edge, length) in [1, 2.5, 0.5, 4].enumerated() {
      #expect(abs(self.distance(positions, edge, edge + 1) - 5 * length) < 0.1)
    }
  }

  /// Not only where one of the first nodes has a short edge.
  @Test func shortEdgesAreShort() throws {
    let mesh = try TestGraph.mesh.graph(400)
    let lengths = [0.001] + [Double](repeating: 1, count: mesh.edgeCount - 1)
    let graph = try Graph(
      nodeCount: mesh.nodeCount, sources: mesh.sources, targets: mesh.targets,
      edgeAttributes: Attributes(values: ["length": lengths]))
    for seed: UInt64 in 1...5 {
      let positions = try layout(graph, StressPlacement { $0.distance = "length" }, seed: seed)
      let drawn = distance(positions, Int(mesh.sources[0]), Int(mesh.targets[0]))
      #expect(drawn < 0.1, "\(drawn), not 0.03 px")
    }
  }

  /// An attribute counts by its mean.
  @Test(arguments: [StressPlacement(), PivotMDS(), Multilevel()] as [any Placement])
  func theLengthIsThatOfTheFirstLink(placement: any Placement) throws {
    let lengths = Attributes(values: ["length": [40, 60]])
    let graph = try Graph(
      nodeCount: 3, sources: [0, 1], targets: [1, 2], edgeAttributes: lengths)
    var context = PlacementContext(graph)
    context.forces = [LinkForce { $0.length = .attribute("length") }]
    var generator = SeededGenerator(seed: 1)
    let positions = try placement.coordinates(in: context, using: &generator)
    #expect(abs(distance(positions, 0, 1) - 50) < 1)
  }

  /// Without an attribute of that name, the error says so.
  @Test func unknownLengths() throws {
    let graph = try TestGraph.ring.graph(5)
    #expect(throws: ParameterError.self) {
      try layout(graph, StressPlacement { $0.distance = "length" })
    }
  }

  @Test func tooManyPivotsAreAnError() throws {
    let graph = try TestGraph.star.graph(200_000)
    let error = #expect(throws: ParameterError.self) {
      try StressPlacement { $0.pivots = 30_000 }.check(graph, dimensions: 2)
    }
    #expect(error?.message.contains("takes 24 GB") == true)
    #expect(error?.message.hasSuffix("use 10000 or fewer") == true)
  }

  /// Twenty rings and fifty single nodes do not overlap, and lie in a square.
  @Test func partsAreSideBySide() throws {
    let edges = (0..<20).flatMap { ring in
      (0..<10).map { (ring * 10 + $0, ring * 10 + ($0 + 1) % 10) }
    }
    let graph = try Graph(nodeCount: 250, edges: edges)
    let positions = try layout(graph)
    for a in 0..<250 {
      for b in 0..<a where a / 10 != b / 10 || a >= 200 {
        #expect(distance(positions, a, b) > 20)
      }
    }
    let (x, y) = (positions[0], positions[1])
    let width = try #require(x.max()) - #require(x.min())
    let height = try #require(y.max()) - #require(y.min())
    #expect(width < 2 * height && height < 2 * width)
  }

  @Test(arguments: 0...3, [2, 3])
  func smallGraphs(count: Int, dimensions: Int) throws {
    let graph = try Graph(nodeCount: count, edges: count > 1 ? [(0, 1)] : [])
    let positions = try layout(graph, dimensions: dimensions)
    #expect(positions.count == dimensions)
    #expect(positions.allSatisfy { $0.count == count && $0.allSatisfy(\.isFinite) })
    if count > 1 { #expect(abs(distance(positions, 0, 1) - 30) < 1) }
  }

  /// The leaves of a star are all around it.
  @Test func hubsOfManyNodes() throws {
    let graph = try TestGraph.star.graph(20_000)
    let positions = try layout(graph, StressPlacement { $0.pivots = 64 })
    #expect(try stress(graph, positions) < 0.35)
  }
}
