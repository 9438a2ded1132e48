import Graphs

/// Distances in a graph from one node, counted in edges.
struct BreadthFirstSearch {
  private let graph: Graph
  /// The distance of each node from the last source; −1 where no path leads.
  private(set) var distances: [Int32]
  private var queue: [Int32]

  init(_ graph: Graph) {
    self.graph = graph
    distances = Array(repeating: -1, count: graph.nodeCount)
    queue = Array(repeating: 0, count: graph.nodeCount)
  }

  /// Finds the distances from `source`. Cost: linear in nodes and edges; nothing is allocated.
  mutating func run(from source: Int) {
    distances.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
    distances[source] = 0
    queue[0] = Int32(source)
    var (next, end) = (0, 1)
    while next < end {
      let node = Int(queue[next])
      let distance = distances[node] + 1
      next += 1
      for index in Int(graph.offsets[node])..<Int(graph.offsets[node + 1]) {
        let neighbor = graph.neighbors[index]
        guard distances[Int(neighbor)] < 0 else { continue }
        distances[Int(neighbor)] = distance
        queue[end] = neighbor
        end += 1
      }
    }
  }
}
