/// Distances in a graph, counted in edges. Its memory serves search after search.
public struct BreadthFirstSearch {
  private let graph: Graph
  /// The distance of each node from the start that found it; −1 where none has yet.
  public private(set) var distances: [Int32]
  private var queue: [Int32]

  /// A search that has been nowhere. Cost: linear in nodes.
  public init(_ graph: Graph) {
    self.graph = graph
    distances = Array(repeating: -1, count: graph.nodeCount)
    queue = Array(repeating: 0, count: graph.nodeCount)
  }

  /// Finds the distances from `source` alone, which must be a node.
  /// Cost: linear in nodes and edges; nothing is allocated.
  public mutating func run(from source: Int) {
    distances.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
    _ = visit(from: Int32(source))
  }

  /// Finds the distances from `start`, which must be a node, of nodes that were not found before;
  /// false if it was found itself. Cost: linear in the nodes and edges found.
  mutating func visit(from start: Int32) -> Bool {
    guard distances[Int(start)] < 0 else { return false }
    distances[Int(start)] = 0
    queue[0] = start
    distances.withUnsafeMutableBufferPointer { distances in
      queue.withUnsafeMutableBufferPointer { queue in
        graph.offsets.withUnsafeBufferPointer { offsets in
          graph.neighbors.withUnsafeBufferPointer { neighbors in
            var (next, end) = (0, 1)
            while next < end {
              let node = Int(queue[next])
              let distance = distances[node] + 1
              next += 1
              for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
                let neighbor = neighbors[entry]
                guard distances[Int(neighbor)] < 0 else { continue }
                distances[Int(neighbor)] = distance
                queue[end] = neighbor
                end += 1
              }
            }
          }
        }
      }
    }
    return true
  }
}
