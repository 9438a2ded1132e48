import ForceLabPlugins

enum SVG {
  /// Escaped for elements and attributes, without characters that XML does not allow.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// `value` with one digit after the decimal point, or two below ten.
  static func number(_ value: Double) -> String {
    let factor = value.magnitude < 10 ? 100.0 : 10
    return ((value * factor).rounded() / factor).shortText
  }
}
