import ForceLabGraphs

/// The order of nodes in which they are sampled as sources of distances. Neighbors in it are near each
/// other in the graph, so that their distances are similar. It is the same for all layouts of a graph.
struct SourceOrder: Sendable {
  let nodes: [Int]
  /// The maximum distance from some node to another, in edges: from half the diameter to all of it.
  let extent: Int

  /// The components one after the other, each cut into slices by the distance from a node at its rim, and each slice
  /// sorted by the distance from a second one, there and back again. Cost: a few searches of the graph, and sorting.
  init(_ graph: Graph, strata: Int) {
    let components = graph.components
    let count = Int((components.max() ?? -1) + 1)
    func farthest(_ distance: (Int) -> Int32) -> [Int32] {
      var nodes = [Int32](repeating: -1, count: count)
      for node in 0..<graph.nodeCount {
        let component = Int(components[node])
        if nodes[component] < 0 || distance(node) > distance(Int(nodes[component])) {
          nodes[component] = Int32(node)
        }
      }
      return nodes
    }
    let first = graph.distances(from: farthest { _ in 0 })
    let rim = graph.distances(from: farthest { first[$0] })
    let opposite = graph.distances(from: farthest { rim[$0] })
    let side = graph.distances(from: farthest { min(rim[$0], opposite[$0]) })
    let nodes = (0..<graph.nodeCount).sorted {
      (components[$0], rim[$0], side[$0], $0) < (components[$1], rim[$1], side[$1], $1)
    }
    let slices = max(1, Int(clamping: Double(strata).squareRoot().rounded()))
    self.nodes = (0..<slices).flatMap { slice in
      let part = nodes[slice * nodes.count / slices..<(slice + 1) * nodes.count / slices]
      let sign: Int32 = slice % 2 == 0 ? 1 : -1
      return part.sorted {
        (components[$0], sign * side[$0], -graph.degree(of: $0), $0)
          < (components[$1], sign * side[$1], -graph.degree(of: $1), $1)
      }
    }
    extent = Int(rim.max() ?? 0)
  }
}
