import Foundation

/// A number with no more digits than its 95 % interval allows: to the second digit of the width of the interval, two to
/// four. Without an interval, three digits; four if it is exact. Whole numbers that were not rounded have no decimals.
struct MeasuredNumber {
  let value: Double
  let interval: ClosedRange<Double>?
  var isExact = false

  var text: String { text(value) }

  /// In a sentence, such as `1.12 to 1.63`; nil if there is no interval, or it is a point in these digits.
  var boundsText: String? { bounds(joinedBy: " to ") }
  /// The same in a table: `1.12 … 1.63`.
  var rangeText: String? { bounds(joinedBy: " … ") }

  private func bounds(joinedBy separator: String) -> String? {
    guard let interval else { return nil }
    let (low, high) = (text(interval.lowerBound), text(interval.upperBound))
    return low == high ? nil : low + separator + high
  }

  /// `1.12 … 1.63`, also of a point; nil if there is no interval.
  var intervalText: String? { interval.map { "\(text($0.lowerBound)) … \(text($0.upperBound))" } }

  private func text(_ number: Double) -> String {
    guard number.isFinite else { return number > 0 ? "∞" : "−∞" }
    guard number != 0 else { return "0" }
    let width = interval.map { $0.upperBound - $0.lowerBound } ?? 0
    let digits: Int
    if width > 0, width.isFinite {
      let place = Self.exponent(of: width) - 1
      digits = min(4, max(2, Self.exponent(of: number) - place + 1))
    } else {
      // A count is exact, however few repeats there are.
      if number == number.rounded(), number.magnitude < 1e7 { return number.shortText }
      digits = isExact || interval != nil ? 4 : 3
    }
    return Self.rounded(number, digits)
  }

  private static func exponent(of number: Double) -> Int {
    Int(clamping: log10(number.magnitude).rounded(.down))
  }

  /// With `digits` significant digits; below ten million without an exponent of ten.
  static func rounded(_ number: Double, _ digits: Int) -> String {
    let text = String(format: "%.\(digits - 1)e", number)
    let size = exponent(of: Double(text) ?? number)
    guard -5..<7 ~= size else { return text }
    let decimals = digits - 1 - size
    if decimals >= 0 { return String(format: "%.\(decimals)f", number) }
    let unit = pow(10, Double(-decimals))
    return String(format: "%.0f", (number / unit).rounded() * unit)
  }
}
