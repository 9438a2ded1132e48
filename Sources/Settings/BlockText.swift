extension SettingsNode {
  /// The node as a YAML document in block style, ending in a newline. Reading the text gives the same content. Plain
  /// scalars stay plain if possible; other scalars keep their quotes. Short lists of scalars, and short values nested
  /// deeper than two levels, are on one line. The text equals that of libyaml's emitter, except that
  /// the emitter escapes characters above U+FFFF, such as emoji. Cost: the length of the text times its depth.
  public var blockText: String { block(.document) }

  /// The same as people write it, without the last newline: lists are indented, and short values are on
  /// one line, except mappings in a list.
  package var exampleText: String { String(block(.example).dropLast()) }

  private enum BlockStyle { case document, example }

  /// `isValue` if it follows a key and a colon.
  private func block(
    _ style: BlockStyle, depth: Int = 0, parentIndent: Int = -2, isValue: Bool = false
  ) -> String {
    let isIndented = style == .example || sequence == nil || !isValue
    let indent = isIndented ? parentIndent + 2 : parentIndent
    let margin = String(repeating: " ", count: indent)
    let start = isValue ? "\n" + margin : ""
    let isOnOneLine =
      style == .document ? isOnOneLine(at: depth) : isShort && (isValue || mapping == nil)
    switch content {
    case .sequence(let items) where !items.isEmpty && !isOnOneLine:
      return start
        + items.map { "- " + $0.block(style, depth: depth + 1, parentIndent: indent) }
        .joined(separator: margin)
    case .mapping(let mapping) where !mapping.entries.isEmpty && !isOnOneLine:
      return start
        + mapping.entries.map { entry in
          let key = Scalar(key: entry.key).flowText(isNested: false)
          return (entry.isSimple ? "\(key):" : "? \(key)\n\(margin): ")
            + entry.value.block(
              style, depth: depth + 1, parentIndent: indent, isValue: entry.isSimple)
        }.joined(separator: margin)
    case .scalar(let scalar) where scalar.style == .block && scalar.text.fitsBlock:
      let lines = scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
      let inner = String(repeating: " ", count: max(2, indent))
      return (isValue ? " |" : "|") + scalar.text.chompingIndicator
        + (scalar.text.hasSuffix("\n") ? lines.dropLast() : lines[...])
        .map { "\n" + ($0.isEmpty ? "" : inner + $0) }.joined() + "\n"
    default: return (isValue ? " " : "") + flowText + "\n"
    }
  }

  /// Whether an example has it on one line. A list of mappings does not.
  private var isShort: Bool {
    !(sequence ?? []).contains { $0.mapping != nil } && flowText.count <= 56
  }

  private func isOnOneLine(at depth: Int) -> Bool {
    guard depth > 2 || sequence?.allSatisfy({ $0.scalar != nil }) == true else { return false }
    var room = 72
    return takeRoom(from: &room)
  }

  /// Subtracts about the length of the node in flow style from `room`; false once nothing is left.
  private func takeRoom(from room: inout Int) -> Bool {
    room -= 2
    switch content {
    case .scalar(let scalar):
      if scalar.style == .block, scalar.text.fitsBlock { return false }
      room -= scalar.text.utf8.count
    case .sequence(let items):
      for item in items where !item.takeRoom(from: &room) { return false }
    case .mapping(let mapping):
      for entry in mapping.entries {
        room -= entry.key.utf8.count + 2
        guard entry.value.takeRoom(from: &room) else { return false }
      }
    }
    return room >= 0
  }
}

extension String {
  /// Whether a block scalar can hold the text unchanged: `\n` is the only line break, the first line
  /// determines the indentation, no line ends in a space, and nothing needs an escape.
  fileprivate var fitsBlock: Bool {
    guard let first = unicodeScalars.first, !first.properties.isWhitespace else { return false }
    return !hasSuffix(" ") && !contains(" \n")
      && unicodeScalars.allSatisfy { $0 == "\n" || ($0.isPrintable && !$0.isLineBreak) }
  }

  /// `-` if the text does not end in a newline, `+` if it ends in several.
  fileprivate var chompingIndicator: String {
    !hasSuffix("\n") ? "-" : hasSuffix("\n\n") ? "+" : ""
  }
}
