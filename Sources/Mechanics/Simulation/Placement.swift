import ForceLabGraphs
import ForceLabPlugins

/// A plugin that says where the nodes start.
public protocol Placement: Plugin {
  /// The starting coordinates, one list per axis, of the nodes of `graph`.
  ///
  /// Throws a `ParameterError` of a parameter, or a `Diagnostic` that points into a file.
  func coordinates(of graph: Graph, dimensions: Int, using generator: inout SeededGenerator) throws
    -> [[Double]]
  /// The starting coordinates in `scene`, for a placement that looks at more than the graph.
  func coordinates(in scene: PlacementContext, using generator: inout SeededGenerator) throws
    -> [[Double]]
  /// Finds, before anything runs, what would make `coordinates` throw.
  func check(_ graph: Graph, dimensions: Int) throws
}

extension PluginKind {
  /// Placements.
  public static let placement = PluginKind("placement", "Say where the nodes start.")
}

extension Placement {
  /// Placements are of the kind `placement`.
  public static var kind: PluginKind { .placement }
  /// Those that the graph alone has, unless the placement says otherwise.
  public func coordinates(in scene: PlacementContext, using generator: inout SeededGenerator) throws
    -> [[Double]]
  {
    try coordinates(of: scene.graph, dimensions: scene.dimensions, using: &generator)
  }
  /// Nothing can go wrong, unless the placement says otherwise.
  public func check(_ graph: Graph, dimensions: Int) throws {}
}
