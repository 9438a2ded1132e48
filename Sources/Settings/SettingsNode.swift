public struct SettingsNode: Sendable {
  public enum Content: Sendable {
    case scalar(Scalar)
    case sequence([SettingsNode])
    case mapping(Mapping)
  }

  public var content: Content
  /// For an alias, that of its anchor.
  public var location: Location
  /// A short name that stands for the value in results, such as that of a graph of a corpus.
  public var name: String?

  public init(_ content: Content, at location: Location, name: String? = nil) {
    self.content = content
    self.location = location
    self.name = name
  }

  public var scalar: Scalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  public var sequence: [SettingsNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  public var mapping: Mapping? { if case .mapping(let mapping) = content { mapping } else { nil } }
  /// Setting replaces or appends an entry, or removes it if nil. A node that is no mapping becomes one, unless it is to
  /// remove an entry. Cost: linear.
  public subscript(key: String) -> SettingsNode? {
    get { mapping?[key] }
    set {
      guard newValue != nil || mapping != nil else { return }
      var entries = mapping ?? Mapping()
      entries[key] = newValue
      content = .mapping(entries)
    }
  }

  /// The same with `value` at `key`, or without the key if it is nil.
  package func setting(_ key: String, to value: SettingsNode?) -> SettingsNode {
    var node = self
    node[key] = value
    return node
  }

  /// Whether it is a plain null (`null`, `~` or empty).
  public var isNull: Bool { scalar?.value == .null }

  /// A description for messages: “a list”, “a mapping”, “the number 3” …
  public var kindDescription: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.kindDescription
    }
  }
}

/// Keys with values, in the order of the file. Who makes one sees to it that no two keys have the same UTF-8 bytes.
public struct Mapping: Sendable {
  public struct Entry: Sendable {
    public var key: String
    public var keyLocation: Location
    public var value: SettingsNode

    public init(key: String, keyLocation: Location, value: SettingsNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Setting replaces or appends an entry, or removes it if nil. Cost: linear.
  public subscript(key: String) -> SettingsNode? {
    get { entries.first { $0.key.hasSameUTF8(as: key) }?.value }
    set {
      let index = entries.firstIndex { $0.key.hasSameUTF8(as: key) }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?):
        entries.append(Entry(key: key, keyLocation: value.location, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension SettingsNode {
  /// If plain, the text determines the type.
  public static func scalar(
    _ text: String, style: Scalar.Style = .plain, at location: Location = .generated
  ) -> SettingsNode { SettingsNode(.scalar(Scalar(text, style: style)), at: location) }

  public static func scalar(
    _ value: Scalar.Value, at location: Location = .generated
  ) -> SettingsNode { SettingsNode(.scalar(Scalar(value: value)), at: location) }

  public static func sequence(
    _ items: [SettingsNode], at location: Location = .generated
  ) -> SettingsNode { SettingsNode(.sequence(items), at: location) }

  public static func mapping(
    _ entries: KeyValuePairs<String, SettingsNode>, at location: Location = .generated
  ) -> SettingsNode { mapping(of: entries.map { ($0.key, $0.value) }, at: location) }

  public static func mapping(
    of entries: [(key: String, value: SettingsNode)], at location: Location = .generated
  ) -> SettingsNode {
    let entries = entries.map {
      Mapping.Entry(key: $0.key, keyLocation: $0.value.location, value: $0.value)
    }
    return SettingsNode(.mapping(Mapping(entries)), at: location)
  }

  /// Replaces the value of each entry, if this is a mapping.
  package mutating func changeValues(_ value: (Mapping.Entry) -> SettingsNode) {
    guard var mapping else { return }
    for index in mapping.entries.indices {
      mapping.entries[index].value = value(mapping.entries[index])
    }
    content = .mapping(mapping)
  }

  /// The same with `change` of each item of a list, or of each value of a mapping.
  package func changingChildren(_ change: (SettingsNode) -> SettingsNode) -> SettingsNode {
    var node = self
    if let sequence { node.content = .sequence(sequence.map(change)) }
    node.changeValues { change($0.value) }
    return node
  }

  /// The same tree without the entries of its mappings for which `isRemoved` is true.
  package func removingEntries(_ isRemoved: (Mapping.Entry) -> Bool) -> SettingsNode {
    var node = self
    if let mapping { node.content = .mapping(Mapping(mapping.entries.filter { !isRemoved($0) })) }
    return node.changingChildren { $0.removingEntries(isRemoved) }
  }

  /// The same tree with `change` of each scalar.
  package func changingScalars(_ change: (Scalar) -> SettingsNode?) -> SettingsNode {
    guard let scalar else { return changingChildren { $0.changingScalars(change) } }
    return change(scalar) ?? self
  }

  /// The same tree without quotes around what is text without them, too: `'a'` becomes `a`, but `'1'` stays.
  package var withoutNeedlessQuotes: SettingsNode {
    var node = changingChildren(\.withoutNeedlessQuotes)
    if let scalar, scalar.style == .quoted { node.content = .scalar(Scalar(value: scalar.value)) }
    return node
  }

  /// Whether both nodes have the same values, in any spelling: `0x10` equals `16` and `a` equals
  /// `'a'`, but `1` does not equal `1.0`. The order of keys does not matter. Cost: linear.
  public func hasSameContent(as other: SettingsNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a), .scalar(let b)):
      if case (.float(let a), .float(let b)) = (a.value, b.value), a.isNaN { return b.isNaN }
      if case (.string(let a), .string(let b)) = (a.value, b.value) { return a.hasSameUTF8(as: b) }
      return a.value == b.value
    case (.sequence(let a), .sequence(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.hasSameContent(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      let values = Dictionary(b.entries.map { (UTF8Key($0.key), $0.value) }) { first, _ in first }
      return a.entries.count == b.entries.count
        && a.entries.allSatisfy { values[UTF8Key($0.key)]?.hasSameContent(as: $0.value) ?? false }
    default: return false
    }
  }
}
