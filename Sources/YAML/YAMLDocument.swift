import ForceLabSettings

/// Reads YAML text into nodes.
public enum YAMLDocument {
  /// How large a document may be, so that no input exhausts the machine.
  public struct Limits: Hashable, Sendable {
    /// The largest file or text in bytes.
    public var bytes: Int
    /// The deepest nesting of lists and mappings, counted after expansion of aliases.
    public var depth: Int
    /// The most scalars, keys, lists and mappings, counted after expansion of aliases;
    /// a scalar counts once more for every 256 bytes of its text.
    public var nodes: Int

    /// Limits; those left out are the standard ones.
    public init(bytes: Int = 16 << 20, depth: Int = 1000, nodes: Int = 1_000_000) {
      self.bytes = bytes
      self.depth = depth
      self.nodes = nodes
    }

    /// 16 MiB, 1000 levels and a million nodes.
    public static let standard = Limits()
  }

  /// The document in the file at `path`.
  ///
  /// Throws if the file cannot be read, is too large or is not one YAML document.
  /// Cost: linear in the file; at most `limits.bytes` + 1 bytes are read.
  public static func load(
    _ path: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    try parse(bytes: fileBytes(at: path, limit: limits.bytes), file: path, limits: limits)
  }

  /// The document in `text`; messages call it `file`. Throws if it is not one YAML document.
  public static func parse(
    _ text: String, file: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    try parse(bytes: Array(text.utf8), file: file, limits: limits)
  }

  /// The document in `bytes`, which are UTF-8, or UTF-16 with a byte order mark; messages call it
  /// `file`.
  ///
  /// Throws if it is not one YAML document. A document without content is a null at 1:1.
  public static func parse(
    bytes: [UInt8], file: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    guard bytes.count <= limits.bytes else { throw tooLarge(file, limit: limits.bytes) }
    // libyaml asserts that its input is not the null pointer, which an empty array may have.
    guard !bytes.isEmpty else { return emptyDocument(file) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) -> SettingsNode in
      var events = EventStream(buffer, file: file)
      var builder = NodeBuilder(file: file, limits: limits)
      var documents = 0
      while let event = try events.next() {
        switch event.kind {
        case .documentStart:
          documents += 1
          guard documents == 1 else { throw secondDocument(event.location) }
        default: try builder.add(event)
        }
      }
      return builder.root ?? emptyDocument(file)
    }
  }

  private static func emptyDocument(_ file: String) -> SettingsNode {
    SettingsNode(.scalar(Scalar("")), at: Location(file: file, line: 1, column: 1))
  }

  private static func secondDocument(_ location: Location) -> Diagnostic {
    Diagnostic(
      "a second document starts here; remove the '---' or '...' that separates the two, "
        + "or move one of them to a file of its own",
      at: location)
  }

  static func tooLarge(_ file: String, limit: Int) -> Diagnostic {
    Diagnostic(
      "the file is larger than the limit of \(limit) bytes; "
        + "check that it is a YAML file, or split it",
      at: Location(file: file))
  }
}
