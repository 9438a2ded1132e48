import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Pairs of edges that cross.
struct EdgeCrossingsTests {
  private func crossings(_ graph: Graph, _ places: [(Double, Double)]) -> Double? {
    EdgeCrossings().value(of: FinishedLayout(graph, at: [places.map(\.0), places.map(\.1)]))
  }

  /// Two edges without a common node, between four places.
  private func two(_ places: [(Double, Double)]) throws -> Double? {
    crossings(try Graph(nodeCount: 4, edges: [(0, 1), (2, 3)]), places)
  }

  /// Two edges that share the first of three places.
  private func corner(_ places: [(Double, Double)]) throws -> Double? {
    crossings(try Graph(nodeCount: 3, edges: [(0, 1), (2, 0)]), places)
  }

  @Test func twoEdges() throws {
    #expect(try two([(0, 0), (2, 2), (0, 2), (2, 0)]) == 1)
    #expect(try two([(0, 0), (2, 2), (3, 0), (0, 4)]) == 1)
    #expect(try two([(0, 0), (2, 2), (5, 0), (0, 5)]) == 0)
    #expect(try two([(0, 0), (2, 0), (0, 1), (2, 1)]) == 0)
  }

  @Test func touchingEdgesWithoutACommonNodeCross() throws {
    #expect(try two([(0, 0), (2, 0), (1, 0), (1, 5)]) == 1, "an end on the other edge")
    #expect(try two([(0, 0), (2, 0), (2, 0), (3, 5)]) == 1, "end on end")
    #expect(try two([(0, 0), (2, 0), (1, 0), (3, 0)]) == 1, "a common part")
    #expect(try two([(0, 0), (9, 0), (1, 0), (3, 0)]) == 1, "one in the other")
    #expect(try two([(0, 0), (2, 0), (2, 0), (3, 0)]) == 1, "end on end along a line")
    #expect(try two([(0, 0), (2, 0), (3, 0), (4, 0)]) == 0, "apart along a line")
    #expect(try two([(1, 1), (1, 1), (0, 0), (2, 2)]) == 1, "a point on an edge")
    #expect(try two([(1, 2), (1, 2), (0, 0), (2, 2)]) == 0, "a point beside an edge")
    #expect(try two([(3, 3), (3, 3), (0, 0), (2, 2)]) == 0, "a point on the line alone")
    #expect(try two([(1, 1), (1, 1), (1, 1), (1, 1)]) == 1, "two points in one place")
  }

  /// Two edges, each through its own places.
  private func bent(_ first: [SIMD2<Double>], _ second: [SIMD2<Double>]) throws -> Double? {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (2, 3)])
    let ends = [first[0], first[first.count - 1], second[0], second[second.count - 1]]
    return EdgeCrossings().value(
      of: FinishedLayout(
        graph, at: [ends.map(\.x), ends.map(\.y)], routes: [EdgeRoute(first), EdgeRoute(second)]))
  }

  @Test func bentEdgesCountAtEachCrossing() throws {
    let line = [SIMD2(0.0, 0), SIMD2(9, 0)]
    #expect(try bent(line, [SIMD2(1, 1), SIMD2(2, -1), SIMD2(3, 1), SIMD2(4, -1)]) == 3)
    #expect(try bent(line, [SIMD2(1, 1), SIMD2(2, 0), SIMD2(3, -1)]) == 1, "at a bend")
    #expect(try bent(line, [SIMD2(1, 1), SIMD2(2, 0), SIMD2(3, 1)]) == 1, "touching at a bend")
    #expect(
      try bent(line, [SIMD2(1, 1), SIMD2(2, 2), SIMD2(3, 1)]) == 0, "the chord does not count")
    let corner = [SIMD2(0.0, 1), SIMD2(2, 0), SIMD2(4, 1)]
    #expect(try bent(corner, [SIMD2(2, -1), SIMD2(2, 0), SIMD2(2, 1)]) == 1, "bend on bend")
    let along = [SIMD2(1.0, 1), SIMD2(2, 0), SIMD2(3, 0), SIMD2(4, 1)]
    #expect(try bent(line, along) == 2, "a common part and its end")
    let loop = [SIMD2(0.0, 0), SIMD2(4, 0), SIMD2(4, 2), SIMD2(2, 2), SIMD2(2, -2)]
    #expect(try bent(loop, [SIMD2(7, 7), SIMD2(8, 8)]) == 0, "an edge does not cross itself")
  }

  @Test func edgesWithACommonNodeCrossOnlyAlongALine() throws {
    #expect(try corner([(0, 0), (2, 0), (0, 2)]) == 0)
    #expect(try corner([(0, 0), (2, 0), (-2, 0)]) == 0)
    #expect(try corner([(0, 0), (2, 2), (1, 1)]) == 1)
    #expect(try corner([(0, 0), (0, 2), (0, 1)]) == 1)
    #expect(try corner([(0, 0), (0, -2), (0, 1)]) == 0)
    #expect(try corner([(0, 0), (2, 1), (2, 1)]) == 1)
    #expect(try corner([(0, 0), (2, 1), (0, 0)]) == 0)
  }

  @Test(arguments: [3, 4, 5, 6, 13])
  func completeGraphsInConvexPosition(count: Int) throws {
    // Four nodes have one crossing. On a parabola, as a circle's points are not exact.
    let places = (0..<count).map { (Double($0), Double($0 * $0)) }
    let expected = count * (count - 1) * (count - 2) * (count - 3) / 24
    #expect(crossings(try CompleteSource { $0.count = count }.graph(), places) == Double(expected))
  }

  @Test func completeBipartiteGraphsOnTwoLines() throws {
    // Two nodes on either side have one crossing.
    let edges = (0..<7).flatMap { a in (7..<16).map { (a, $0) } }
    let places = (0..<16).map { $0 < 7 ? (Double($0), 0.0) : (Double($0 - 7) * 0.7, 1.0) }
    #expect(crossings(try Graph(nodeCount: 16, edges: edges), places) == 7 * 6 / 2 * 9 * 8 / 2)
  }

  @Test func aMeshHasNoneUntilItIsFolded() throws {
    let mesh = try MeshSource { ($0.rows, $0.columns) = (20, 20) }.graph()
    let flat = (0..<400).map { (Double($0 % 20), Double($0 / 20)) }
    #expect(crossings(mesh, flat) == 0)
    // Put in one row, every edge downwards lies on those of nodes between.
    let places = (0..<400).map { (Double($0), 0.0) }
    #expect(crossings(mesh, places) == pairs(mesh, (0..<400).map { ($0, 0) }))
  }

  /// The definition, pair by pair in whole numbers: a proper crossing, or an end on the other edge.
  private func pairs(_ graph: Graph, _ places: [(Int, Int)]) -> Double {
    let edges = zip(graph.sources, graph.targets).map { (Int($0), Int($1)) }
    func side(_ a: Int, _ b: Int, _ c: Int) -> Int {
      let (p, q, r) = (places[a], places[b], places[c])
      return ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    }
    func isOn(_ c: Int, _ edge: (Int, Int)) -> Bool {
      let (p, q, r) = (places[edge.0], places[edge.1], places[c])
      let product = (p.0 - r.0) * (q.0 - r.0) + (p.1 - r.1) * (q.1 - r.1)
      return side(edge.0, edge.1, c) == 0 && product <= 0
    }
    func cross(_ e: (Int, Int), _ f: (Int, Int)) -> Bool {
      for (end, p) in [e, (e.1, e.0)] {
        for (other, q) in [f, (f.1, f.0)] where other == end {
          let ends = [places[p], places[q]].map { ($0.0 - places[end].0, $0.1 - places[end].1) }
          return side(end, p, q) == 0 && ends[0].0 * ends[1].0 + ends[0].1 * ends[1].1 > 0
        }
      }
      return isOn(e.0, f) || isOn(e.1, f) || isOn(f.0, e) || isOn(f.1, e)
        || (side(e.0, e.1, f.0) * side(e.0, e.1, f.1) < 0
          && side(f.0, f.1, e.0) * side(f.0, f.1, e.1) < 0)
    }
    let found = edges.indices.map { i in
      edges[(i + 1)...].count { cross(edges[i], $0) }
    }
    return Double(found.reduce(0, +))
  }

  @Test(arguments: [1, 2, 3, 6, 12, 100, 1 << 29])
  func agreesWithATestOfAllPairsInIntegers(side: Int) throws {
    let graph = try randomGraph(nodes: 100, edges: 240, seed: UInt64(side))
    let places = randomCoordinates(100, lattice: side, seed: UInt64(side) + 1)
    let whole = (0..<100).map { (Int(places[0][$0]), Int(places[1][$0])) }
    #expect(EdgeCrossings().value(of: FinishedLayout(graph, at: places)) == pairs(graph, whole))
    // Short edges, as in good layouts: to a node nearby in number, places in the order of numbers.
    let chain = try Graph(
      nodeCount: 100, edges: (0..<297).map { ($0 / 3, min(99, $0 / 3 + $0 % 3)) })
    let sorted = places.map { $0.sorted() }
    let sortedWhole = (0..<100).map { (Int(sorted[0][$0]), Int(sorted[1][$0])) }
    #expect(
      EdgeCrossings().value(of: FinishedLayout(chain, at: sorted)) == pairs(chain, sortedWhole))
  }

  @Test func roundingDoesNotChangeTheCount() throws {
    // Ends within 2⁻⁵³ of the diagonal, where the rounded formula errs: Kettner et al. 2008,
    // “Classroom examples of robustness problems in geometric computations”.
    for i in 0..<16 {
      for j in 0..<16 {
        let end = (0.5 + Double(i) * 0x1p-53, 0.5 + Double(j) * 0x1p-53)
        let places = [(-12, -12), (24, 24), end, (30, -10)]
        #expect(try two(places) == (j >= i ? 1 : 0), "\(i), \(j)")
      }
    }
  }
}
