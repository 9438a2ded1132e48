/// An attribute of the nodes or edges of a graph, as its source has it.
public struct AttributeColumn: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Codable {
    case text, number
    /// `true` or `false`.
    case boolean
  }

  public var name: String
  /// The kind of all values.
  public var kind: Kind
  /// The value of each node or edge; nil where it has none.
  public var values: [String?]

  public init(_ name: String, _ kind: Kind, _ values: [String?]) {
    (self.name, self.kind, self.values) = (name, kind, values)
  }

  /// The values as numbers; nil if some value is missing or not a finite number.
  public var numbers: [Double]? {
    let numbers = values.compactMap { $0.flatMap { Double(finite: $0) } }
    return numbers.count == values.count ? numbers : nil
  }

  /// Records `value` of `kind` at `index`, which is not before the last. Values of different kinds are text.
  package mutating func set(_ value: String, _ kind: Kind, at index: Int) {
    if values.isEmpty { self.kind = kind }
    if kind != self.kind { self.kind = .text }
    if index >= values.count {
      values.append(contentsOf: repeatElement(nil, count: index + 1 - values.count))
    }
    values[index] = value
  }
}

extension [AttributeColumn] {
  /// The column with the labels of nodes; nil if there is none.
  package var labelIndex: Int? {
    ["label", "name"].lazy.compactMap { name in firstIndex { $0.name.lowercased() == name } }.first
  }
}

extension Double {
  /// The finite number that `text` is, which may contain blanks.
  package init?(finite text: String) {
    let trimmed = text.contains(where: \.isWhitespace) ? text.filter { !$0.isWhitespace } : text
    guard let value = Double(trimmed), value.isFinite else { return nil }
    self = value
  }
}

extension String {
  /// Whether a text that `Double(finite:)` reads is written as a number, unlike `01067`, `+49`, `49 30` and `0x1F`.
  package var isWrittenAsNumber: Bool {
    let words = split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else { return false }
    let digits = words[0].drop { $0 == "-" }.prefix(2)
    let hasLeadingZero = digits.count == 2 && digits.first == "0"
    return digits.first != "+" && !(hasLeadingZero && digits.last?.isNumber == true)
      && digits.last != "x" && digits.last != "X"
  }
}
