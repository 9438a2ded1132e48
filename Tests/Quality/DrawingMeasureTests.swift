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
      ([0, 1], [0, 0], 1),
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
    #expect(try value(NodeUniformity(), [], [3, 3], [4, 4]) == 1)
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
}
