import ForceLabPlugins

/// Nodes without any edge.
public struct CellsSource: GraphSource {
  /// How many nodes there are.
  public var count = 30

  /// What is said of it.
  public static let manual = Manual<Self>(
    "cells", "Nodes without any edge, such as the cells of a collection view.",
    parameters: [
      Parameter("count", \.count, within: GeneratorLimit.counts, "How many nodes there are.")
    ],
    shorthand: "count", source: "the blog's collection view of cells that push each other away")

  /// The defaults.
  public init() {}

  /// The graph.
  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, sources: [], targets: [])
  }
}
