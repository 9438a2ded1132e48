extension Graph {
  /// The place of each node in an order in which few edges lead back, from 0. An acyclic graph has none that do, and other
  /// graphs have at most m/2 − n/6 of m edges and n nodes without those of degree 0. The direction of an edge is from its
  /// source to its target.
  ///
  /// Source: P. Eades, X. Lin and W. F. Smyth, “A fast and effective heuristic for the feedback arc set problem”, 1993.
  /// Cost: linear in nodes and edges.
  package var acyclicOrder: [Int32] {
    var leaving = [Int](repeating: 0, count: nodeCount)
    var entering = leaving
    for edge in 0..<edgeCount {
      leaving[Int(sources[edge])] += 1
      entering[Int(targets[edge])] += 1
    }
    let ends = edgeEnds
    // Nodes by leaving minus entering edges. An entry counts only while its node still has that difference.
    let reach = (0..<nodeCount).map { max(leaving[$0], entering[$0]) }.max() ?? 0
    var buckets = [[Int32]](repeating: [], count: 2 * reach + 1)
    var (sinks, origins): ([Int32], [Int32]) = ([], [])
    var isLeft = [Bool](repeating: true, count: nodeCount)
    var highest = 0
    func file(_ node: Int) {
      if leaving[node] == 0 {
        sinks.append(Int32(node))
      } else if entering[node] == 0 {
        origins.append(Int32(node))
      } else {
        let place = leaving[node] - entering[node] + reach
        buckets[place].append(Int32(node))
        highest = max(highest, place)
      }
    }
    for node in (0..<nodeCount).reversed() { file(node) }
    var places = [Int32](repeating: 0, count: nodeCount)
    var (first, last) = (0, nodeCount - 1)
    /// False if the node has a place already.
    func take(_ node: Int, at place: Int) -> Bool {
      guard isLeft[node] else { return false }
      isLeft[node] = false
      places[node] = Int32(place)
      for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
        let other = Int(neighbors[entry])
        guard isLeft[other] else { continue }
        if ends[entry] & 1 == 1 { leaving[other] -= 1 } else { entering[other] -= 1 }
        file(other)
      }
      return true
    }
    while first <= last {
      if let node = sinks.popLast().map(Int.init) {
        if take(node, at: last) { last -= 1 }
      } else if let node = origins.popLast().map(Int.init) {
        if take(node, at: first) { first += 1 }
      } else if let node = buckets[highest].popLast().map(Int.init) {
        let isCurrent = leaving[node] - entering[node] + reach == highest
        if isCurrent, take(node, at: first) { first += 1 }
      } else {
        highest -= 1
      }
    }
    return places
  }

  /// For each entry of `neighbors`, twice the edge, plus 1 if the node is its target. Cost: linear.
  package var edgeEnds: [Int32] {
    var ends = [Int32](repeating: 0, count: neighbors.count)
    var next = offsets
    for edge in 0..<edgeCount {
      for (side, node) in [sources[edge], targets[edge]].enumerated() {
        ends[Int(next[Int(node)])] = Int32(2 * edge + side)
        next[Int(node)] += 1
      }
    }
    return ends
  }
}
