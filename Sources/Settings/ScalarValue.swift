extension Scalar {
  /// What the scalar means under the YAML 1.2 core schema; quoted and block scalars are text.
  ///
  /// A whole number too large for `Int` is read as a float. Cost: linear in the text.
  /// Source: YAML 1.2.2, section 10.3.2.
  public var value: Value {
    guard style == .plain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".nan", ".NaN", ".NAN": return .float(.nan)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .float(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .float(-.infinity)
    default: return number ?? .string(text)
    }
  }

  private var number: Value? {
    guard let first = text.utf8.first, Self.canBeginNumber(first) else { return nil }
    if text.hasPrefix("0x") { return Self.wholeNumber(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return Self.wholeNumber(text.dropFirst(2), radix: 8) }
    switch DecimalShape(text.utf8) {
    case .whole: return Int(text).map(Value.int) ?? Double(text).map(Value.float)
    case .fractional(let spelling): return Double(spelling).map(Value.float)
    case nil: return nil
    }
  }

  private static func canBeginNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Unsigned digits: `Int` would also take a sign, which the schema forbids after `0x` and `0o`.
  private static func wholeNumber(_ digits: Substring, radix: Int) -> Value? {
    guard !digits.isEmpty else { return nil }
    var sum = 0.0
    for character in digits {
      guard character.isASCII, let digit = character.hexDigitValue, digit < radix else {
        return nil
      }
      sum = sum * Double(radix) + Double(digit)
    }
    return Int(digits, radix: radix).map(Value.int) ?? .float(sum)
  }
}

/// How a decimal number is written: `[-+]? ( . digits | digits ( . digits? )? ) ( [eE] [-+]? digits )?`.
private enum DecimalShape {
  case whole
  /// The spelling has a digit on both sides of the point, as `Double` wants it.
  case fractional(String)

  init?(_ text: String.UTF8View) {
    var rest = text[...]
    var spelling = ""
    func takeSign() {
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        spelling.unicodeScalars.append(Unicode.Scalar(sign))
        rest.removeFirst()
      }
    }
    func takeDigits() -> Bool {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      spelling += String(decoding: digits, as: UTF8.self)
      rest.removeFirst(digits.count)
      return !digits.isEmpty
    }

    takeSign()
    let hasWhole = takeDigits()
    if rest.isEmpty, hasWhole {
      self = .whole
      return
    }
    if !hasWhole { spelling += "0" }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      spelling += "."
      let hasFraction = takeDigits()
      guard hasWhole || hasFraction else { return nil }
      if !hasFraction { spelling += "0" }
    } else if !hasWhole {
      return nil
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      spelling += "e"
      takeSign()
      guard takeDigits() else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self = .fractional(spelling)
  }
}
