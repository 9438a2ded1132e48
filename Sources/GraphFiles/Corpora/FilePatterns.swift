import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Paths of files, with the patterns `*`, `?` and `[abc]` of shells. The path of a file is no pattern.
public struct FilePatterns: ParameterValue {
  public struct Pattern: Sendable {
    public var text: String
    /// Where relative patterns start: empty, or a folder with a slash.
    var folder = ""
    var location: Location?
  }

  public var patterns: [Pattern] = []

  public init(_ patterns: [String] = []) { self.patterns = patterns.map { Pattern(text: $0) } }

  var location: Location { patterns.first?.location ?? .generated }

  public static func form(within bounds: Bounds) -> ValueForm { .either([.path, .list(.path)]) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> FilePatterns?
  {
    var found = FilePatterns()
    for item in node.sequence ?? [node] {
      guard let text = String.decode(item, as: slot, by: &decoder) else { return nil }
      guard !text.isEmpty else {
        decoder.error("'\(slot.name)' is empty; give a path or a pattern", at: item.location)
        return nil
      }
      found.patterns.append(Pattern(text: text, location: item.location))
    }
    guard !found.patterns.isEmpty else {
      decoder.error("'\(slot.name)' is empty; give a path or a pattern", at: node.location)
      return nil
    }
    return found
  }

  public func encoded() -> SettingsNode {
    patterns.count == 1 ? patterns[0].text.encoded() : patterns.map(\.text).encoded()
  }

  public var swiftCode: String {
    "FilePatterns([" + patterns.map { String(reflecting: $0.text) }.joined(separator: ", ") + "])"
  }

  /// The files, each once: those of a pattern sorted by name, numbers within names by value.
  /// Reports patterns that no file matches; `source` says where the files come from, if that is known.
  func files(by decoder: inout ParameterDecoder, from source: String = "") -> [FileReference] {
    var seen: Set<String> = []
    var files: [FileReference] = []
    for pattern in patterns {
      let location = pattern.location ?? .generated
      for path in Self.paths(of: pattern, from: source, by: &decoder)
      where seen.insert(path).inserted {
        let node = SettingsNode.scalar(.string(path), at: location)
        if let file = FileReference.decode(node, as: Slot(name: "files"), by: &decoder) {
          files.append(file)
        }
      }
    }
    return files
  }

  /// These patterns, relative to `folder` instead of the folder of the experiment.
  func relative(to folder: String) -> FilePatterns {
    var copy = self
    for index in copy.patterns.indices where !copy.patterns[index].text.hasPrefix("/") {
      copy.patterns[index].folder = folder.isEmpty ? "" : folder + "/"
    }
    return copy
  }

  private static func paths(
    of pattern: Pattern, from source: String, by decoder: inout ParameterDecoder
  ) -> [String] {
    let whole = pattern.folder + pattern.text
    let root = whole.hasPrefix("/") || decoder.folder == "." ? "" : decoder.folder + "/"
    guard pattern.text.contains(where: { "*?[".contains($0) }),
      !FileManager.default.fileExists(atPath: root + whole)
    else { return [whole] }
    let prefix = root + pattern.folder
    // Special characters of the folders' own names are not a pattern.
    let escaped = prefix.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(escaped + pattern.text, GLOB_NOSORT, nil, &found) == 0 else {
      decoder.error(
        "no file matches '\(pattern.text.excerpt)'; "
          + (source.isEmpty ? "check the pattern and the folder" : "get the graphs: \(source)"),
        at: pattern.location ?? .generated)
      return []
    }
    let paths = (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(String(cString: $0).dropFirst(root.count)) }
    }
    return paths.inReadingOrder
  }
}
