import Foundation

/// Colors that people can tell apart whatever their color vision, as `#rrggbb`.
enum Palette {
  /// For groups: Okabe and Ito, Color Universal Design, 2008, the dark ones first.
  static let groups = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442",
  ]
  /// For what belongs to no group, or to one too many.
  static let other = "#8C8C8C"

  /// For numbers, from 0 to 1: viridis, by van der Walt and Smith, 2015, between six of its colors.
  static func ramp(_ part: Double) -> String {
    let place = max(0, min(1, part)) * Double(stops.count - 1)
    let below = min(Int(place), stops.count - 2)
    let mix = place - Double(below)
    let parts = zip(stops[below], stops[below + 1]).map { Int(($0 + ($1 - $0) * mix).rounded()) }
    return String(format: "#%02X%02X%02X", parts[0], parts[1], parts[2])
  }

  private static let stops: [[Double]] = [
    [68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37],
  ]
}
