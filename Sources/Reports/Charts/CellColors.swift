import Foundation
import ForceLabPlugins
import ForceLabWorkbench

/// The color axis of a heat map, which a few extreme values do not flatten: colors end at Tukey's
/// outer fences, three times the interquartile range beyond the quartiles.
struct CellColors {
  let axis: Chart.Axis
  /// A sentence about the values beyond the fences; empty if there are none.
  let note: String

  init(of measure: Column, values: [Double]) {
    let inside = Self.inside(values)
    let isLogarithmic = inside.isWide && values.allSatisfy { $0 > 0 }
    let kept = isLogarithmic ? Self.inside(values) { log($0) } : inside
    // Unit and power of ten suit most values.
    var axis = Chart.Axis(of: measure, values: kept, isLogarithmic: isLogarithmic)
    let count = values.count - kept.count
    if count > 0, let least = kept.min(), let most = kept.max() { axis.range = least...most }
    self.axis = axis
    note =
      count == 0
      ? ""
      : " Colors end at three interquartile ranges beyond the quartiles; "
        + "\(counted(count, "value")) beyond \(count == 1 ? "has" : "have") the color of the end and "
        + "the mark ▲ (above) or ▼ (below)."
  }

  /// The values between the fences; all if the fences coincide or nothing else varies.
  private static func inside(
    _ values: [Double], by scale: (Double) -> Double = { $0 }
  ) -> [Double] {
    let sorted = values.map(scale).sorted()
    guard sorted.count > 4 else { return values }
    let (low, high) = (quantile(sorted, 0.25), quantile(sorted, 0.75))
    let reach = 3 * (high - low)
    let kept = values.filter { low - reach...high + reach ~= scale($0) }
    return reach > 0 && Set(kept).count > 1 ? kept : values
  }
}
