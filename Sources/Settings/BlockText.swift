extension SettingsNode {
  /// The node as a YAML document in block style, ending in a newline. Reading the text gives the same content. Plain
  /// scalars stay plain if possible; other scalars keep their quotes. Short lists of scalars, and short values nested
  /// deeper than two levels, are on one line. The text equals that of libyaml's emitter. Cost: linear in the text.
  public var blockText: String { text(.document) }

  /// The same as people write it, without the last newline: lists are indented, and short values are on
  /// one line, except mappings in a list.
  package var exampleText: String { String(text(.example).dropLast()) }

  private enum BlockStyle { case document, example }

  private func text(_ style: BlockStyle) -> String {
    var text = ""
    appendBlock(to: &text, style, depth: 0, parentIndent: -2, isValue: false)
    return text
  }

  /// `isValue` if it follows a key and a colon.
  private func appendBlock(
    to text: inout String, _ style: BlockStyle, depth: Int, parentIndent: Int, isValue: Bool
  ) {
    let isIndented = style == .example || sequence == nil || !isValue
    let indent = isIndented ? parentIndent + 2 : parentIndent
    let margin = String(repeating: " ", count: indent)
    let isOnOneLine =
      style == .document ? isOnOneLine(at: depth) : isShort && (isValue || mapping == nil)
    switch content {
    case .sequence(let items) where !items.isEmpty && !isOnOneLine:
      for (index, item) in items.enumerated() {
        text += (index > 0 ? margin : isValue ? "\n" + margin : "") + "- "
        item.appendBlock(to: &text, style, depth: depth + 1, parentIndent: indent, isValue: false)
      }
    case .mapping(let mapping) where !mapping.entries.isEmpty && !isOnOneLine:
      for (index, entry) in mapping.entries.enumerated() {
        let key = Scalar(key: entry.key).flowText(isNested: false)
        text += index > 0 ? margin : isValue ? "\n" + margin : ""
        text += entry.isSimple ? "\(key):" : "? \(key)\n\(margin): "
        entry.value.appendBlock(
          to: &text, style, depth: depth + 1, parentIndent: indent, isValue: entry.isSimple)
      }
    case .scalar(let scalar) where scalar.style == .block && scalar.text.fitsBlock:
      text += (isValue ? " |" : "|") + scalar.text.chompingIndicator
      let lines = scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in scalar.text.hasSuffix("\n") ? lines.dropLast() : lines {
        text += "\n" + (line.isEmpty ? "" : String(repeating: " ", count: max(2, indent)) + line)
      }
      text += "\n"
    case .scalar(let scalar): text += (isValue ? " " : "") + scalar.flowText(isNested: false) + "\n"
    default:
      if isValue { text += " " }
      appendFlow(to: &text)
      text += "\n"
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
