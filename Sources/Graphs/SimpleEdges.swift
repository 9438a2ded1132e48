/// Which edges of a list make a simple graph: no self loops, and of duplicates only the first.
struct SimpleEdges {
  private(set) var selfLoops = 0
  private(set) var duplicates = 0
  private var isDropped: [Bool]

  /// Whether every edge is kept.
  var isAll: Bool { selfLoops == 0 && duplicates == 0 }

  /// Looks through the edges, whose ends must all be nodes. Cost: linear in nodes and edges.
  ///
  /// Edges are put into one bucket per lower end, in order; within a bucket, an edge whose higher
  /// end was seen before is a duplicate.
  init(nodeCount: Int, sources: [Int32], targets: [Int32]) {
    isDropped = Array(repeating: false, count: sources.count)
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    for edge in sources.indices {
      starts[Int(min(sources[edge], targets[edge])) + 1] += 1
    }
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
  }

  /// The items of `list`, one per edge, that belong to kept edges.
  func select<Item>(_ list: [Item]) -> [Item] {
    var kept: [Item] = []
    kept.reserveCapacity(list.count - selfLoops - duplicates)
    for edge in list.indices where !isDropped[edge] { kept.append(list[edge]) }
    return kept
  }
}
