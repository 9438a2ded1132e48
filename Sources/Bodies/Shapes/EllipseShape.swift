import Foundation
import ForceLabPlugins

public struct EllipseShape: BodyShape {
  public var width = 100.0
  public var height = 100.0
  public var at: [Double] = []
  public var angle = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "ellipse",
    "A circle if width and height are equal; else a polygon of 24 corners with the area of the ellipse.",
    parameters: [
      Parameter("width", \.width, within: RectangleShape.length, unit: "pt", "Width."),
      Parameter("height", \.height, within: RectangleShape.length, unit: "pt", "Height."),
      Parameter(
        "at", \.at, unit: "pt", "Center, relative to the place of the body.",
        defaultDescription: "the place of the body"),
      Parameter("angle", \.angle, unit: "rad", "Rotation in the body, clockwise on the screen."),
    ], source: "UIKit, UIDynamicItemCollisionBoundsType.ellipse")

  private static let corners = 24

  public func check() throws(ParameterError) { try checkPoint(at, "at") }

  public func outlines() -> [Outline] {
    if width == height { return [.circle(center: Vector(at), radius: width / 2)] }
    let step = 2 * Double.pi / Double(Self.corners)
    // The polygon with corners on the ellipse has sin(step)/step of its area.
    let axes = Vector(width, height) / 2 * (step / sin(step)).squareRoot()
    let corners = (0..<Self.corners).map { axes * Vector(angle: -step * Double($0)) }
    return [Outline.polygon(corners).moved(by: Vector(at), turned: angle)]
  }
}
