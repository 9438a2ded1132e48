import Graphs

/// A finished layout: a graph and where its nodes are.
public struct Layout: Sendable {
  /// The graph.
  public let graph: Graph
  /// The coordinates: one list per axis, 2 or 3 of them, each with one number per node.
  public let coordinates: [[Double]]

  /// The layout of `graph` at `coordinates`, one list per axis.
  public init(_ graph: Graph, at coordinates: [[Double]]) {
    self.graph = graph
    self.coordinates = coordinates
  }

  /// The distance between two nodes on the page.
  func distance(_ a: Int, _ b: Int) -> Double {
    var sum = 0.0
    for axis in coordinates.indices {
      let gap = coordinates[axis][a] - coordinates[axis][b]
      sum += gap * gap
    }
    return sum.squareRoot()
  }
}
