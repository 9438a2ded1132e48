import ForceLabPlugins

public protocol Arrangement: Plugin {
  /// At least one item, in the order of their numbers.
  ///
  /// Throws a `ParameterError`, or a `Diagnostic` with a place in a file.
  func items(using generator: inout SeededGenerator) throws -> [ItemRectangle]
  /// Throws, before the run starts, what `items` would throw.
  func checkFiles() throws
}

public protocol RegionIndex: Plugin {
  mutating func build(_ items: [ItemRectangle])
  /// Appends the numbers of all items that overlap `region`, each once, in any order.
  func find(_ region: ItemRectangle, into found: inout [Int32])
}

public protocol RegionQuery: Plugin {
  /// At least one region, in the order of the queries.
  func regions(over items: [ItemRectangle]) -> [ItemRectangle]
}

extension PluginKind {
  public static let arrangement = PluginKind("arrangement", "Arrange the items on a page.")
  public static let index = PluginKind(
    "index", plural: "indexes", "Find the items that overlap a region.")
  public static let query = PluginKind(
    "query", plural: "queries", "Choose the regions that are queried.")
}

extension Arrangement {
  public static var kind: PluginKind { .arrangement }
  public func checkFiles() throws {}
}

extension RegionIndex {
  public static var kind: PluginKind { .index }
}

extension RegionQuery {
  public static var kind: PluginKind { .query }
}
