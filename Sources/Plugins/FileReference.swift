import ForceLabSettings

/// A file that a parameter names. Two are equal if their paths are.
public struct FileReference: ParameterValue, Hashable {
  /// The path as it stands in the experiment file.
  public var written: String
  /// The path to open. A relative path is relative to the folder of the experiment file.
  public var path: String
  /// Where the experiment file names it; nil if none does.
  public var location: Location?

  public init(_ path: String = "") {
    written = path
    self.path = path
  }

  public static func form(within bounds: Bounds) -> ValueForm { .path }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> FileReference?
  {
    guard let text = String.decode(node, as: slot, by: &decoder) else { return nil }
    guard !text.isEmpty else {
      decoder.error("'\(slot.name)' is empty; give a path", at: node.location)
      return nil
    }
    var reference = FileReference(text)
    if !text.hasPrefix("/") && decoder.folder != "." {
      reference.path = decoder.folder + "/" + text
    }
    reference.location = node.location
    decoder.files.insert(reference.path)
    return reference
  }

  public func encoded() -> SettingsNode { written.encoded() }
  public static func == (a: FileReference, b: FileReference) -> Bool { a.path == b.path }
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension FileReference: ExpressibleByStringLiteral {
  public init(stringLiteral path: String) { self.init(path) }
}
