import ForceLabSettings

/// One field of a CSV file.
public enum Field: Hashable, Sendable {
  case none
  case integer(Int)
  case number(Double)
  case text(String)

  public init(_ value: Double?) { self = value.map { .number($0) } ?? .none }

  package init(integer value: Int?) { self = value.map { .integer($0) } ?? .none }

  package init(_ value: Bool) { self = .text(String(value)) }

  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .none, .text: nil
    }
  }

  /// The field as it stands in the file, before quoting: numbers in their shortest round-trip form.
  public var text: String {
    switch self {
    case .none: ""
    case .integer(let value): String(value)
    case .number(let value) where value.isNaN: "nan"
    case .number(let value) where value.isInfinite: value < 0 ? "-inf" : "inf"
    case .number(let value): value.shortText
    case .text(let text): text
    }
  }
}

/// One letter for its kind, then its text, so that it is read back as it was, to the last bit.
extension Field: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let rest = String(text.dropFirst())
    let field: Field? =
      switch text.first {
      case nil: Field.none
      case "i": Int(rest).map { .integer($0) }
      case "n": Double(rest).map { .number($0) }
      case "t": .text(rest)
      default: nil
      }
    guard let field else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no field: \(text)")
    }
    self = field
  }

  var code: String {
    switch self {
    case .none: ""
    case .integer: "i" + text
    case .number: "n" + text
    case .text: "t" + text
    }
  }
}

/// A line of a CSV file by RFC 4180, except that it ends with a line feed alone.
public func csvLine(_ fields: [Field]) -> String {
  fields.map { quoted($0.text) }.joined(separator: ",") + "\n"
}

public func csvLine(_ names: [String]) -> String { csvLine(names.map { .text($0) }) }

package typealias CSVColumn<Row> = (name: String, field: (Row) -> Field)

/// A CSV file with a line for each of `rows`.
package func csvText<Row>(_ rows: [Row], _ columns: [CSVColumn<Row>]) -> String {
  csvLine(columns.map(\.name)) + rows.map { row in csvLine(columns.map { $0.field(row) }) }.joined()
}

private func quoted(_ text: String) -> String {
  let isPlain = { (scalar: Unicode.Scalar) in
    scalar != "\"" && scalar != "," && !scalar.isObeyed
  }
  // Scalar by scalar, as readers of CSV do: a quote counts even if an accent combines with it.
  let scalars = text.unicodeScalars
  if scalars.allSatisfy(isPlain) { return text }
  return "\"" + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
}
