import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// How drawings change with graphs.
@Suite struct ChangeFaithfulnessTests {
  private func value(_ states: LayoutState...) throws -> Double? {
    let last = try #require(states.last)
    var layout = FinishedLayout(last.graph, at: last.positions)
    layout.settledStates = zip(states, states.dropFirst()).map { SettledStates($0, $1) }
    return ChangeFaithfulness().value(of: layout)
  }

  private func state(
    _ edges: [(Int, Int)], nodes: [Int] = [0, 1, 2], _ x: [Double], _ y: [Double]
  ) throws -> LayoutState {
    LayoutState(try Graph(nodeCount: nodes.count, edges: edges), nodes, at: [x, y])
  }

  @Test func aDrawingThatChangesAsItsGraph() throws {
    // A path becomes a triangle.
    let path = try state([(0, 1), (1, 2)], [0, 7, 14], [0, 0, 0])
    let height = 7 * 0.75.squareRoot()
    let triangle = try state([(0, 1), (1, 2), (0, 2)], [0, 3.5, 7], [0, height, 0])
    #expect(abs(try #require(try value(path, triangle)) - 1) < 1e-15)
    #expect(abs(try #require(try value(triangle, path)) - 1) < 1e-15)
    // Larger or turned at once, it is the same.
    let turned = LayoutState(triangle.graph, triangle.nodes, at: [[9, 2, 2], [9, 5, 1]])
    let changed = try value(path, path, path, triangle)
    #expect(try value(path, path) == 1 && changed == 1)
    #expect(try #require(try value(path, turned)) < 1)
  }

  @Test func aDrawingThatStaysWhileTheGraphChanges() throws {
    let path = try state([(0, 1), (1, 2)], [0, 1, 2], [0, 0, 0])
    let closed = LayoutState(
      try Graph(nodeCount: 3, edges: [(0, 1), (1, 2), (0, 2)]), path.nodes, at: path.positions)
    // One of three pairs is at a distance of 1 instead of 2, and has moved by 0.
    let expected = 1 - (0.25 / 3).squareRoot()
    #expect(abs(try #require(try value(path, closed)) - expected) < 1e-15)
    // The mean over both.
    #expect(abs(try #require(try value(path, path, closed)) - (1 + expected) / 2) < 1e-15)
  }

  @Test func onlyNodesThatStayedAndAreConnectedCount() throws {
    // Node 5 goes, node 7 comes, and node 2 is cut off.
    let before = try state(
      [(0, 1), (1, 2), (2, 3)], nodes: [0, 1, 2, 5], [0, 1, 2, 50], [0, 0, 0, 0])
    let after = try state([(0, 1), (1, 3)], nodes: [0, 1, 2, 7], [0, 2, 50, 0], [0, 0, 0, 9])
    // The pair (0, 1) alone: the ratios 1 and 2 give the scale 3/5, and the change of 1 is 3/5 too large.
    #expect(abs(try #require(try value(before, after)) - 0.4) < 1e-15)
    let isolated = try state([(1, 2)], [0, 1, 2], [0, 0, 0])
    let others = try state([(0, 1)], [0, 1, 2], [0, 0, 0])
    #expect(try value(isolated, others) == nil)
    let point = try state([(0, 1)], [1, 1, 1], [1, 1, 1])
    #expect(try value(point, point) == nil)
    let huge = try state([(0, 1)], [0, 1e200, 1], [0, 0, 0])
    #expect(try value(huge, huge) == nil)
  }

  /// All pairs, by Floyd's algorithm.
  @Test(arguments: 0..<20)
  func randomStates(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    func number() -> Double { Double(numbers.next() >> 11) / 0x1p53 }
    let count = 12 + Int(seed) * 8
    let states = try (0..<2).map { _ in
      let edges = (1..<count).map { ($0, Int(number() * Double($0))) } + [(0, count - 1)]
      return LayoutState(
        try Graph(nodeCount: count, edges: edges), Array(0..<count),
        at: (0..<2).map { _ in (0..<count).map { _ in number() * 100 } })
    }
    let ways = states.map { state in
      var ways = (0..<count).map { row in (0..<count).map { row == $0 ? 0.0 : .infinity } }
      for (a, b) in zip(state.graph.sources, state.graph.targets) {
        (ways[Int(a)][Int(b)], ways[Int(b)][Int(a)]) = (1, 1)
      }
      for k in 0..<count {
        for i in 0..<count {
          for j in 0..<count { ways[i][j] = min(ways[i][j], ways[i][k] + ways[k][j]) }
        }
      }
      return ways
    }
    func drawn(_ state: Int, _ i: Int, _ j: Int) -> Double {
      let axes = states[state].positions
      return
        ((axes[0][i] - axes[0][j]) * (axes[0][i] - axes[0][j])
        + (axes[1][i] - axes[1][j]) * (axes[1][i] - axes[1][j])).squareRoot()
    }
    let pairs = (0..<count).flatMap { i in (0..<i).map { (i, $0) } }
    let ratios = pairs.flatMap { i, j in (0...1).map { drawn($0, i, j) / ways[$0][i][j] } }
    let scale = ratios.reduce(0, +) / ratios.reduce(0) { $0 + $1 * $1 }
    let sum = pairs.reduce(0.0) { sum, pair in
      let (i, j) = pair
      let change = scale * (drawn(1, i, j) - drawn(0, i, j)) - (ways[1][i][j] - ways[0][i][j])
      let part = change / max(ways[0][i][j], ways[1][i][j])
      return sum + part * part
    }
    let expected = max(0, 1 - (sum / Double(pairs.count)).squareRoot())
    #expect(abs(try #require(try value(states[0], states[1])) - expected) < 1e-12)
  }
}
