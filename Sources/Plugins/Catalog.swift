import ForceLabSettings

/// The plugins that experiments can name. Each module lists its own.
public struct Catalog: Sendable {
  /// A plugin under its name: a type, or one that a file describes.
  public struct Entry: Sendable {
    public let kind: PluginKind
    public let page: ManualPage
    public let type: (any Plugin.Type)?
    /// The file that describes the plugin; nil if none does.
    public let file: String?
    let decode: @Sendable (SettingsNode, inout ParameterDecoder) -> (any Plugin)?

    init(_ type: any Plugin.Type) {
      (kind, page, self.type, file) = (type.kind, type.page, type, nil)
      decode = { node, decoder in decoder.decode(type, from: node) }
    }

    /// A plugin that the first of `files` describes: `manual` has the parameters of `plugin`. An experiment that
    /// names it depends on the files; a run keeps copies of them unless they `arePrograms`.
    public init<Owner: Plugin>(
      _ plugin: Owner, manual: Manual<Owner>, files: [String], arePrograms: Bool = false
    ) {
      (kind, page, type, file) = (Owner.kind, manual.page, nil, files.first)
      decode = { node, decoder in
        decoder.files.formUnion(files)
        if arePrograms { decoder.programs.formUnion(files) }
        return decoder.decode(manual, into: plugin, from: node)
      }
    }

    /// A plugin that a file describes with `errors`, which are reported where it is used.
    public init<Owner: Plugin>(_ type: Owner.Type, invalid name: String, errors: [Diagnostic]) {
      (kind, self.type, file) = (Owner.kind, nil, errors.first?.location?.file)
      page = Manual<Owner>(name, errors.first?.description ?? "").page
      decode = { _, decoder in
        decoder.add(errors)
        return nil
      }
    }

    /// A plugin of the program that a file describes, too: nobody can tell which one is meant.
    init(ambiguous entry: Entry) {
      (kind, page, type, file) = (entry.kind, entry.page, entry.type, nil)
      decode = { node, decoder in
        let message =
          "the program has \(entry.kind.withArticle) '\(entry.page.name)', and a file beside the "
          + "experiment describes another one; rename the file"
        decoder.add([Diagnostic(message, at: node.location)])
        return nil
      }
    }
  }

  /// The plugins that files describe, for experiments in a folder.
  public typealias Finder = @Sendable (_ folder: String) -> [Entry]

  public let entries: [Entry]
  private let finders: [Finder]
  private let byName: [PluginKind: [String: Entry]]

  /// The first of two with the same kind and name takes precedence. In a lab, the second is an error.
  public init(_ types: [any Plugin.Type], finders: [Finder] = []) {
    self.init(entries: types.map { Entry($0) }, finders: finders)
  }

  public init(entries: [Entry], finders: [Finder] = []) {
    (self.entries, self.finders) = (entries, finders)
    byName = Dictionary(grouping: entries, by: \.kind).mapValues { entries in
      Dictionary(firstOf: entries.map { ($0.page.name, $0) })
    }
  }

  public static func + (this: Catalog, other: Catalog) -> Catalog {
    Catalog(entries: this.entries + other.entries, finders: this.finders + other.finders)
  }

  /// This catalog with the plugins that files describe, for experiments in `folder`. A file cannot describe
  /// a plugin that the program has.
  public func withPlugins(beside folder: String) -> Catalog {
    let found = Catalog(entries: finders.flatMap { $0(folder) })
    let own = entries.map { entry in
      found.entry(of: entry.kind, named: entry.page.name) == nil ? entry : Entry(ambiguous: entry)
    }
    return Catalog(
      entries: own + found.entries.filter { entry(of: $0.kind, named: $0.page.name) == nil })
  }

  public func entry(of kind: PluginKind, named name: String) -> Entry? { byName[kind]?[name] }

  public func type(of kind: PluginKind, named name: String) -> (any Plugin.Type)? {
    entry(of: kind, named: name)?.type
  }

  /// Without the plugins that files describe.
  public var types: [any Plugin.Type] { entries.compactMap(\.type) }
  public func entries(of kind: PluginKind) -> [Entry] { entries.filter { $0.kind == kind } }
  public func types(of kind: PluginKind) -> [any Plugin.Type] {
    entries(of: kind).compactMap(\.type)
  }
  public func pages(of kind: PluginKind) -> [ManualPage] { entries(of: kind).map(\.page) }
  public func names(of kind: PluginKind) -> [String] { pages(of: kind).map(\.name) }

  public var kinds: [PluginKind] { entries.map(\.kind).uniqued }
}

extension Catalog: ExpressibleByArrayLiteral {
  public init(arrayLiteral types: any Plugin.Type...) { self.init(types) }
}
