import ForceLabGraphFiles
import ForceLabPlugins
import ForceLabSettings

struct Waterfall: Arrangement {
  var count = 10_000
  var columns = 3
  var width = 375.0
  var heights = [80.0, 240.0]

  static let manual = Manual<Self>(
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

  func check() throws(ParameterError) {
    guard heights.count == 2, heights[0] <= heights[1] else {
      throw ParameterError(
        "'heights' must be two numbers, the smallest and the largest height, such as [80, 240]",
        parameter: "heights")
    }
  }

  func items(using generator: inout SeededGenerator) -> [ItemRectangle] {
    var bottoms = [Double](repeating: 0, count: columns)
    let side = width / Double(columns)
    return (0..<count).map { _ in
      let shortest = bottoms.indices.min { bottoms[$0] < bottoms[$1] } ?? 0
      let top = bottoms[shortest]
      bottoms[shortest] += heights[0] + generator.unit() * (heights[1] - heights[0])
      let left = Double(shortest) * side
      return ItemRectangle(left: left, top: top, right: left + side, bottom: bottoms[shortest])
    }
  }
}

struct SortedItems: Arrangement {
  var count = 10_000
  var width = 375.0
  var height = 100.0

  static let manual = Manual<Self>(
    "sorted", "Items of equal size, one below the other: sorted by their top and bottom edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...10_000_000), "Number of items."),
      Parameter("width", \.width, in: 0.001...1e6, unit: "px", "Width of an item."),
      Parameter("height", \.height, in: 0.001...1e6, unit: "px", "Height of an item."),
    ], shorthand: "count", source: "The sorted items of GIPHY's engineering post of 2018-11-02")

  var isRandom: Bool { false }

  func items(using generator: inout SeededGenerator) -> [ItemRectangle] {
    (0..<count).map { item in
      ItemRectangle(
        left: 0, top: Double(item) * height, right: width, bottom: Double(item + 1) * height)
    }
  }
}

struct LayoutItems: Arrangement {
  var path = FileReference()
  var size = 10.0

  static let manual = Manual<Self>(
    "layout", "The nodes of a finished layout, each as a square around its position.",
    parameters: [
      Parameter(
        "path", \.path, "CSV file with the columns id,x,y, such as layouts/1.csv of a run.",
        isRequired: true, example: "layout.csv"),
      Parameter("size", \.size, in: 0...1e6, unit: "px", "Side of an item."),
    ], source: "The layout files that a run writes")

  var isRandom: Bool { false }

  func items(using generator: inout SeededGenerator) throws -> [ItemRectangle] {
    let (places, half) = (try places(), size / 2)
    return zip(places[0], places[1]).map { x, y in
      ItemRectangle(left: x - half, top: y - half, right: x + half, bottom: y + half)
    }
  }

  func checkFiles() throws { _ = try places() }

  private func places() throws -> [[Double]] {
    let text = try GraphText(GraphFile.bytes(of: path), file: path.path)
    let places = try PositionTable(text, dimensions: 2).coordinates()
    guard !places[0].isEmpty else {
      throw Diagnostic("no nodes after the header", at: Location(file: path.path))
    }
    return places
  }
}
