import Foundation
import Plugins

/// `value` with four significant digits, as a person reads it: 0.01234, 1.235e+07.
public func readable(_ value: Double) -> String {
  guard value.isFinite, value != 0 else { return value.shortText }
  if value == value.rounded() && value.magnitude < 1e7 { return value.shortText }
  return String(format: "%.4g", value)
}

/// A time in the unit that suits it: 1.234 µs, 12.3 ms, 4.56 s, 2 min 5 s.
public func readable(seconds: Double) -> String {
  switch seconds {
  case ..<0.9995e-6: String(format: "%.3g ns", seconds * 1e9)
  case ..<0.9995e-3: String(format: "%.3g µs", seconds * 1e6)
  case ..<0.9995: String(format: "%.3g ms", seconds * 1e3)
  case ..<99.5: String(format: "%.3g s", seconds)
  default:
    "\(Int(seconds.rounded()) / 60) min \(Int(seconds.rounded()) % 60) s"
  }
}
