import ForceLabPlugins

public struct Waterfall: Arrangement {
  public var count = 10_000
  public var columns = 3
  public var width = 375.0
  public var heights = [80.0, 240.0]

  public init() {}

  public static let manual = Manual<Self>(
    "waterfall",
    "Puts each item, of random height, into the shortest column (the first of equals). Items are "
      + "sorted by their top edges, but not by their bottom edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...10_000_000), "Number of items."),
      Parameter("columns", \.columns, within: Bounds(1...10_000), "Number of columns."),
      Parameter("width", \.width, in: 0.001...1e6, unit: "px", "Width of the page."),
      Parameter(
        "heights", \.heights, in: 0.001...1e6, unit: "px",
        "Smallest and largest height of an item."),
    ], shorthand: "count", source: "The waterfall layout of GIPHY's engineering post of 2018-11-02")

  public func check() throws(ParameterError) {
    guard heights.count == 2, heights[0] <= heights[1] else {
      throw ParameterError(
        "'heights' must be two numbers, the smallest and the largest height, such as [80, 240]",
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
