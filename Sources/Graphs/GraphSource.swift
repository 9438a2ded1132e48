import Plugins

/// A plugin that makes a graph: a generator, a data set or a reader of files.
public protocol GraphSource: Plugin {
  /// The graph; the same parameters give the same graph every time.
  ///
  /// Throws a `Diagnostic` that points into a file, or a `Fault` of a parameter.
  func graph() throws -> Graph
}

extension PluginKind {
  /// Sources of graphs.
  public static let graph = PluginKind("graph", "Make the graph that is laid out.")
}

extension GraphSource {
  /// Graph sources are of the kind `graph`.
  public static var kind: PluginKind { .graph }
}
