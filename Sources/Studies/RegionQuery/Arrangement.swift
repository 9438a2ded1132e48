import ForceLabPlugins

/// A plugin that says where the items are that regions are asked for.
public protocol Arrangement: Plugin {
  /// The items by their number, one at least.
  ///
  /// Throws a `ParameterError` of a parameter, or a `Diagnostic` that points into a file.
  func items(using generator: inout SeededGenerator) throws -> [ItemRectangle]
  /// Finds, before anything runs, what would make `items` throw.
  func checkFiles() throws
}

extension PluginKind {
  /// Arrangements of items.
  public static let arrangement = PluginKind(
    "arrangement", "Say where the items are that regions are asked for.")
}

extension Arrangement {
  /// Arrangements are of the kind `arrangement`.
  public static var kind: PluginKind { .arrangement }
  /// Nothing can go wrong, unless the arrangement says otherwise.
  public func checkFiles() throws {}
}
