import ForceLabSettings

/// A file named by a parameter, with the place that names it.
public struct FileReference: ParameterValue, Hashable {
  /// The path as written.
  public var written: String
  /// The path to open: as written, from the folder of the experiment file where it is relative.
  public var path: String
  /// Where it is named.
  public var location: Location?

  /// The file at `path`.
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
      decoder.error("'\(slot.name)' is empty; name a file", at: node.location)
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

  /// The same file, wherever it is named.
  public static func == (a: FileReference, b: FileReference) -> Bool { a.path == b.path }

  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
