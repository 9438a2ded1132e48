import Foundation

/// Curves as lines of eight heights, `▇▆▄▃▂▁`, on one logarithmic scale and one axis of iterations.
struct Sparklines {
  typealias Curve = [(iteration: Int, value: Double)]

  /// A line per curve, in their order; empty for curves of less than two values.
  let lines: [String]
  private static let heights = Array("▁▂▃▄▅▆▇█")

  /// The longest line has `width` characters. Values without a logarithm are at the bottom.
  init(_ curves: [Curve], width: Int = 12) {
    let logarithms = curves.joined().map(\.value).filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let last = curves.compactMap(\.last?.iteration).max() ?? 0
    guard let low = logarithms.min(), let high = logarithms.max(), high > low, last > 0 else {
      lines = curves.map { _ in "" }
      return
    }
    lines = curves.map { curve in
      guard curve.count > 1 else { return "" }
      var sums = Array(repeating: (sum: 0.0, count: 0), count: width)
      for (iteration, value) in curve {
        let height = value > 0 && value.isFinite ? (log10(value) - low) / (high - low) : 0
        // In floating point, because a damaged file may have any number of iterations.
        let place = Double(max(0, iteration)) * Double(width) / (Double(last) + 1)
        let column = Int(min(Double(width - 1), place))
        sums[column].sum += height
        sums[column].count += 1
      }
      return Self.line(sums)
    }
  }

  /// Columns without iterations repeat the height before.
  private static func line(_ sums: [(sum: Double, count: Int)]) -> String {
    let end = sums.lastIndex { $0.count > 0 } ?? 0
    var height = sums.first { $0.count > 0 }.map { $0.sum / Double($0.count) } ?? 0
    return String(
      sums[...end].map { part in
        if part.count > 0 { height = part.sum / Double(part.count) }
        return heights[min(7, Int(height * 8))]
      })
  }
}
