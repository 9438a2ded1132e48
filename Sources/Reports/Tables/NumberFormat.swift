import Foundation
import ForceLabPlugins

/// One format for the numbers of a column or a chart: the same decimals, or exponents for all.
struct NumberFormat: Equatable {
  enum Style: Equatable {
    case decimals(Int)
    /// An exponent, and digits after the decimal point.
    case exponent(Int)
  }

  let style: Style
  /// Longer numbers get exponents.
  private static let maxDigits = 8

  /// The greatest of `values` gets `digits` significant digits, the least one less. Whole numbers
  /// have no decimals if `showsWhole`, and halves have one.
  init(suiting values: [Double], digits: Int = 4, showsWhole: Bool = true) {
    let sizes = values.filter { $0.isFinite && $0 != 0 }.map(\.magnitude)
    let areWhole = sizes.allSatisfy { $0 == $0.rounded() && $0 < 1e7 }
    guard let least = sizes.min(), let most = sizes.max(), !(areWhole && showsWhole) else {
      style = .decimals(0)
      return
    }
    let places = { (size: Double) in Int(log10(size).rounded(.down)) }
    let areHalves = sizes.allSatisfy { 2 * $0 == (2 * $0).rounded() }
    let decimals = max(
      areHalves && !areWhole ? 1 : 0, digits - 1 - places(most), digits - 2 - places(least))
    let length = max(0, places(most)) + 1 + decimals
    style = most < 1e7 && length <= Self.maxDigits ? .decimals(decimals) : .exponent(digits - 1)
  }

  func text(_ value: Double) -> String {
    guard value.isFinite else { return value.shortText }
    return String(format: pattern, value)
  }

  /// For `printf`.
  var pattern: String {
    switch style {
    case .decimals(let count): "%.\(count)f"
    case .exponent(let count): "%.\(count)e"
    }
  }
}
