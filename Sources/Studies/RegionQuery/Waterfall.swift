import ForceLabPlugins

/// The masonry layout: columns of items of one width and many heights.
public struct Waterfall: Arrangement {
  /// How many items.
  public var count = 10_000
  /// How many columns.
  public var columns = 3
  /// The width of the page.
  public var width = 375.0
  /// The least and the greatest height of an item.
  public var heights = [80.0, 240.0]

  /// 10 000 items in three columns.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "waterfall",
    "Each item goes to the shortest column (the first of equals), its height at random: items are "
      + "sorted by their top edges, but not by their bottom edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...10_000_000), "How many items."),
      Parameter("columns", \.columns, within: Bounds(1...10_000), "How many columns."),
      Parameter("width", \.width, in: 0.001...1e6, unit: "px", "Width of the page."),
      Parameter(
        "heights", \.heights, in: 0.001...1e6, unit: "px",
        "Least and greatest height of an item, in a list."),
    ],
    shorthand: "count", source: "The waterfall layout of GIPHY's engineering post of 2018-11-02")

  public func check() throws(ParameterError) {
    guard heights.count == 2, heights[0] <= heights[1] else {
      throw ParameterError(
        "'heights' takes two numbers, the least height and the greatest, such as [80, 240]",
        parameter: "heights")
    }
  }

  public func items(using generator: inout SeededGenerator) -> [ItemRectangle] {
    var bottoms = [Double](repeating: 0, count: columns)
    let side = width / Double(columns)
    return (0..<count).map { _ in
      var shortest = 0
      for column in 1..<max(1, columns) where bottoms[column] < bottoms[shortest] {
        shortest = column
      }
      let top = bottoms[shortest]
      bottoms[shortest] += heights[0] + generator.unit() * (heights[1] - heights[0])
      let left = Double(shortest) * side
      return ItemRectangle(left: left, top: top, right: left + side, bottom: bottoms[shortest])
    }
  }
}
