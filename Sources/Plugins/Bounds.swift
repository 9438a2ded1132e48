/// The range of a numeric parameter.
public struct Bounds: Hashable, Sendable, CustomStringConvertible {
  public private(set) var lower = -Double.infinity
  public private(set) var upper = Double.infinity
  public private(set) var excludesLower = false
  public private(set) var allowsInfinity = false

  public static let finite = Bounds()
}

extension Bounds {
  public init(_ range: PartialRangeFrom<Double>) { self.init(lower: range.lowerBound) }
  public init(_ range: PartialRangeThrough<Double>) { self.init(upper: range.upperBound) }
  /// Includes infinite bounds.
  public init(_ range: ClosedRange<Double>) {
    self.init(
      lower: range.lowerBound, upper: range.upperBound,
      allowsInfinity: range.lowerBound.isInfinite || range.upperBound.isInfinite)
  }
  public init(_ range: PartialRangeFrom<Int>) { self.init(lower: Double(range.lowerBound)) }
  public init(_ range: ClosedRange<Int>) {
    self.init(lower: Double(range.lowerBound), upper: Double(range.upperBound))
  }
  public init(
    above lower: Double, through upper: Double = .infinity, allowsInfinity: Bool = false
  ) {
    self.init(lower: lower, upper: upper, excludesLower: true, allowsInfinity: allowsInfinity)
  }

  /// NaN never is.
  public func contains(_ value: Double) -> Bool {
    value <= upper && (excludesLower ? value > lower : value >= lower)
      && (allowsInfinity || value.isFinite)
  }

  /// “0 or more”, “more than 0”, “0 to 1”.
  public var description: String {
    let minimum = excludesLower ? "more than \(lower.shortText)" : "\(lower.shortText) or more"
    return switch (lower.isFinite, upper.isFinite) {
    case (false, false): "any finite number"
    case (true, false): minimum
    case (false, true): "\(upper.shortText) or less"
    case (true, true) where excludesLower: "\(minimum), at most \(upper.shortText)"
    case (true, true): "\(lower.shortText) to \(upper.shortText)"
    }
  }
}
