extension Graph {
  /// The distance of every node from the first of `starts` that a path joins it to, counted in
  /// edges; −1 where no path leads. Each of `starts` must be a node.
  /// Cost: linear in nodes and edges.
  public func distances(from starts: [Int32]) -> [Int32] {
    var search = BreadthFirstSearch(self)
    for start in starts { _ = search.visit(from: start) }
    return search.distances
  }

  /// The lowest node of each component, and the distance of every node from that of its own.
  /// Cost: linear in nodes and edges.
  public func distancesWithinComponents() -> (starts: [Int32], distances: [Int32]) {
    var (starts, search): ([Int32], BreadthFirstSearch) = ([], BreadthFirstSearch(self))
    for node in 0..<Int32(nodeCount) where search.visit(from: node) { starts.append(node) }
    return (starts, search.distances)
  }
}
