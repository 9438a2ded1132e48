extension Sequence<String> {
  /// In a sentence: “a”, “a and b”, “a, b and c”.
  package func listed(_ conjunction: String = "and") -> String {
    let words = Array(self)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// The same with at most `limit` words: “a, b, c and 4 more”.
  package func listed(atMost limit: Int) -> String {
    let words = Array(self)
    guard words.count > limit else { return words.listed() }
    return (words.prefix(limit) + ["\(words.count - limit) more"]).listed()
  }
}
