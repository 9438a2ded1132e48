/// Finds distances in a graph whose edges have lengths. Repeated searches reuse its memory.
/// Source: E. W. Dijkstra, “A note on two problems in connexion with graphs”, 1959, with a binary heap.
public struct ShortestPaths: Sendable {
  private let offsets: [Int32]
  private let neighbors: [Int32]
  private let lengths: [Double]
  /// The distance of each node from the last source; infinite if there is no path.
  public private(set) var distances: [Double]
  private var heap: [(distance: Double, node: Int32)] = []

  /// `lengths` has a positive number for each edge. Cost: linear in nodes and edges.
  public init(_ graph: Graph, lengths: [Double]) {
    let rows = Graph.rows(graph.nodeCount, graph.sources, graph.targets, lengths)
    self.init(offsets: rows.offsets, neighbors: rows.neighbors, lengths: rows.weights)
  }

  /// A search of a graph whose neighbors of all nodes are given as compressed sparse rows, with the
  /// positive length of the edge to each.
  public init(offsets: [Int32], neighbors: [Int32], lengths: [Double]) {
    (self.offsets, self.neighbors, self.lengths) = (offsets, neighbors, lengths)
    distances = Array(repeating: .infinity, count: offsets.count - 1)
  }

  /// Cost: m·log m for m edges.
  public mutating func run(from source: Int) {
    for node in distances.indices { distances[node] = .infinity }
    distances[source] = 0
    push(0, Int32(source))
    while let (distance, node) = pop() {
      guard distance <= distances[Int(node)] else { continue }
      for entry in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
        let next = distance + lengths[entry]
        guard next < distances[Int(neighbors[entry])] else { continue }
        distances[Int(neighbors[entry])] = next
        push(next, neighbors[entry])
      }
    }
  }

  private mutating func push(_ distance: Double, _ node: Int32) {
    heap.append((distance, node))
    var child = heap.count - 1
    while child > 0, heap[child].distance < heap[(child - 1) / 2].distance {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() -> (distance: Double, node: Int32)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child + 1].distance < heap[child].distance { child += 1 }
      guard heap[child].distance < heap[parent].distance else { break }
      heap.swapAt(parent, child)
      parent = child
    }
    return first
  }
}
