import Foundation

/// Colors that people can tell apart whatever their color vision, as `#rrggbb`.
enum Palette {
  /// Those that stand out on white first: Okabe and Ito, Color Universal Design, 2008.
  static let colors = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442",
  ]
  /// The same for nodes in groups, which stand on dark pages, too.
  static let groups = colors.filter { $0 != "#000000" }
  /// For what belongs to no group, or to one too many.
  static let other = "#8C8C8C"
  static let dashes: [[Int]] = [
    [1, 0], [8, 4], [2, 3], [8, 3, 2, 3], [1, 0], [12, 4], [2, 3, 2, 6], [10, 3, 2, 3],
  ]
  static let shapes = [
    "circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right",
    "triangle-left",
  ]
  /// Even steps in lightness: cividis (Nuñez, Anderton and Renslow 2018).
  static let scale = [
    "#00224E", "#123570", "#3B496C", "#575D6D", "#707173", "#8A8678", "#A59C74", "#C3B369",
    "#E1CC55", "#FEE838",
  ]

  /// `part` is from 0 to 1.
  static func ramp(_ part: Double) -> String {
    let position = max(0, min(1, part)) * Double(scale.count - 1)
    let below = min(Int(clamping: position), scale.count - 2)
    let mix = position - Double(below)
    let parts = zip(channels(scale[below]), channels(scale[below + 1])).map {
      Int(clamping: ($0 + ($1 - $0) * mix).rounded())
    }
    return String(format: "#%02X%02X%02X", parts[0], parts[1], parts[2])
  }

  /// Red, green and blue of `color`, from 0 to 255.
  private static func channels(_ color: String) -> [Double] {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    return [value >> 16, value >> 8 & 255, value & 255].map(Double.init)
  }
}
