/// One value of a YAML document, with the place where it stands.
public struct SettingsNode: Sendable {
  /// What a node can be.
  public enum Content: Sendable {
    /// A single value.
    case scalar(Scalar)
    /// A list.
    case sequence([SettingsNode])
    /// Keys with values.
    case mapping(Mapping)
  }

  /// The value.
  public var content: Content
  /// Where it stands; for an alias, where its anchor stands.
  public var location: Location

  /// A node of `content` at `location`.
  public init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// The scalar, if it is one.
  public var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The items, if it is a list.
  public var sequence: [SettingsNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The keys and values, if it is a mapping.
  public var mapping: Mapping? {
    if case .mapping(let mapping) = content { mapping } else { nil }
  }

  /// The value of `key`, if this is a mapping that has it.
  public subscript(key: String) -> SettingsNode? { mapping?[key] }

  /// Whether it is a plain null (`null`, `~` or nothing at all).
  public var isNull: Bool { scalar?.value == .null }

  /// What it is, for messages: “a list”, “a mapping”, “the number 3” …
  public var kindDescription: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.kindDescription
    }
  }
}

/// Keys with values, in the order of the file. Keys are unique: the reader refuses duplicates.
public struct Mapping: Sendable {
  /// One key and its value.
  public struct Entry: Sendable {
    /// The key's text.
    public var key: String
    /// Where the key stands.
    public var keyLocation: Location
    /// The value.
    public var value: SettingsNode

    /// A key and its value.
    public init(key: String, keyLocation: Location, value: SettingsNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// The entries in the order of the file.
  public var entries: [Entry]

  /// A mapping of `entries`, whose keys must differ.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The value of `key`; assigning replaces it in place or appends it, assigning nil removes it.
  /// Cost: linear in the number of keys.
  public subscript(key: String) -> SettingsNode? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
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
