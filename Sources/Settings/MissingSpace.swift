extension StringProtocol {
  /// The first key that is followed by ':' and a value without a space between them, as in `name:a`, and how many
  /// characters are before it; nil if there is none. Addresses such as `https://a` and paths such as `C:\a` have none,
  /// and neither has text in quotes.
  package var keyWithoutSpace: (key: String, offset: Int)? {
    let pattern = /(?:^\s*(?:- +)*|[\[\{,]\s*)(?<key>[A-Za-z][A-Za-z0-9_.-]*):(?=[^\s:\/\\,\]\}])/
    let text = String(self).replacing(/"[^"]*"|'[^']*'/) {
      String(repeating: "_", count: $0.output.count)
    }
    guard let key = text.firstMatch(of: pattern)?.output.key else { return nil }
    return (String(key), key.base[..<key.startIndex].count)
  }

  /// Advice to write `name:a` as a mapping; nil if the text is not like this.
  package var missingSpaceAdvice: String? {
    guard let (key, offset) = keyWithoutSpace, offset == 0 else { return nil }
    return "write {\(key): \(String(dropFirst(key.count + 1)).excerpt)}"
  }
}
