extension Sequence<String> {
  /// In a sentence: “a”, “a and b”, “a, b and c”.
  package func listed(_ conjunction: String = "and") -> String {
    let words = Array(self)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
