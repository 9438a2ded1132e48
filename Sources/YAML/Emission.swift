import ForceLabCYAML
import ForceLabSettings

extension SettingsNode {
  /// The node as the text of a YAML document in block style, ending in a newline.
  ///
  /// Plain scalars stay plain where they can, and others keep their quotes, so that reading the
  /// text gives the same content. Short lists of scalars, and short values nested deeper than two
  /// levels, stand on one line. Cost: linear in the text.
  public func emitted() -> String {
    var writer = EventWriter()
    writer.write(self, depth: 0)
    return writer.finished()
  }
}

extension EventWriter {
  /// Writes `node`, which stands at `depth`, or in flow style if that is nil.
  fileprivate mutating func write(_ node: SettingsNode, depth: Int?) {
    let inner = depth.flatMap { node.isWrittenInLine(at: $0) ? nil : $0 + 1 }
    let style = inner == nil ? Style.flow : .block
    switch node.content {
    case .scalar(let scalar):
      // Nothing at all is a null in block style only.
      let isNothing = scalar.text.isEmpty && scalar.style == .plain
      self.scalar(
        isNothing ? "null" : scalar.text, style: scalar.writtenStyle(inLine: depth == nil))
    case .sequence(let items):
      beginSequence(style)
      for item in items { write(item, depth: inner) }
      endSequence()
    case .mapping(let mapping):
      beginMapping(style)
      for entry in mapping.entries {
        self.scalar(entry.key, style: Mapping.writtenStyle(ofKey: entry.key))
        write(entry.value, depth: inner)
      }
      endMapping()
    }
  }
}

extension SettingsNode {
  private static let shortLine = 72

  fileprivate func isWrittenInLine(at depth: Int) -> Bool {
    switch content {
    case .scalar: return false
    case .sequence(let items):
      guard depth > 2 || items.allSatisfy({ $0.scalar != nil }) else { return false }
    case .mapping:
      guard depth > 2 else { return false }
    }
    var room = Self.shortLine
    return takeRoom(from: &room)
  }

  /// Takes about the node's length in flow style from `room`; false once that is used up.
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

extension Scalar {
  /// The style to ask libyaml for, which turns to quotes by itself where plain will not do.
  fileprivate func writtenStyle(inLine: Bool) -> yaml_scalar_style_t {
    let quotes =
      text.hasLineBreak ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE
    return switch style {
    case .plain: text.hasLineBreak ? quotes : YAML_PLAIN_SCALAR_STYLE
    case .quoted: quotes
    case .block: inLine || !text.fitsBlock ? quotes : YAML_LITERAL_SCALAR_STYLE
    }
  }
}

extension Mapping {
  fileprivate static func writtenStyle(ofKey key: String) -> yaml_scalar_style_t {
    // A key that is text must not become a merge.
    if key == "<<" { return YAML_SINGLE_QUOTED_SCALAR_STYLE }
    return key.hasLineBreak ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE
  }
}

extension String {
  fileprivate var hasLineBreak: Bool { contains(where: \.isNewline) }

  /// Whether a block gives it back unchanged: only `\n` breaks its lines, as a block turns other
  /// breaks into that, and its indentation can be told from its first line.
  fileprivate var fitsBlock: Bool {
    guard let first = unicodeScalars.first, !first.properties.isWhitespace, last != " " else {
      return false
    }
    return !contains { $0.isNewline && $0 != "\n" }
  }
}
