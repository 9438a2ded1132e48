import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Trustworthiness and continuity, against the definition for all pairs.
@Suite struct TrustworthinessTests {
  @Test(arguments: 1...30) func ofRandomLayouts(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = 3 + generator.index(below: 40)
    // Some on a grid, where nodes are equally far or coincide, and some graphs not connected.
    let side = [1 << 30, 6, 3][seed % 3]
    let axes = (0..<2).map { _ in
      (0..<count).map { _ in Double(generator.index(below: side)) }
    }
    let edges = min(seed % 2 == 0 ? count / 2 : 2 * count, count * (count - 1) / 2)
    let graph = try randomGraph(nodes: count, edges: edges, seed: UInt64(seed))
    let metric = Trustworthiness { $0.neighbors = 1 + seed % 7 }
    let nearest = min(metric.neighbors, (count - 1) / 2)

    var sums = [0.0, 0.0]
    var search = BreadthFirstSearch(graph)
    for node in 0..<count {
      search.run(from: node)
      let inGraph = (0..<count).map {
        search.distances[$0] < 0 ? 1e9 : Double(search.distances[$0])
      }
      let inLayout = (0..<count).map { other in
        axes.reduce(0) { $0 + ($1[node] - $1[other]) * ($1[node] - $1[other]) }
      }
      let others = (0..<count).filter { $0 != node }
      /// The ranks that `other` may have, each as likely.
      func ranks(_ other: Int, _ distances: [Double]) -> ClosedRange<Int> {
        let nearer = others.count { distances[$0] < distances[other] }
        return nearer + 1...nearer + others.count { distances[$0] == distances[other] }
      }
      for other in others {
        for (space, (one, two)) in [(inLayout, inGraph), (inGraph, inLayout)].enumerated() {
          let (own, far) = (ranks(other, one), ranks(other, two))
          let part = Double(own.count { $0 <= nearest }) / Double(own.count)
          let beyond = far.reduce(0) { $0 + max(0, $1 - nearest) }
          sums[space] += part * Double(beyond) / Double(far.count)
        }
      }
    }
    let most = Double(count * nearest * (2 * count - 3 * nearest - 1)) / 2
    let found = metric.values(of: FinishedLayout(graph, at: axes))
    #expect(isNear(found[0], 1 - sums[0] / most) && isNear(found[1], 1 - sums[1] / most))
  }
}
