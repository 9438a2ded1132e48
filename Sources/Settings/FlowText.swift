extension SettingsNode {
  /// The node as YAML in one line, in flow style: `{kd-tree: {theta: 0.9}}`, `[1, 2]`, `exact`.
  /// Reading it gives the same content. It equals the text of libyaml's emitter, except that the emitter escapes
  /// characters above U+FFFF, such as emoji. Cost: the length of the text times its depth.
  public var flowText: String { scalar?.flowText(isNested: false) ?? nestedFlowText }

  /// The same within a list or mapping in flow style.
  private var nestedFlowText: String {
    switch content {
    case .scalar(let scalar): scalar.flowText(isNested: true)
    case .sequence(let items): "[" + items.map(\.nestedFlowText).joined(separator: ", ") + "]"
    case .mapping(let mapping):
      "{"
        + mapping.entries.map { entry in
          let key = Scalar(key: entry.key).flowText(isNested: true)
          return (entry.isSimple ? "\(key): " : "? \(key) : ") + entry.value.nestedFlowText
        }.joined(separator: ", ") + "}"
    }
  }
}

extension Mapping.Entry {
  /// Whether the key can be followed by `:` without a `?` before it, as libyaml decides it.
  var isSimple: Bool { key.utf8.count <= 128 && !key.unicodeScalars.contains { $0.isLineBreak } }
}

extension Scalar {
  /// A key. A plain `<<` would be a merge key, and an empty plain key null.
  init(key: String) { self.init(key, style: key == "<<" || key.isEmpty ? .quoted : .plain) }

  /// The scalar in one line; `isNested` if it is in a flow list or mapping.
  func flowText(isNested: Bool) -> String {
    if text.isEmpty { return style == .plain ? "null" : "''" }
    let shape = ScalarShape(text)
    if style == .plain, isNested ? shape.isPlainInFlow : shape.isPlainInBlock { return text }
    if shape.fitsSingleQuotes { return "'" + text.replacing("'", with: "''") + "'" }
    return "\"" + text.unicodeScalars.reduce(into: "") { $0 += $1.inDoubleQuotes } + "\""
  }
}

/// The YAML styles that can hold a text, as libyaml's emitter decides it.
private struct ScalarShape {
  private(set) var isPlainInFlow = true
  private(set) var isPlainInBlock = true
  private(set) var fitsSingleQuotes = true

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    if text.hasPrefix("---") || text.hasPrefix("...") { forbidPlain() }
    for (index, scalar) in scalars.enumerated() {
      let isFirst = index == 0
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let endsWord = next.map { $0 == " " || $0 == "\t" || $0.isLineBreak } ?? true
      switch scalar {
      case ",", "[", "]", "{", "}":
        isPlainInFlow = false
        if isFirst { isPlainInBlock = false }
      case "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`": if isFirst { forbidPlain() }
      case "?":
        isPlainInFlow = false
        if isFirst && endsWord { isPlainInBlock = false }
      case ":":
        isPlainInFlow = false
        if endsWord { isPlainInBlock = false }
      case "-": if isFirst && endsWord { forbidPlain() }
      case "#":
        if isFirst || [" ", "\t"].contains(scalars[index - 1]) || scalars[index - 1].isLineBreak {
          forbidPlain()
        }
      case " ": if isFirst || next == nil { forbidPlain() }
      default:
        if scalar.isLineBreak || !scalar.isPrintable {
          forbidPlain()
          fitsSingleQuotes = false
        }
      }
    }
  }

  private mutating func forbidPlain() { (isPlainInFlow, isPlainInBlock) = (false, false) }
}

extension Unicode.Scalar {
  package var isLineBreak: Bool { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(self) }

  /// Whether it is written without an escape. YAML allows characters above U+FFFF, such as emoji, though libyaml
  /// escapes them.
  var isPrintable: Bool {
    switch self {
    case " "..."~", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}",
      "\u{10000}"...:
      true
    default: false
    }
  }

  /// The letter or sign after the backslash, of characters that have an escape of their own.
  private static let escapes: [Self: Character] = [
    "\"": "\"", "\\": "\\", "\0": "0", "\u{7}": "a", "\u{8}": "b", "\t": "t", "\n": "n",
    "\u{B}": "v", "\u{C}": "f", "\r": "r", "\u{1B}": "e", "\u{85}": "N", "\u{2028}": "L",
    "\u{2029}": "P",
  ]

  fileprivate var inDoubleQuotes: String {
    if let letter = Self.escapes[self] { return "\\\(letter)" }
    return switch self {
    case _ where isPrintable: String(self)
    case ..."\u{FF}": "\\x" + hexadecimal(value, digits: 2)
    case ..."\u{FFFF}": "\\u" + hexadecimal(value, digits: 4)
    default: "\\U" + hexadecimal(value, digits: 8)
    }
  }
}

/// `value` in upper case, with at least as many `digits`.
package func hexadecimal(_ value: some BinaryInteger, digits: Int = 1) -> String {
  let code = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - code.count)) + code
}
