/// The range of a numeric parameter.
public struct Bounds: Hashable, Sendable, CustomStringConvertible {
  /// The least value.
  public let lower: Double
  /// The greatest value.
  public let upper: Double
  /// Whether the least value itself is left out.
  public let excludesLower: Bool
  /// Whether ±∞ may be given; an open range takes finite numbers only.
  public let allowsInfinity: Bool

  /// Every finite number.
  public static let finite = Bounds()

  init(
    lower: Double = -.infinity, upper: Double = .infinity, excludesLower: Bool = false,
    allowsInfinity: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.excludesLower = excludesLower
    self.allowsInfinity = allowsInfinity
  }

  /// `lower` or more, finite.
  public init(_ range: PartialRangeFrom<Double>) { self.init(lower: range.lowerBound) }
  /// `upper` or less, finite.
  public init(_ range: PartialRangeThrough<Double>) { self.init(upper: range.upperBound) }
  /// From `lower` to `upper`; ∞ may be given if it is a bound.
  public init(_ range: ClosedRange<Double>) {
    self.init(
      lower: range.lowerBound, upper: range.upperBound,
      allowsInfinity: range.lowerBound.isInfinite || range.upperBound.isInfinite)
  }
  /// `lower` or more.
  public init(_ range: PartialRangeFrom<Int>) { self.init(lower: Double(range.lowerBound)) }
  /// From `lower` to `upper`.
  public init(_ range: ClosedRange<Int>) {
    self.init(lower: Double(range.lowerBound), upper: Double(range.upperBound))
  }
  /// More than `lower`; infinite too, if so stated.
  public init(above lower: Double, allowsInfinity: Bool = false) {
    self.init(lower: lower, excludesLower: true, allowsInfinity: allowsInfinity)
  }

  /// Whether `value` lies in the range. NaN lies in none.
  public func contains(_ value: Double) -> Bool {
    value <= upper && (excludesLower ? value > lower : value >= lower)
      && (allowsInfinity || value.isFinite)
  }

  /// The range in words: “0 or more”, “more than 0”, “0 to 1”.
  public var description: String {
    let least = excludesLower ? "more than \(lower.shortText)" : "\(lower.shortText) or more"
    return switch (lower.isFinite, upper.isFinite) {
    case (false, false): "any finite number"
    case (true, false): least
    case (false, true): "\(upper.shortText) or less"
    case (true, true) where excludesLower: "\(least), at most \(upper.shortText)"
    case (true, true): "\(lower.shortText) to \(upper.shortText)"
    }
  }
}

extension Double {
  /// The shortest decimal text that reads back as this number; whole numbers without “.0”,
  /// infinities and NaN as YAML writes them.
  public var shortText: String {
    if isNaN { return ".nan" }
    if isInfinite { return self < 0 ? "-.inf" : ".inf" }
    // From 2⁵⁴ on, Swift itself writes an exponent.
    return self == rounded() && magnitude < 0x1p54 && !(self == 0 && sign == .minus)
      ? String(Int(self)) : description
  }
}
