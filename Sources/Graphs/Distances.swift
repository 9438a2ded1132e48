extension Graph {
  /// The distance of every node from the first of `starts` that a path joins it to, counted in
  /// edges; −1 where no path leads. Each of `starts` must be a node.
  /// Cost: linear in nodes and edges.
  public func distances(from starts: [Int32]) -> [Int32] {
    withSearch { search in
      for start in starts { _ = search(start) }
    }
  }

  /// The lowest node of each component, and the distance of every node from that of its own.
  /// Cost: linear in nodes and edges.
  public func distancesWithinComponents() -> (starts: [Int32], distances: [Int32]) {
    var starts: [Int32] = []
    let distances = withSearch { search in
      for node in 0..<Int32(nodeCount) where search(node) { starts.append(node) }
    }
    return (starts, distances)
  }

  /// Calls `body` with a breadth-first search, which does nothing and says so where it has been, and
  /// returns the distances that the searches found.
  private func withSearch(_ body: ((Int32) -> Bool) -> Void) -> [Int32] {
    var distances = [Int32](repeating: -1, count: nodeCount)
    var queue = [Int32](repeating: 0, count: nodeCount)
    distances.withUnsafeMutableBufferPointer { distances in
      queue.withUnsafeMutableBufferPointer { queue in
        body { search(from: $0, distances, queue) }
      }
    }
    return distances
  }

  private func search(
    from start: Int32, _ distances: UnsafeMutableBufferPointer<Int32>,
    _ queue: UnsafeMutableBufferPointer<Int32>
  ) -> Bool {
    guard distances[Int(start)] < 0 else { return false }
    distances[Int(start)] = 0
    queue[0] = start
    offsets.withUnsafeBufferPointer { offsets in
      neighbors.withUnsafeBufferPointer { neighbors in
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
    return true
  }
}
