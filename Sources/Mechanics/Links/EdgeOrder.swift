import ForceLabGraphs

extension Graph {
  /// The edges in an order in which neighbours in the list seldom share a node, but those that do
  /// keep their order: work that goes edge by edge gives the same bits in this order, and the
  /// processor, which need not wait for the edge before, does several at a time.
  ///
  /// Each edge gets a level above those of all earlier edges at its ends, and within windows, which
  /// keep what is near in memory together, edges are sorted by level. Cost: linear.
  func edgesApart() -> [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(edgeCount)
    /// The level of the last edge at each node.
    var last = [Int32](repeating: 0, count: nodeCount)
    var (base, top): (Int32, Int32) = (0, 0)
    for start in stride(from: 0, to: edgeCount, by: Self.window) {
      let window = start..<min(start + Self.window, edgeCount)
      let levels = window.map { edge in
        let (source, target) = (Int(sources[edge]), Int(targets[edge]))
        let level = max(last[source], last[target], base) + 1
        (last[source], last[target]) = (level, level)
        top = max(top, level)
        return Int(level - base)
      }
      var places = [Int](repeating: 0, count: Int(top - base) + 2)
      for level in levels { places[level + 1] += 1 }
      for level in 1..<places.count { places[level] += places[level - 1] }
      order += repeatElement(0, count: window.count)
      for edge in window {
        let level = levels[edge - start]
        order[start + places[level]] = Int32(edge)
        places[level] += 1
      }
      base = top
    }
    return order
  }

  /// How many edges are sorted together: their nodes fit into a core's own cache.
  private static let window = 8192
}
