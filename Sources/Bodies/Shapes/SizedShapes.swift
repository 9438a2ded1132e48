import ForceLabPlugins
import Foundation

/// A shape with a width and a height.
protocol SizedShape: BodyShape {
  var width: Double { get set }
  var height: Double { get set }
  var at: [Double] { get set }
  var angle: Double { get set }
}

extension SizedShape {
  static var parameters: [Parameter<Self>] {
    [
      Parameter("width", \.width, within: lengths, unit: "pt", "Width."),
      Parameter("height", \.height, within: lengths, unit: "pt", "Height."),
      Parameter(
        "at", \.at, unit: "pt", "Center, relative to the place of the body.",
        defaultDescription: "the place of the body"),
      Parameter("angle", \.angle, unit: "rad", "Rotation in the body, clockwise on the screen."),
    ]
  }

  func check() throws(ParameterError) { try checkPoint(at, "at") }
}

struct RectangleShape: SizedShape {
  var width = 100.0
  var height = 100.0
  var at: [Double] = []
  var angle = 0.0

  static let manual = Manual<Self>(
    "rectangle", "A rectangle.", parameters: parameters,
    source: "UIKit, UIDynamicItemCollisionBoundsType.rectangle")

  func outlines() -> [Outline] {
    let (x, y) = (width / 2, height / 2)
    let corners = [Vector(-x, -y), Vector(-x, y), Vector(x, y), Vector(x, -y)]
    return [Outline.polygon(corners).moved(by: Vector(at), turned: angle)]
  }
}

struct EllipseShape: SizedShape {
  var width = 100.0
  var height = 100.0
  var at: [Double] = []
  var angle = 0.0

  static let manual = Manual<Self>(
    "ellipse",
    "A circle if width and height are equal; else a polygon of 24 corners with the area of the ellipse.",
    parameters: parameters, source: "UIKit, UIDynamicItemCollisionBoundsType.ellipse")

  private static let corners = 24

  func outlines() -> [Outline] {
    if width == height { return [.circle(center: Vector(at), radius: width / 2)] }
    let step = 2 * Double.pi / Double(Self.corners)
    // The polygon with corners on the ellipse has sin(step)/step of its area.
    let axes = Vector(width, height) / 2 * (step / sin(step)).squareRoot()
    let corners = (0..<Self.corners).map { axes * Vector(angle: -step * Double($0)) }
    return [Outline.polygon(corners).moved(by: Vector(at), turned: angle)]
  }
}
