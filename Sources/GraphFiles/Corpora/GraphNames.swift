/// Short names of graph files.
package enum GraphNames {
  /// Whether `text` is a name: ASCII letters, digits, -, _ and periods, at least one.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { Byte.isLetterOrDigit($0) || "-_.".utf8.contains($0) }
  }

  /// A name for each path: the file's name without its extensions, with as many parts before it and
  /// the extensions as make it unique.
  static func names(of paths: [String]) -> [String] {
    let whole = paths.map { path in path.split(separator: "/").map(String.init) }
    var names = [String](repeating: "", count: paths.count)
    var open = Array(paths.indices)
    for length in 1...max(1, whole.map(\.count).max() ?? 1) where !open.isEmpty {
      for index in open {
        let parts = whole[index].suffix(length)
        names[index] = plain((parts.dropLast() + [stem(parts.last ?? "")]).joined(separator: "-"))
      }
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      open = open.filter { counts[names[$0], default: 0] > 1 }
    }
    for index in open { names[index] = plain(whole[index].joined(separator: "-")) }
    return names
  }

  /// `name` without the extensions of archives and graph formats.
  static func stem(_ name: String) -> String {
    var stem = name[...]
    let endings = Archive.extensions.sorted { $0.count > $1.count } + Compression.extensions
    if let ending = endings.first(where: stem.lowercased().hasSuffix) {
      stem = stem.dropLast(ending.count)
    }
    if let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
      GraphFormats.format(of: String(stem)) != nil
    {
      stem = stem[..<dot]
    }
    return String(stem)
  }

  /// Letters and digits of all scripts stay.
  private static func plain(_ text: String) -> String {
    let characters = text.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
    return characters.isEmpty ? "graph" : String(characters)
  }
}
