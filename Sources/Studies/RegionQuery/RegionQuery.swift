import ForceLabPlugins

/// A plugin that says which regions are asked for.
public protocol RegionQuery: Plugin {
  /// The regions, one at least, in the order in which they are asked for.
  func regions(over items: [ItemRectangle]) -> [ItemRectangle]
}

extension PluginKind {
  /// Queries.
  public static let query = PluginKind(
    "query", plural: "queries", "Say which regions are asked for.")
}

extension RegionQuery {
  /// Queries are of the kind `query`.
  public static var kind: PluginKind { .query }
}
