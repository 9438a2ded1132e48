extension Scalar {
  /// What it is, for messages: “the number 3”, “the text 'abc'”, “true”, “nothing” for null.
  ///
  /// One line; a long text is shortened to 40 characters.
  public var kindDescription: String {
    switch value {
    case .null: "nothing"
    case .bool(let value): value ? "true" : "false"
    case .int, .float: "the number \(text.excerpt)"
    case .string: "the text '\(text.excerpt)'"
    }
  }
}

extension String {
  /// At most 40 characters of the text, in one line, for messages.
  public var excerpt: String {
    let limit = 40
    let start = prefix(limit + 1)
    let shown = start.count > limit ? start.prefix(limit - 1) + "…" : start
    return shown.unicodeScalars.reduce(into: "") { $0 += $1.shownInMessage }
  }
}

extension Unicode.Scalar {
  fileprivate var shownInMessage: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      "\\u{\(String(value, radix: 16, uppercase: true))}"
    default: String(self)
    }
  }
}
