import ForceLabPlugins

/// A plugin that finds the items in a region.
public protocol RegionIndex: Plugin {
  /// Sets the index up for `items`, whatever it held before.
  mutating func build(_ items: [ItemRectangle])
  /// Appends to `found` the numbers of all items that overlap `region`, each once, in any order.
  func find(_ region: ItemRectangle, into found: inout [Int32])
}

extension PluginKind {
  /// Indexes.
  public static let index = PluginKind(
    "index", plural: "indexes", "Find the items that overlap a region.")
}

extension RegionIndex {
  /// Indexes are of the kind `index`.
  public static var kind: PluginKind { .index }
}
