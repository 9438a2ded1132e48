/// The color, dash and marker of each label in all charts of a run: the same configuration or setting
/// looks the same everywhere.
struct LabelStyles {
  private var known: [String: Int] = [:]

  /// A style for each of `labels`, no two of them equal. A label keeps the style that it had before,
  /// unless an earlier one of `labels` has it; others get the first that is free.
  mutating func styles(of labels: [String]) -> [String: Int] {
    var styles: [String: Int] = [:]
    var taken: Set<Int> = []
    for label in labels {
      if let style = known[label], taken.insert(style).inserted { styles[label] = style }
    }
    var next = 0
    for label in labels where styles[label] == nil {
      while !taken.insert(next).inserted { next += 1 }
      styles[label] = next
    }
    known.merge(styles) { before, _ in before }
    return styles
  }
}
