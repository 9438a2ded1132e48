/// The plugins that experiments can name. Each module lists its own.
public struct Catalog: Sendable {
  public let types: [any Plugin.Type]
  private let byName: [PluginKind: [String: any Plugin.Type]]

  /// The first of two with the same kind and name takes precedence.
  public init(_ types: [any Plugin.Type]) {
    self.types = types
    var byName: [PluginKind: [String: any Plugin.Type]] = [:]
    for type in types where byName[type.kind]?[type.page.name] == nil {
      byName[type.kind, default: [:]][type.page.name] = type
    }
    self.byName = byName
  }

  public static func + (this: Catalog, other: Catalog) -> Catalog {
    Catalog(this.types + other.types)
  }

  public func type(of kind: PluginKind, named name: String) -> (any Plugin.Type)? {
    byName[kind]?[name]
  }

  public func types(of kind: PluginKind) -> [any Plugin.Type] { types.filter { $0.kind == kind } }
  public func names(of kind: PluginKind) -> [String] { types(of: kind).map { $0.page.name } }

  public var kinds: [PluginKind] {
    var seen: Set<PluginKind> = []
    return types.map { $0.kind }.filter { seen.insert($0).inserted }
  }
}

extension Catalog: ExpressibleByArrayLiteral {
  public init(arrayLiteral types: any Plugin.Type...) { self.init(types) }
}
