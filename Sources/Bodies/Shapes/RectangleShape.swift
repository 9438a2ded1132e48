import ForceLabPlugins

public struct RectangleShape: BodyShape {
  public var width = 100.0
  public var height = 100.0
  public var at: [Double] = []
  public var angle = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "rectangle", "A rectangle.",
    parameters: [
      Parameter("width", \.width, within: length, unit: "pt", "Width."),
      Parameter("height", \.height, within: length, unit: "pt", "Height."),
      Parameter(
        "at", \.at, unit: "pt", "Center, relative to the place of the body.",
        defaultDescription: "the place of the body"),
      Parameter("angle", \.angle, unit: "rad", "Rotation in the body, clockwise on the screen."),
    ], source: "UIKit, UIDynamicItemCollisionBoundsType.rectangle")

  /// The lengths of shapes: smaller ones vanish beside the tolerance of contacts.
  static let length = Bounds(0.001...1_000_000)

  public func check() throws(ParameterError) { try checkPoint(at, "at") }

  public func outlines() -> [Outline] {
    let (x, y) = (width / 2, height / 2)
    let corners = [Vector(-x, -y), Vector(-x, y), Vector(x, y), Vector(x, -y)]
    return [Outline.polygon(corners).moved(by: Vector(at), turned: angle)]
  }
}
