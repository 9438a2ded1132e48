import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Drawings of forests without crossings.
///
/// The middle of each tree is that of circles, one for each distance from it. Each subtree has a sector in proportion
/// to its leaves, so narrow that no edge crosses a circle: P. Eades, “Drawing free trees”, 1992.
public enum RadialForest {
  /// Coordinates in px, one list per axis, with edges of at least the length of `context`; nil if there is a cycle.
  /// Cost: linear.
  public static func coordinates(of graph: Graph, in context: PlacementContext) -> [[Double]]? {
    guard graph.edgeCount < max(1, graph.nodeCount) else { return nil }
    let layout = PartwiseLayout(context, length: nil)
    let parts = ConnectedParts(of: graph, lengths: nil)
    guard parts.count == graph.nodeCount - graph.edgeCount else { return nil }
    return layout.coordinates(of: parts) { task in
      let tree = parts.part(task.index)
      return (tree, positions(of: tree, dimensions: layout.dimensions))
    }
  }

  /// `tree` is in breadth-first order from an end of one of its longest paths, as `ConnectedParts` has it.
  private static func positions(of tree: ConnectedPart, dimensions: Int) -> NumberStorage<Float> {
    // The only neighbor before a node is its parent.
    var path = [tree.count - 1]
    while let last = path.last, last > 0 { path.append(Int(tree.neighbors(of: last).min() ?? 0)) }
    var search = BreadthFirstSearch(offsets: tree.offsets, neighbors: tree.neighbors)
    search.run(from: path[path.count / 2])
    let (order, levels) = (search.order.map(Int.init), search.distances)
    let parents = (0..<tree.count).map { node in
      tree.neighbors(of: node).first { levels[Int($0)] < levels[node] }.map(Int.init) ?? -1
    }
    var leaves = [Double](repeating: 0, count: tree.count)
    for node in order.reversed() {
      leaves[node] = max(1, leaves[node])
      if parents[node] >= 0 { leaves[parents[node]] += leaves[node] }
    }
    let positions = NumberStorage<Float>(count: tree.count, lanes: dimensions)
    // Half the angle of the sector of the children of each node, and where what is free of it begins.
    var (halves, begins) = (leaves, leaves)
    (halves[order[0]], begins[order[0]]) = (.pi, 0)
    for node in order.dropFirst() {
      let parent = parents[node]
      let half = halves[parent] * leaves[node] / leaves[parent]
      let (angle, level) = (begins[parent] + half, Double(levels[node]))
      begins[parent] += 2 * half
      halves[node] = min(half, acos(level / (level + 1)))
      begins[node] = angle - halves[node]
      positions.lanes[0][node] = Float(level * cos(angle))
      positions.lanes[1][node] = Float(level * sin(angle))
    }
    return positions
  }
}
