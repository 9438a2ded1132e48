import ForceLabPlugins

public struct Pyramid: Formation {
  public var rows = 10
  public var gap = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "pyramid", "Rows of bodies that stand on each other, each with one less than that below.",
    parameters: [
      Parameter("rows", \.rows, within: Bounds(1...400), "Number of rows, and of bodies below."),
      Parameter("gap", \.gap, in: 0..., unit: "pt", "Horizontal gap between them."),
    ])

  /// The middle of the base is at the place of the body.
  public func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    (0..<rows).flatMap { row in
      let width = Double(rows - row - 1)
      return (0..<rows - row).map { column in
        Vector(
          (Double(column) - width / 2) * (extent.x + gap), -(Double(row) + 0.5) * extent.y)
      }
    }
  }
}
