extension String {
  /// The text on one line and shortened to 40 columns, for messages.
  public var excerpt: String { String(prefix(41)).shortened(to: 40).printableLine }

  /// As much of the text as fits in `limit` columns, with an ellipsis in the last of them if that is not all.
  package func shortened(to limit: Int) -> String {
    guard columnCount > limit else { return self }
    var used = 1
    let kept = prefix { character in
      used += character.columnCount
      return used <= limit
    }
    return kept + "…"
  }

  /// `printable` on one line: line feeds and tabs are escaped, too.
  public var printableLine: String { escaping(\.isObeyed) }

  /// The text for people, in which characters that a terminal or a browser would obey instead of showing
  /// them are escaped, such as `\u{1B}`: control characters except line feeds and tabs, and marks of direction.
  public var printable: String { escaping { $0.isObeyed && $0 != "\n" && $0 != "\t" } }

  /// `printable` for names in pictures, without the marks of direction that are common in Arabic and Hebrew data.
  package var printableName: String {
    filter { !["\u{61C}", "\u{200E}", "\u{200F}"].contains($0) }.printable
  }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { $0 += isEscaped($1) ? $1.escape : String($1) }
  }

  /// As one argument of a command in a shell.
  package var asArgument: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,+%@".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}

extension Unicode.Scalar {
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(hexadecimal(value))}"
    }
  }

  /// Whether it is a control character or a mark of direction.
  package var isObeyed: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
