import ForceLabPlugins

public struct CellsSource: GraphFamily {
  public var count = 30

  public init() {}

  public static let manual = Manual<Self>(
    "cells", "Nodes without edges, such as the cells of a collection view.",
    parameters: [.count("count", \.count)], shorthand: "count",
    source: "The collection view on blog.krugazor.eu, whose cells repel each other")

  var nodeCount: Int { count }
  var edges: [(Int, Int)] { [] }
}
