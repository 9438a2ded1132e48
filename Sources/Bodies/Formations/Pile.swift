import ForceLabPlugins

public struct Pile: Formation {
  public var count = 100
  public var columns: Int?
  public var gap = 2.0
  public var jitter = 1.0

  public init() {}

  public static let manual = Manual<Self>(
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

  public var isRandom: Bool { jitter > 0 }

  public func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    let columns = columns ?? Int(Double(count).squareRoot().rounded(.up))
    let pitch = extent + Vector(gap, gap)
    return (0..<count).map { index in
      let (row, column) = (Double(index / columns), Double(index % columns))
      let offset = Vector(column - Double(columns - 1) / 2, -row - 0.5)
      let displacement = Vector(2 * generator.unit() - 1, 2 * generator.unit() - 1)
      return offset * pitch + displacement * jitter
    }
  }
}
