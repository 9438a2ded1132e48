import ForceLabSettings

public enum YAMLDocument {
  /// The maximum size of a document, so that no input exhausts memory.
  public struct Limits: Hashable, Sendable {
    public var bytes: Int
    /// After expansion of aliases.
    public var depth: Int
    /// Scalars, keys, lists and mappings after expansion of aliases. Every 256 bytes of a scalar count as one more.
    public var nodes: Int

    public init(bytes: Int = 16 << 20, depth: Int = 1000, nodes: Int = 1_000_000) {
      self.bytes = bytes
      self.depth = depth
      self.nodes = nodes
    }

    public static let standard = Limits()
  }

  /// Throws if the file cannot be read, is too large, or is not exactly one YAML document.
  public static func load(
    _ path: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    let name = path.utf8.contains(0) ? path.excerpt : path
    let location = path.isEmpty ? nil : Location(file: name)
    let bytes = try fileBytes(
      at: path, limit: limits.bytes, allowsInherited: true, location: location)
    return try parse(bytes: bytes, file: path, limits: limits)
  }

  /// `file` is the name in messages. Throws if `text` is not exactly one YAML document.
  public static func parse(
    _ text: String, file: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    try parse(bytes: Array(text.utf8), file: file, limits: limits)
  }

  /// `bytes` are UTF-8, or UTF-16 with a byte order mark. An empty document is a null at 1:1.
  public static func parse(
    bytes: [UInt8], file: String, limits: Limits = .standard
  ) throws(Diagnostic) -> SettingsNode {
    guard bytes.count <= limits.bytes else {
      throw Diagnostic(
        "larger than the limit of \(limits.bytes) bytes; split the document",
        at: Location(file: file))
    }
    let bytes = try fromUTF16(bytes, file: file)
    // libyaml asserts that its input is not a null pointer, which an empty array may have.
    let empty = SettingsNode(.scalar(Scalar("")), at: Location(file: file, line: 1, column: 1))
    guard !bytes.isEmpty else { return empty }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) -> SettingsNode in
      if buffer.contains(where: { $0 > 0x7F }),
        CharacterWalk(buffer, file: file).contains(where: { $0.scalar.endsOnlyOldLines })
      {
        throw encodingProblem(in: buffer, file: file)
      }
      var events = EventStream(buffer, file: file)
      var builder = NodeBuilder(limits: limits)
      try events.build(with: &builder)
      return builder.root ?? empty
    }
  }

  /// `bytes` as UTF-8 if they begin with a byte order mark of UTF-16.
  private static func fromUTF16(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [UInt8] {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[isLittleEndian ? $0 + 1 : $0]) << 8
        | UInt16(bytes[isLittleEndian ? $0 : $0 + 1])
    }
    var text: [UInt8] = []
    let isInvalid = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    guard !isInvalid, bytes.count.isMultiple(of: 2) else {
      let place = text.withUnsafeBufferPointer { buffer in
        var walk = CharacterWalk(buffer, file: file)
        while walk.next() != nil {}
        return walk.location
      }
      throw Diagnostic("this is not valid UTF-16; save the file as UTF-8", at: place)
    }
    return text
  }
}
