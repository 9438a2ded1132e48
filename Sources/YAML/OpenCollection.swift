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
  private var merge: Merge?

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
      merge = try Merge(subtree.node, at: location, key: key.location, position: entries.count)
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
      let merged = merge.entries { keyLocations[$0] != nil }
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
}

/// The mappings that a `<<` merges.
private struct Merge {
  let position: Int
  let keyLocation: Location
  private let sources: [Mapping]

  init(_ node: SettingsNode, at location: Location, key: Location, position: Int) throws(Diagnostic)
  {
    (self.position, keyLocation) = (position, key)
    let items = node.sequence ?? [node]
    if let item = items.first(where: { $0.mapping == nil }) {
      throw Diagnostic(
        "'<<' must be an alias of a mapping, or a list of such aliases; found "
          + item.kindDescription, at: node.sequence == nil ? location : item.location)
    }
    sources = items.compactMap(\.mapping)
  }

  /// Without keys that are taken or that an earlier mapping has.
  func entries(unless isTaken: (UTF8Key) -> Bool) -> [Mapping.Entry] {
    var seen: Set<UTF8Key> = []
    return sources.flatMap(\.entries).filter { entry in
      let key = UTF8Key(entry.key)
      return !isTaken(key) && seen.insert(key).inserted
    }
  }
}
