import ForceLabPlugins

public struct SortedItems: Arrangement {
  public var count = 10_000
  public var width = 375.0
  public var height = 100.0

  public init() {}

  public static let manual = Manual<Self>(
    "sorted", "Items of equal size, one below the other: sorted by their top and bottom edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...10_000_000), "Number of items."),
      Parameter("width", \.width, in: 0.001...1e6, unit: "px", "Width of an item."),
      Parameter("height", \.height, in: 0.001...1e6, unit: "px", "Height of an item."),
    ], shorthand: "count", source: "The sorted items of GIPHY's engineering post of 2018-11-02")

  public var isRandom: Bool { false }

  public func items(using generator: inout SeededGenerator) -> [ItemRectangle] {
    (0..<count).map { item in
      ItemRectangle(
        left: 0, top: Double(item) * height, right: width, bottom: Double(item + 1) * height)
    }
  }
}
