import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Four significant digits: 0.01234, 0.5880, 1.235e+07; below ten million all before the decimal point.
public func readable(_ value: Double) -> String {
  guard value.isFinite, value != 0 else { return value.shortText }
  let whole = value.rounded()
  if (value == whole || value.magnitude >= 1e4) && whole.magnitude < 1e7 { return whole.shortText }
  return significant(value, digits: 4)
}

/// A time in a suitable unit: 1.23 µs, 12.3 ms, 4.56 s, 2 min 5 s, 3 h 7 min.
public func readable(seconds: Double) -> String {
  switch seconds {
  case ..<99.5:
    let unit = TimeUnit(suiting: [seconds * 1.0005])
    return String(format: "%.3g", seconds / unit.seconds) + " \(unit.rawValue)"
  case ..<3599.5:
    return "\(Int(clamping: seconds.rounded()) / 60) min \(Int(clamping: seconds.rounded()) % 60) s"
  case ..<1e12:
    let minutes = Int(clamping: (seconds / 60).rounded())
    return "\(minutes / 60) h \(minutes % 60) min"
  default:
    return "\(readable(seconds)) s"
  }
}

extension Column {
  /// Times in a suitable unit, other values without one.
  func readableText(_ value: Double) -> String {
    secondsPerUnit.map { readable(seconds: value * $0) } ?? readable(value)
  }
}

enum TimeUnit: String, CaseIterable {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case seconds = "s"

  /// The largest unit of which the smallest of `times` is at least one.
  init(suiting times: [Double]) {
    let minimum = times.filter { $0 > 0 }.min() ?? 1
    self = Self.allCases.last { $0.seconds <= minimum } ?? .nanoseconds
  }

  var seconds: Double {
    switch self {
    case .nanoseconds: 1e-9
    case .microseconds: 1e-6
    case .milliseconds: 1e-3
    case .seconds: 1
    }
  }
}

/// `value` with `digits` significant digits, also trailing zeros; below ten million without an exponent: 1520.
func significant(_ value: Double, digits: Int) -> String {
  let text = String(format: "%#.\(digits)g", value)
  if text.contains("e+") { return MeasuredNumber.rounded(value, digits) }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

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
