import ForceLabPlugins

/// A plugin that makes a graph: a generator, a data set or a reader of files.
public protocol GraphSource: Plugin {
  /// The graph; the same parameters give the same graph every time.
  ///
  /// Throws a `Diagnostic` that points into a file, or a `ParameterError` of a parameter.
  func graph() throws -> Graph
  /// The graph, and of its attributes those called `names` that it has.
  func graph(with names: AttributeNames) throws -> Graph
}

extension PluginKind {
  /// Sources of graphs.
  public static let graph = PluginKind("graph", "Make the graph that is laid out.")
}

extension GraphSource {
  /// Graph sources are of the kind `graph`.
  public static var kind: PluginKind { .graph }
  /// The graph; it has no attributes, unless the source says otherwise.
  public func graph(with names: AttributeNames) throws -> Graph { try graph() }
}
