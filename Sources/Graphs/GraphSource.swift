import ForceLabPlugins

/// A plugin that makes a graph: a generator, a data set or a file reader.
public protocol GraphSource: Plugin {
  /// Always the same for the same parameters.
  ///
  /// Throws a `Diagnostic` that points into a file, or a `ParameterError`.
  func graph() throws -> Graph
  /// The graph with those of the attributes `names` that it has.
  func graph(with names: AttributeNames) throws -> Graph
}

extension PluginKind {
  public static let graph = PluginKind("graph", "The graph to lay out.")
}

extension GraphSource {
  public static var kind: PluginKind { .graph }
  public func graph(with names: AttributeNames) throws -> Graph { try graph() }
}
