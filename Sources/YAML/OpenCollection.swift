import ForceLabSettings

struct OpenCollection {
  enum Kind { case sequence, mapping }

  let anchor: String?
  let location: Location
  private let kind: Kind
  private var size = 1
  private var height = 1
  private var items: [SettingsNode] = []
  private var entries: [Mapping.Entry] = []
  private var keyLocations: [UTF8Key: Location] = [:]
  private var pendingKey: (text: String, location: Location, isMerge: Bool)?
  /// The mappings that a `<<` merges, and how many entries are before it.
  private var merge: (sources: [Mapping], keyLocation: Location, position: Int)?

  init(_ kind: Kind, anchor: String?, location: Location) {
    self.kind = kind
    self.anchor = anchor
    self.location = location
  }

  func checkMayHoldCollection(_ inner: Kind, at location: Location) throws(Diagnostic) {
    guard kind == .mapping, pendingKey == nil else { return }
    throw Self.keyProblem(inner == .sequence ? "a list" : "a mapping", location)
  }

  /// `location` is that of the alias if there is one.
  mutating func add(_ subtree: Subtree, at location: Location) throws(Diagnostic) {
    size += subtree.size
    height = max(height, subtree.height + 1)
    guard kind == .mapping else {
      items.append(subtree.node)
      return
    }
    guard let key = pendingKey else {
      pendingKey = try takeKey(subtree.node, at: location)
      return
    }
    pendingKey = nil
    if key.isMerge {
      merge = (try Self.mappings(of: subtree.node, at: location), key.location, entries.count)
    } else {
      entries.append(Mapping.Entry(key: key.text, keyLocation: key.location, value: subtree.node))
    }
  }

  private mutating func takeKey(
    _ node: SettingsNode, at location: Location
  ) throws(Diagnostic) -> (String, Location, Bool) {
    guard let scalar = node.scalar else { throw Self.keyProblem(node.kindDescription, location) }
    let isMerge = scalar == Scalar("<<")
    // A quoted '<<' is an ordinary key, in addition to the merge key.
    let first = isMerge ? merge?.keyLocation : keyLocations[UTF8Key(scalar.text)]
    if let first {
      let advice = isMerge ? "write one '<<: [*a, *b]'" : "remove or rename one of them"
      throw Diagnostic(
        "duplicate key '\(scalar.text.excerpt)', first used at "
          + "line \(first.line), column \(first.column); \(advice)", at: location)
    }
    if !isMerge { keyLocations[UTF8Key(scalar.text)] = location }
    return (scalar.text, location, isMerge)
  }

  func finished() -> Subtree {
    guard kind == .mapping else {
      return Subtree(node: SettingsNode(.sequence(items), at: location), size: size, height: height)
    }
    var entries = entries
    if let merge {
      // Without keys that are taken or that an earlier mapping has.
      var taken = Set(keyLocations.keys)
      let merged = merge.sources.flatMap(\.entries).filter {
        taken.insert(UTF8Key($0.key)).inserted
      }
      entries.insert(contentsOf: merged, at: merge.position)
    }
    let node = SettingsNode(.mapping(Mapping(entries)), at: location)
    return Subtree(node: node, size: size, height: height)
  }

  private static func keyProblem(_ kind: String, _ location: Location) -> Diagnostic {
    Diagnostic(
      "\(kind) cannot be a key; use text, and quote a value that begins with '{' or '['",
      at: location)
  }

  /// The mappings in the value of a `<<`, whose alias is at `location`.
  private static func mappings(
    of node: SettingsNode, at location: Location
  ) throws(Diagnostic) -> [Mapping] {
    let items = node.sequence ?? [node]
    if let item = items.first(where: { $0.mapping == nil }) {
      throw Diagnostic(
        "'<<' must be an alias of a mapping, or a list of such aliases; found "
          + item.kindDescription, at: node.sequence == nil ? location : item.location)
    }
    return items.compactMap(\.mapping)
  }
}
