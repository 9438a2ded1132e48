import ForceLabPlugins

public struct RandomFormation: Formation {
  public var count = 100
  public var width = 300.0
  public var height = 300.0

  public init() {}

  public static let manual = Manual<Self>(
    "random",
    "Bodies at random places in a rectangle around the place of the body, which may overlap.",
    parameters: [
      Parameter("count", \.count, within: Bounds(limit), "Number of bodies."),
      Parameter("width", \.width, in: 0..., unit: "pt", "Width of the rectangle."),
      Parameter("height", \.height, in: 0..., unit: "pt", "Height of the rectangle."),
    ])

  public var isRandom: Bool { true }

  public func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    (0..<count).map { _ in
      Vector((generator.unit() - 0.5) * width, (generator.unit() - 0.5) * height)
    }
  }
}
