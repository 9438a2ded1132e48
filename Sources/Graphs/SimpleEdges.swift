/// The edges of a list that make a simple graph: no self loops, and only the first of duplicates.
struct SimpleEdges {
  private(set) var selfLoops = 0
  private(set) var duplicates = 0
  /// The indexes of the edges that are kept; nil if all are.
  private(set) var kept: [Int]?

  /// Finds self loops and duplicates among edges whose ends are all nodes.
  /// Puts the edges into one bucket per lower end. Within a bucket, an edge whose higher end has
  /// occurred before is a duplicate. Cost: linear in nodes and edges.
  init(nodeCount: Int, sources: [Int32], targets: [Int32]) {
    var isDropped = [Bool](repeating: false, count: sources.count)
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    for edge in sources.indices { starts[Int(min(sources[edge], targets[edge])) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var next = starts
    var bucketed = [Int32](repeating: 0, count: sources.count)
    for edge in sources.indices {
      let lower = Int(min(sources[edge], targets[edge]))
      bucketed[Int(next[lower])] = Int32(edge)
      next[lower] += 1
    }
    var lastBucket = [Int32](repeating: -1, count: nodeCount)
    for lower in 0..<nodeCount {
      for place in Int(starts[lower])..<Int(starts[lower + 1]) {
        let edge = Int(bucketed[place])
        let higher = Int(max(sources[edge], targets[edge]))
        if higher == lower {
          selfLoops += 1
          isDropped[edge] = true
        } else if lastBucket[higher] == lower {
          duplicates += 1
          isDropped[edge] = true
        } else {
          lastBucket[higher] = Int32(lower)
        }
      }
    }
    if selfLoops + duplicates > 0 { kept = sources.indices.filter { !isDropped[$0] } }
  }

  func select<Item>(_ list: [Item]) -> [Item] { kept.map { $0.map { list[$0] } } ?? list }
}
