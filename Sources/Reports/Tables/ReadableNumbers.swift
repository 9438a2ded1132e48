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
