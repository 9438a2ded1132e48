/// A scalar of a settings document: its text and how it was written.
public struct Scalar: Hashable, Sendable {
  public enum Style: Sendable {
    /// The text determines the type.
    case plain
    /// In single or double quotes: always text.
    case quoted
    /// As a block (`|` or `>`): always text.
    case block
  }

  public enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Decimal, `0x` hexadecimal or `0o` octal.
    case int(Int)
    case float(Double)
    case string(String)
  }

  public var text: String
  public var style: Style

  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  public init(value: Value) {
    switch value {
    case .null: self.init("null")
    case .bool(let value): self.init(value ? "true" : "false")
    case .int(let value): self.init(String(value))
    case .float(let value): self.init(Self.spelling(of: value))
    case .string(let text):
      let plain = Scalar(text)
      self = plain.value == value ? plain : Scalar(text, style: .quoted)
    }
  }

  /// The shortest text that reads back as the same float, and never as an int.
  package static func spelling(of value: Double) -> String {
    value.isFinite ? "\(value)" : value.shortText
  }

  /// The value under the core schema of YAML 1.2.2, section 10.3.2. Quoted and block scalars are
  /// text; a whole number too large for `Int` is a float. Cost: linear in the text.
  public var value: Value {
    guard style == .plain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".nan", ".NaN", ".NAN": return .float(.nan)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .float(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .float(-.infinity)
    default: return numericValue ?? .string(text)
    }
  }

  public var number: Double? {
    switch value {
    case .int(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  /// The same for all spellings of a number; nil for other values.
  package var numberText: String? {
    if case .int(let value) = value { String(value) } else { number?.shortText }
  }

  /// A description for messages: “the number 3”, “the text 'abc'”, “true”, “nothing” for null.
  public var kindDescription: String {
    switch value {
    case .null: "nothing"
    case .bool(let value): value ? "true" : "false"
    case .int, .float: "the number \(text.excerpt)"
    case .string:
      "the text '\(text.excerpt)'"
        + (style == .plain ? text.missingSpaceAdvice.map { "; \($0)" } ?? "" : "")
    }
  }

  private var numericValue: Value? {
    // Most texts are words: reject them before anything is allocated.
    guard let first = text.utf8.first, UInt8(ascii: "+")...UInt8(ascii: "9") ~= first else {
      return nil
    }
    if text.hasPrefix("0x") { return Self.wholeNumber(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return Self.wholeNumber(text.dropFirst(2), radix: 8) }
    // `Int` and `Double` also read hexadecimal numbers and names such as `+infinity`.
    guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains) else { return nil }
    return Int(text).map(Value.int) ?? Double(text).map(Value.float)
  }

  /// Unsigned digits. `Int` would accept a sign, which the schema forbids after `0x` and `0o`.
  private static func wholeNumber(_ digits: Substring, radix: Int) -> Value? {
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }.filter { $0 < radix }
    guard !digits.isEmpty, values.count == digits.count else { return nil }
    return Int(digits, radix: radix).map(Value.int)
      ?? .float(values.reduce(0.0) { $0 * Double(radix) + Double($1) })
  }
}
