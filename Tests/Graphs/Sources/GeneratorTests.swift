import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

@Suite struct GeneratorTests {
  @Test(arguments: [1, 2, 7, 100])
  func cellsPathStarAndCompleteHaveTheirClosedForms(count: Int) throws {
    let cells = try made(CellsSource.self) { $0.count = count }
    #expect(cells.nodeCount == count && cells.edgeCount == 0)
    let path = try made(PathSource.self) { $0.count = count }
    #expect(edges(of: path) == (0..<count - 1).map { [$0, $0 + 1] })
    let star = try made(StarSource.self) { $0.count = count }
    #expect(star.degree(of: 0) == count - 1)
    #expect(star.edgeCount == count - 1)
    let complete = try made(CompleteSource.self) { $0.count = count }
    #expect(complete.edgeCount == count * (count - 1) / 2)
    #expect(degrees(of: complete) == [count - 1: count])
    for graph in [cells, path, star, complete] {
      #expect(graph.nodeCount == count)
      #expect(graph.note == nil)
      #expect(isConsistent(graph))
    }
  }

  @Test(arguments: [3, 4, 31])
  func ringJoinsEachNodeWithTheNext(count: Int) throws {
    let ring = try made(RingSource.self) { $0.count = count }
    #expect(edges(of: ring) == (0..<count).map { [$0, ($0 + 1) % count] })
    #expect(degrees(of: ring) == [2: count])
    #expect(ring.isConnected)
  }

  @Test func meshHasD3sOrder() throws {
    let mesh = try made(MeshSource.self) { ($0.rows, $0.columns) = (3, 4) }
    #expect(
      edges(of: mesh) == [
        [0, 1], [0, 4], [1, 2], [1, 5], [2, 3], [2, 6], [3, 7],
        [4, 5], [4, 8], [5, 6], [5, 9], [6, 7], [6, 10], [7, 11],
        [8, 9], [9, 10], [10, 11],
      ])
    let eight = try made(MeshSource.self) { ($0.rows, $0.columns) = (8, 8) }
    #expect(eight.nodeCount == 64 && eight.edgeCount == 112)
    #expect(edges(of: eight).prefix(4) == [[0, 1], [0, 8], [1, 2], [1, 9]])
    #expect(edges(of: eight).suffix(3) == [[60, 61], [61, 62], [62, 63]])
    #expect(degrees(of: eight) == [2: 4, 3: 24, 4: 36])
  }

  @Test(arguments: [(1, 1), (1, 9), (5, 1), (6, 7)])
  func meshHasItsClosedForm(size: (Int, Int)) throws {
    let (rows, columns) = size
    let mesh = try made(MeshSource.self) { ($0.rows, $0.columns) = size }
    #expect(mesh.nodeCount == rows * columns)
    #expect(mesh.edgeCount == rows * (columns - 1) + columns * (rows - 1))
    #expect(mesh.isConnected && isConsistent(mesh))
  }

  @Test(arguments: [(3, 3), (3, 8), (10, 4)])
  func torusIsFourRegular(size: (Int, Int)) throws {
    let torus = try made(TorusSource.self) { ($0.rows, $0.columns) = size }
    #expect(degrees(of: torus) == [4: size.0 * size.1])
    #expect(torus.edgeCount == 2 * size.0 * size.1)
    #expect(torus.note == nil && torus.isConnected && isConsistent(torus))
  }

  @Test func treeIsNumberedBreadthFirst() throws {
    let tree = try made(TreeSource.self) { ($0.branching, $0.depth) = (3, 2) }
    #expect(tree.nodeCount == 13)
    #expect(edges(of: tree).prefix(4) == [[0, 1], [0, 2], [0, 3], [1, 4]])
    #expect(edges(of: tree).last == [3, 12])
    #expect(degrees(of: tree) == [1: 9, 3: 1, 4: 3])
    #expect(try TreeSource().graph().nodeCount == 31)
    let root = try made(TreeSource.self) { $0.depth = 0 }
    #expect(root.nodeCount == 1 && root.edgeCount == 0)
    let path = try made(TreeSource.self) { ($0.branching, $0.depth) = (1, 5) }
    #expect(edges(of: path) == (0..<5).map { [$0, $0 + 1] })
  }

  @Test func refusesTooLargeGraphsBeforeMakingThem() {
    let limit = "the graph has 1000000000000 nodes; the limit is 10000000"
    #expect(throws: ParameterError(limit, parameter: "rows")) {
      try made(MeshSource.self) { ($0.rows, $0.columns) = (1_000_000, 1_000_000) }
    }
    #expect(throws: ParameterError.self) {
      try made(TorusSource.self) { ($0.rows, $0.columns) = (10_000_000, 10_000_000) }
    }
    #expect(
      throws: ParameterError(
        "the graph has 49999995000000 edges; the limit is 100000000", parameter: "count")
    ) {
      try made(CompleteSource.self) { $0.count = 10_000_000 }
    }
    #expect(throws: ParameterError.self) { try made(TreeSource.self) { $0.depth = 10_000_000 } }
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func nothingTrapsOutsideTheRanges(value: Int) {
    #expect(throws: ParameterError.self) { try made(CellsSource.self) { $0.count = value } }
    #expect(throws: ParameterError.self) { try made(PathSource.self) { $0.count = value } }
    #expect(throws: ParameterError.self) { try made(RingSource.self) { $0.count = value } }
    #expect(throws: ParameterError.self) { try made(StarSource.self) { $0.count = value } }
    #expect(throws: ParameterError.self) { try made(CompleteSource.self) { $0.count = value } }
    #expect(throws: ParameterError.self) { try made(MeshSource.self) { $0.rows = value } }
    #expect(throws: ParameterError.self) { try made(TorusSource.self) { $0.columns = value } }
    #expect(throws: ParameterError.self) { try made(TreeSource.self) { $0.branching = value } }
    #expect(throws: ParameterError.self) { try made(RandomSource.self) { $0.nodes = value } }
    #expect(throws: ParameterError.self) {
      try made(BarabasiAlbertSource.self) { $0.degree = value }
    }
    #expect(throws: ParameterError.self) {
      try made(WattsStrogatzSource.self) { $0.degree = value }
    }
    // `check()` alone survives them too.
    var complete = CompleteSource()
    complete.count = value
    _ = try? complete.check()
    var tree = TreeSource()
    (tree.branching, tree.depth) = (value, value)
    _ = try? tree.check()
    var small = WattsStrogatzSource()
    (small.nodes, small.degree) = (value, value)
    _ = try? small.check()
    var grown = BarabasiAlbertSource()
    (grown.nodes, grown.degree) = (value, -1)
    _ = try? grown.check()
  }
}
