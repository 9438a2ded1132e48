import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport
import Foundation
import Testing

/// The measures of drawings, by hand. `Scripts/measures.py` compares them with other programs.
@Suite struct DrawingMeasureTests {
  private func value(
    _ metric: some Metric, _ edges: [(Int, Int)], _ x: [Double], _ y: [Double],
    groups: [String]? = nil
  ) throws -> Double? {
    let graph = try Graph(
      nodeCount: x.count, sources: edges.map { Int32($0.0) }, targets: edges.map { Int32($0.1) },
      groups: groups)
    return metric.value(of: FinishedLayout(graph, at: [x, y]))
  }

  @Test(
    arguments: [
      ([1, 0], [0, 1], 1), ([1, 1], [1, -1], 0), ([2, 0], [2 * tan(.pi / 6), 5], 2 / 3),
      ([0, 1], [0, 0], 0.5),
    ] as [([Double], [Double], Double)])
  func orthogonalityOfTwoEdges(x: [Double], y: [Double], expected: Double) throws {
    let found = try value(EdgeOrthogonality(), [(0, 1), (0, 2)], [0] + x, [0] + y)
    #expect(isNear(found, expected))
  }

  @Test func lengthsDeviateFromTheirMean() throws {
    let edges = [(0, 1), (1, 2)]
    #expect(isNear(try value(EdgeLengthDeviation(), edges, [0, 1, 4], [0, 0, 0]), 1 / 1.5))
    #expect(try value(EdgeLengthDeviation(), edges, [0, 1, 2], [0, 0, 0]) == 1)
    #expect(try value(EdgeLengthDeviation(), edges, [5, 5, 5], [1, 1, 1]) == nil)
    #expect(try value(EdgeLengthDeviation(), [], [0, 1], [0, 0]) == nil)
  }

  @Test func resolutionIsTheSmallestDistanceOfTheLargest() throws {
    let root = 2.0.squareRoot()
    #expect(isNear(try value(NodeResolution(), [], [0, 1, 1, 0], [0, 0, 1, 1]), 1 / root))
    #expect(isNear(try value(NodeResolution(), [], [0, 1, 2, 4], [0, 0, 0, 0]), 0.25))
    #expect(try value(NodeResolution(), [], [0, 3, 3], [0, 1, 1]) == 0)
    #expect(try value(NodeResolution(), [], [2, 2], [2, 2]) == 0)
    #expect(try value(NodeResolution(), [], [2], [2]) == nil)
  }

  /// Against all pairs.
  @Test(arguments: 1...20) func resolutionOfRandomNodes(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = 3 + generator.index(below: 200)
    var axes: [[Double]] = []
    // Every other on a grid, where sides of the hull are parallel and many nodes on it.
    for side in seed % 2 == 0 ? [40, 80] : [1 << 30, 1 << 30] {
      axes.append((0..<count).map { _ in Double(generator.index(below: side)) })
    }
    var squares: [Double] = []
    for a in 0..<count {
      for b in 0..<a {
        let (dx, dy) = (axes[0][a] - axes[0][b], axes[1][a] - axes[1][b])
        squares.append(dx * dx + dy * dy)
      }
    }
    let expected = ((squares.min() ?? 0) / (squares.max() ?? 1)).squareRoot()
    #expect(isNear(try value(NodeResolution(), [], axes[0], axes[1]), expected))
  }

  @Test func uniformityCountsNodesInCells() throws {
    let mesh = (0..<16).map { (Double($0 % 4), Double($0 / 4)) }
    #expect(try value(NodeUniformity(), [], mesh.map(\.0), mesh.map(\.1)) == 1)
    // All but one in a corner: 15 and 1 of 16 cells.
    let corner = Array(repeating: 0.0, count: 15) + [1]
    #expect(isNear(try value(NodeUniformity(), [], corner, corner), 1 - 28 / 30))
    #expect(try value(NodeUniformity(), [], [3, 3], [4, 4]) == 0)
    #expect(try value(NodeUniformity(), [], [3], [4]) == 1)
  }

  @Test func symmetryIsTheAreaOfMirroredParts() throws {
    let square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    #expect(try value(Symmetry(), square, [0, 2, 2, 0], [0, 0, 2, 2]) == 1)
    // A kite has one axis with all of its edges; a part on another axis has at most two.
    #expect(try value(Symmetry(), square, [0, 2, 6, 2], [0, 1, 0, -1]) == 1)
    #expect(try value(Symmetry(), square, [0, 2, 6, 3], [0, 1, 0, -2]) == 0)
    #expect(try value(Symmetry(), square, [0, 1, 2, 3], [0, 0, 0, 0]) == 1)
    #expect(try value(Symmetry(), square, [5, 5, 5, 5], [2, 2, 2, 2]) == 0)
    #expect(try value(Symmetry(), [], [0, 1], [0, 1]) == nil)
  }

  @Test func nodesWithinTheCircleOfAnEdge() throws {
    let edges = [(0, 1), (1, 2), (0, 2)]
    // Acute, right and obtuse.
    #expect(try value(GabrielRatio(), edges, [0, 2, 1], [0, 0, 2]) == 1)
    #expect(try value(GabrielRatio(), edges, [0, 2, 0], [0, 0, 2]) == 1)
    #expect(isNear(try value(GabrielRatio(), edges, [0, 2, 1], [0, 0, 0.5]), 2.0 / 3))
    // An edge of length 0 has no circle.
    #expect(isNear(try value(GabrielRatio(), edges, [0, 0, 2], [0, 0, 0]), 2.0 / 3))
  }

  @Test func kruskalsStressPoolsDistancesThatFall() throws {
    let path = [(0, 1), (1, 2)]
    #expect(try value(KruskalStress(), path, [0, 0.3, 0.6], [0, 0, 0]) ?? 1 < 1e-15)
    // 3 and 2 at distance 1, and 1 at distance 2: all have the mean 2.
    let expected = (2.0 / 14).squareRoot()
    #expect(isNear(try value(KruskalStress(), path, [0, 3, 1], [0, 0, 0]), expected))
    #expect(try value(KruskalStress(), path, [1, 1, 1], [0, 0, 0]) == nil)
  }

  /// All at distance 1, from more nodes than are searched at once.
  @Test func kruskalsStressIsOverAllPairs() throws {
    let edges = (0..<100).flatMap { node in (0..<node).map { ($0, node) } }
    let lengths = edges.map { Double($0.1 - $0.0) }
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    let deviation = lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let expected = (deviation / lengths.reduce(0) { $0 + $1 * $1 }).squareRoot()
    let (x, y) = ((0..<100).map(Double.init), Array(repeating: 0.0, count: 100))
    #expect(isNear(try value(KruskalStress(), edges, x, y), expected))
  }

  @Test func crossingsOfThoseThatArePossible() throws {
    let complete = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    let found = try value(NormalizedCrossings(), complete, [0, 1, 1, 0], [0, 0, 1, 1])
    #expect(isNear(found, 1.0 / 3))
    #expect(try value(NormalizedCrossings(), [(0, 1), (0, 2)], [0, 1, 1], [0, 0, 1]) == 0)
  }

  @Test func silhouetteOfTwoGroups() throws {
    let x = [0.0, 1, 10, 11]
    let expected = (9.5 / 10.5 + 8.5 / 9.5) / 2
    let found = try value(Silhouette(), [], x, [0, 0, 0, 0], groups: ["a", "a", "b", "b"])
    #expect(isNear(found, expected))
    #expect(try value(Silhouette(), [], x, [0, 0, 0, 0], groups: ["a", "b", "b", "b"]) ?? 1 < 0.5)
    #expect(try value(Silhouette(), [], x, [0, 0, 0, 0], groups: ["a", "a", "a", "a"]) == nil)
    #expect(try value(Silhouette(), [], x, [0, 0, 0, 0]) == nil)
  }

  @Test func nodesWithoutAGroupAreInNone() throws {
    let (x, y) = ([0.0, 5, 1, 10, 11], [0.0, 0, 0, 0, 0])
    for metric in [Silhouette(), DistanceConsistency()] as [any Metric] {
      let grouped = try value(
        metric, [], [0, 1, 10, 11], [0, 0, 0, 0], groups: ["a", "a", "b", "b"])
      #expect(isNear(try value(metric, [], x, y, groups: ["a", "", "a", "b", "b"]), grouped))
      #expect(try value(metric, [], x, y, groups: ["a", "", "a", "", "a"]) == nil)
    }
  }

  private func values(
    _ metric: some Metric, _ edges: [(Int, Int)], _ x: [Double], _ y: [Double],
    groups: [String]? = nil
  ) throws -> [Double?] {
    let graph = try Graph(
      nodeCount: x.count, sources: edges.map { Int32($0.0) }, targets: edges.map { Int32($0.1) },
      groups: groups)
    return metric.values(of: FinishedLayout(graph, at: [x, y]))
  }

  @Test func definitionsHaveColumnsOfTheirOwn() throws {
    let path = [(0, 1), (1, 2)]
    let deviation = EdgeLengthDeviation { $0.definition = .mean }
    #expect(deviation.columns.map(\.name) == ["edge_length_mean_deviation"])
    #expect(isNear(try value(deviation, path, [0, 1, 4], [0, 0, 0]), 0.5))
    let angles = AngularResolution { $0.definition = .mean }
    #expect(angles.columns.map(\.name) == ["angular_resolution_mean"])
    // Angles of 90° and 270° instead of 180°.
    #expect(isNear(try value(angles, path, [1, 0, 0], [0, 0, 1]), 0.5))
    #expect(isNear(try value(AngularResolution(), path, [1, 0, 0], [0, 0, 1]), 0.5))
  }

  @Test func rawStressDependsOnTheScale() throws {
    let path = [(0, 1), (1, 2)]
    let raw = RawStress { $0.length = 10 }
    #expect(try value(raw, path, [0, 10, 20], [0, 0, 0]) == 0)
    // (2 − 1)² + (2 − 1)² + (2 − 1)²
    #expect(isNear(try value(raw, path, [0, 20, 40], [0, 0, 0]), 3))
    #expect(isNear(try value(RawStress(), path, [0, 0, 0], [0, 0, 0]), 3))
    #expect(try value(RawStress(), [], [0, 1], [0, 0]) == nil)
    #expect(try value(RawStress(), path, [0, 1e300, 2e300], [0, 0, 0]) == nil)
  }

  /// A path whose edges are drawn as long as an attribute, or its reciprocal, says.
  @Test(arguments: [("length", [2.0, 3]), ("1/length", [0.5, 1.0 / 3])])
  func rawStressOfLengthsOfEdges(distance: String, lengths: [Double]) throws {
    let graph = try Graph(
      nodeCount: 3, sources: [0, 1], targets: [1, 2],
      edgeAttributes: Attributes(values: ["length": lengths]))
    let raw = RawStress { ($0.distance, $0.length) = (distance, 10) }
    #expect(raw.value(of: FinishedLayout(graph, at: [[0, 20, 50], [0, 0, 0]])) == 0)
    // Half as long: three times (1/2)².
    let half = try #require(raw.value(of: FinishedLayout(graph, at: [[0, 10, 25], [0, 0, 0]])))
    #expect(isNear(half, 0.75))
  }

  /// At lengths of edges 1 and 3, the ratios are 1, 3 and 2 and the best scale 6/14.
  @Test func rawStressAtTheBestScaleDoesNotDependOnTheScale() throws {
    let path = [(0, 1), (1, 2)]
    let raw = RawStress {
      $0.bestScale = true
      $0.length = 10
    }
    #expect(raw.columns.map(\.name) == ["raw_stress_best_scale"])
    #expect(isNear(try value(raw, path, [0, 1, 4], [0, 0, 0]), 3.0 / 7))
    #expect(isNear(try value(raw, path, [0, 100, 400], [0, 0, 0]), 3.0 / 7))
    #expect(try value(raw, path, [0, 0, 0], [0, 0, 0]) == nil)
  }

  @Test func pooledNeighborsAreThoseOfAllNodes() throws {
    // k = 1: of the three nearest pairs, those of 0 and 1 are edges; that of 2 is 1.
    let path = [(0, 1), (1, 2)]
    #expect(isNear(try value(PooledNeighborhoods(), path, [0, 1, 3], [0, 0, 0]), 3.0 / 4))
    // Node 1 is as near to both.
    #expect(isNear(try value(PooledNeighborhoods(), path, [0, 1, 2], [0, 0, 0]), 3.0 / 4))
    // All coincide: of 2 others each is drawn with 1/2, so 2 of 4 pairs are expected.
    #expect(isNear(try value(PooledNeighborhoods(), path, [0, 0, 0], [0, 0, 0]), 2.0 / 5))
    #expect(try value(PooledNeighborhoods(), path, [0, .nan, 3], [0, 0, 0]) == nil)
  }

  @Test func trustworthinessCountsRanksBeyondTheNearest() throws {
    let path = [(0, 1), (1, 2), (2, 3), (3, 4)]
    let metric = Trustworthiness { $0.neighbors = 1 }
    let most = 5.0 * (10 - 3 - 1) / 2
    // Each of the three inner nodes has two nearest in the graph. Whichever is nearer in the layout is the second with
    // the probability 1/2, and the other way round.
    let line = try values(metric, path, [0, 1.1, 2, 2.8, 3.5], [0, 0, 0, 0, 0])
    #expect(line.allSatisfy { isNear($0, 1 - 3 * 0.5 / most) })
    // Node 4 is next to node 0. Each is the nearest of the other, with the rank 4 in the graph.
    let moved = try values(metric, path, [0, 1.1, 2, 2.8, 0.2], [0, 0, 0, 0, 0])
    #expect(isNear(moved[0], 1 - (2 * 3 + 3 * 0.5) / most))
    // In the graph, nodes 0 and 4 have one nearest node, with the ranks 2 and 4 in the layout. Of the others, one of two
    // neighbors is drawn, with the ranks 3 and 1, 2 and 1, and 1 and 3.
    #expect(isNear(moved[1], 1 - (1 + 3 + 1 + 0.5 + 1) / most))
    // A layout in one point: all orders are as likely. Ranks are beyond 1 by (0 + 1 + 2 + 3)/4 on average.
    let point = try values(metric, path, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0])
    #expect(isNear(point[0], 1 - 5 * 1.5 / most))
    #expect(isNear(point[1], 1 - 5 * 1.5 / most))
    #expect(try values(metric, [(0, 1)], [0, 1], [0, 0]) == [nil, nil])
  }

  /// Against all pairs and all third nodes.
  @Test(arguments: 1...24) func shapesOfRandomNodes(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = 2 + generator.index(below: 60)
    let dimensions = 2 + seed % 2
    // Some on a grid, where circles have nodes on their rim and nodes coincide.
    let side = [1 << 30, 40, 5][seed % 3]
    let axes = (0..<dimensions).map { _ in
      (0..<count).map { _ in Double(generator.index(below: side)) }
    }
    func square(_ a: Int, _ b: Int) -> Double {
      axes.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }
    }
    func isBetween(_ node: Int, _ a: Int, _ b: Int) -> Bool {
      axes.reduce(0) { $0 + ($1[a] - $1[node]) * ($1[b] - $1[node]) } < 0
    }
    let graph = try randomGraph(
      nodes: count, edges: min(2 * count, count * (count - 1) / 2), seed: 3)
    let shapes: [(Int, Int) -> Bool] = [
      { a, b in square(a, b) > 0 && !(0..<count).contains { isBetween($0, a, b) } },
      { a, b in
        square(a, b) > 0
          && !(0..<count).contains { max(square($0, a), square($0, b)) < square(a, b) }
      },
    ]
    let found = ShapeFaithfulness().values(of: FinishedLayout(graph, at: axes))
    for (shape, found) in zip(shapes, found) {
      let indices = (0..<count).compactMap { node -> Double? in
        let inGraph = Set(graph.neighbors(of: node).map { Int($0) })
        let inShape = Set((0..<count).filter { $0 != node && shape(node, $0) })
        let union = inGraph.union(inShape).count
        return union > 0 ? Double(inGraph.intersection(inShape).count) / Double(union) : nil
      }
      #expect(isNear(found, indices.reduce(0, +) / Double(indices.count), within: 1e-12))
    }
  }

  @Test func spanningTreeOfAPathInOneLine() throws {
    let path = [(0, 1), (1, 2), (2, 3)]
    #expect(isNear(try values(ShapeFaithfulness(), path, [0, 1, 3, 6], [0, 0, 0, 0])[2], 1))
    // The tree is 1–0, 0–2, 2–3.
    let found = try values(ShapeFaithfulness(), path, [1, 0, 3, 6], [0, 0, 0, 0])[2]
    #expect(isNear(found, (0.5 + 0.5 + 1.0 / 3 + 1) / 4))
  }

  @Test func edgesOverNodesAreOccluded() throws {
    let edge = [(0, 1)]
    let metric = NodeEdgeOcclusion { ($0.radius, $0.margin) = (1, 0.1) }
    #expect(try value(metric, edge, [0, 100, 50], [0, 0, 0.5]) == 1)
    #expect(try value(metric, edge, [0, 100, 50], [0, 0, 40]) == 0)
    // A gap of 4 of the margin of √(100² + 75²)/10 = 12.5, beside another node at the end of the diagonal.
    let found = try value(metric, edge, [0, 100, 50, 0], [0, 0, 5, 75])
    let part = 1 - 4 / 12.5
    #expect(isNear(found, part * part * part))
    #expect(try value(metric, edge, [0, 100], [0, 0]) == 0)
    #expect(try value(metric, edge, [1, 1, 1], [2, 2, 2]) == 1)
  }

  /// More nodes at a place than a leaf of the tree has.
  @Test func edgesToManyNodesInTwoPlaces() throws {
    let edges = (1...40).map { (0, $0) }
    let leaves = edges.map { Double($0.1 % 2) * 2 }
    let y = [0] + leaves.map { _ in 0.0 }
    #expect(try value(GabrielRatio(), edges, [1] + leaves, y) == 1)
    #expect(try value(GabrielRatio(), edges, [3] + leaves, y) == 0.5)
    #expect(try value(NodeEdgeOcclusion(), edges, [1] + leaves, y) == 1)
  }

  @Test func balanceIsThatOfTheHalves() throws {
    #expect(try values(Balance(), [], [0, 1, 2, 10], [0, 0, 4, 4]) == [0.5, 0])
    #expect(try values(Balance(), [], [0, 5, 10], [1, 1, 1]) == [0, 0])
  }

  @Test func areaOfTheHull() throws {
    #expect(try values(HullArea(), [], [0, 4, 0, 1], [0, 0, 3, 1]) == [6, 0.5])
    #expect(try values(HullArea(), [], [0, 4, 8], [0, 4, 8])[0] == 0)
    #expect(try values(HullArea(), [], [0, 1], [0, 0]) == [0, nil])
    #expect(try values(HullArea(), [], [-1e200, 1e200, 0], [0, 0, 1e200])[0] == nil)
  }

  @Test func separationCountsNodesNearTheirCenters() throws {
    let x = [0.0, 1, 9, 10, 2]
    let found = try value(
      DistanceConsistency(), [], x, [0, 0, 0, 0, 0], groups: ["a", "a", "b", "b", "b"])
    #expect(found == 0.8)
    #expect(try value(DistanceConsistency(), [], x, x) == nil)
  }

  @Test func flowCountsEdgesInADirection() throws {
    let edges = [(0, 1), (1, 2), (2, 0)]
    let (x, y) = ([0.0, 1, 1], [0.0, 0, -1])
    #expect(isNear(try value(UpwardFlow(), edges, x, y), 1.0 / 3))
    #expect(isNear(try value(UpwardFlow { $0.direction = .right }, edges, x, y), 1.0 / 3))
    #expect(isNear(try value(UpwardFlow { $0.direction = .down }, edges, x, y), 1.0 / 3))
  }
}
