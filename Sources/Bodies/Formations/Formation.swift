import ForceLabPlugins

/// Places for many bodies of the same shape.
public protocol Formation: Plugin {
  /// Places in pt, relative to that of the body. `extent` is the size of the body's bounding box. Random
  /// choices have to use `generator`.
  func places(of extent: Vector, using generator: inout SeededGenerator) throws -> [Vector]
}

extension PluginKind {
  public static let formation = PluginKind(
    "formation", "Set up one body or many of the same shape.")
}

extension Formation {
  public static var kind: PluginKind { .formation }
  /// The maximum number of bodies.
  static var limit: ClosedRange<Int> { 1...100_000 }
}

struct SingleFormation: Formation {
  static let manual = Manual<Self>("single", "One body.")

  func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] { [.zero] }
}

struct Pile: Formation {
  var count = 100
  var columns: Int?
  var gap = 2.0
  var jitter = 1.0

  static let manual = Manual<Self>(
    "pile", "Rows of bodies above each other, a little displaced, which fall into a pile.",
    parameters: [
      Parameter("count", \.count, within: Bounds(limit), "Number of bodies."),
      Parameter(
        "columns", \.columns, within: Bounds(limit), "Bodies per row.",
        defaultDescription: "the root of the number"),
      Parameter("gap", \.gap, in: 0..., unit: "pt", "Gap between them."),
      Parameter(
        "jitter", \.jitter, in: 0..., unit: "pt",
        "Maximum displacement along each axis; at most half the gap keeps them apart."),
    ])

  var isRandom: Bool { jitter > 0 }

  func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    let columns = columns ?? Int(clamping: Double(count).squareRoot().rounded(.up))
    let pitch = extent + Vector(gap, gap)
    return (0..<count).map { index in
      let (row, column) = (Double(index / columns), Double(index % columns))
      let offset = Vector(column - Double(columns - 1) / 2, -row - 0.5)
      let displacement = Vector(2 * generator.unit() - 1, 2 * generator.unit() - 1)
      return offset * pitch + displacement * jitter
    }
  }
}

struct Pyramid: Formation {
  var rows = 10
  var gap = 1.0

  static let manual = Manual<Self>(
    "pyramid", "Rows of bodies that stand on each other, each with one less than that below.",
    parameters: [
      Parameter("rows", \.rows, within: Bounds(1...400), "Number of rows, and of bodies below."),
      Parameter("gap", \.gap, in: 0..., unit: "pt", "Horizontal gap between them."),
    ])

  /// The middle of the base is at the place of the body.
  func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    (0..<rows).flatMap { row in
      let width = Double(rows - row - 1)
      return (0..<rows - row).map { column in
        Vector((Double(column) - width / 2) * (extent.x + gap), -(Double(row) + 0.5) * extent.y)
      }
    }
  }
}

struct RandomFormation: Formation {
  var count = 100
  var width = 300.0
  var height = 300.0

  static let manual = Manual<Self>(
    "random",
    "Bodies at random places in a rectangle around the place of the body, which may overlap.",
    parameters: [
      Parameter("count", \.count, within: Bounds(limit), "Number of bodies."),
      Parameter("width", \.width, in: 0..., unit: "pt", "Width of the rectangle."),
      Parameter("height", \.height, in: 0..., unit: "pt", "Height of the rectangle."),
    ])

  var isRandom: Bool { true }

  func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    (0..<count).map { _ in
      Vector((generator.unit() - 0.5) * width, (generator.unit() - 0.5) * height)
    }
  }
}
