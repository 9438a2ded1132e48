import ForceLabSettings

/// Units that may follow the number of a parameter in a file, such as `30px` or `250 ms`.
package enum Units {
  /// In microseconds, so that all ratios are whole numbers.
  private static let times = [
    "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "min": 6e7, "h": 3.6e9,
  ]

  /// How a number of `unit` may be written, with the size of each spelling: times and angles in other
  /// units, `tick` for `ticks`, and `/tick` for `1/tick`.
  private static func sizes(of unit: String) -> [String: Double] {
    switch unit {
    case "s", "min": times
    case "rad": ["rad": 1, "deg": .pi / 180, "°": .pi / 180]
    case _ where unit.hasPrefix("1/"): [unit: 1, String(unit.dropFirst()): 1]
    case _ where unit.hasSuffix("s") && !unit.contains("/"): [unit: 1, String(unit.dropLast()): 1]
    default: [unit: 1]
    }
  }

  /// The spellings of numbers of `unit`, as a regular expression.
  package static func pattern(of unit: String) -> String {
    let spellings = sizes(of: unit).keys.sorted().map { $0.replacing("^", with: "\\^") }
    return "^[-+.0-9eE]+ ?(\(spellings.joined(separator: "|")))$"
  }

  /// The number of `unit` that `text` gives with one of its spellings; nil if it gives none.
  package static func number(in text: String, of unit: String) -> Double? {
    guard !unit.isEmpty, let (number, spelling) = parts(of: text) else { return nil }
    let sizes = sizes(of: unit)
    guard let size = sizes[spelling], let own = sizes[unit] else { return nil }
    // Divided by whole numbers, 9 ms are 0.009 s, and not 0.009000000000000001.
    let ratio = own / size
    return ratio == ratio.rounded() ? number / ratio : number * (size / own)
  }

  /// Whether `text` is a number with a unit, if not that of the parameter.
  static func isNumber(_ text: String) -> Bool {
    guard let spelling = parts(of: text)?.unit else { return false }
    let known = ["px", "pt", "rad", "deg", "°", "Hz", "%", "tick", "ticks", "node", "nodes"]
    return known.contains(spelling) || times[spelling] != nil || spelling.contains("/")
  }

  fileprivate static func parts(of text: String) -> (number: Double, unit: String)? {
    guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first),
      // Most are plain numbers.
      Double(text) == nil,
      let match = text.wholeMatch(of: /([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?) ?([^-+._0-9 ].*)/)
    else { return nil }
    return Double(match.output.1).map { ($0, String(match.output.2)) }
  }
}

extension Slot {
  /// Whether `node` is a number with a unit, this one or another, and not a name.
  package func isNumberWithUnit(_ node: SettingsNode) -> Bool {
    node.scalar.map { Units.isNumber($0.text) || Units.number(in: $0.text, of: unit) != nil }
      ?? false
  }

  /// The number that `node` gives, with a unit of the parameter or without one; nil if it gives none.
  package func number(in node: SettingsNode) -> Double? {
    node.scalar?.number ?? node.scalar.flatMap { Units.number(in: $0.text, of: unit) }
  }

  /// Why `node` gives no number if it is one with another unit; nil if it is not.
  func unitProblem(of node: SettingsNode) -> String? {
    guard let text = node.scalar?.text, node.scalar?.number == nil, Units.parts(of: text) != nil,
      Units.number(in: text, of: unit) == nil
    else { return nil }
    return unit.isEmpty
      ? "'\(name)' has no unit, found '\(text.excerpt)'; write the number alone"
      : "'\(name)' must be in \(unit), found '\(text.excerpt)'; write a number of \(unit), with or without "
        + "the unit"
  }
}
