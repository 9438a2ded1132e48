import ForceLabPlugins

/// A connection of a body to another one or to a point of the scene: an entry of `attachments`.
struct Attachment: Record {
  var body = ""
  var point: [Double] = []
  var other = ""
  var otherPoint: [Double] = []
  var anchor: [Double] = []
  var joint: [any Joint] = []
  var collides: Bool?

  static let manual = Manual<Self>(
    "attachments",
    "Connects a body to another one, or to a point of the scene. Points are those at the start; they then "
      + "move with their bodies.",
    parameters: [
      Parameter("body", \.body, "Name of the body.", isRequired: true, example: "ball"),
      Parameter(
        "point", \.point, unit: "pt",
        "Point of the body, relative to its place and in its own axes.",
        defaultDescription: "its place; for a joint at one point: the anchor"),
      Parameter("other", \.other, "Name of the other body.", defaultDescription: "the scene"),
      Parameter(
        "other-point", \.otherPoint, unit: "pt",
        "Point of the other body, relative to its place and in its own axes.",
        defaultDescription: "its place"),
      Parameter(
        "anchor", \.anchor, unit: "pt",
        "Point of the scene: the other end, or the place of a joint at one point.",
        defaultDescription: "the point of the body", example: "[100, 0]"),
      Parameter(
        inline: "joint", \.joint, setOf: .joint,
        "The joint by its name, with its parameters, as in spring: {length: 50, frequency: 2}.",
        example: "{spring: {length: 50, frequency: 2}}"),
      Parameter(
        "collides", \.collides,
        "Whether the connected bodies collide with each other; without 'other', whether the body "
          + "collides with walls and boundaries.",
        defaultDescription: "false for a joint of two bodies at one point, otherwise true"),
    ], source: "UIKit, UIAttachmentBehavior")

  func check() throws(ParameterError) {
    try checkPoint(point, "point")
    try checkPoint(otherPoint, "other-point")
    try checkPoint(anchor, "anchor")
    if !otherPoint.isEmpty, other.isEmpty {
      throw ParameterError(
        "'other-point' needs 'other', the name of a body; or use 'anchor'",
        parameter: "other-point")
    }
    if !otherPoint.isEmpty, !anchor.isEmpty {
      throw ParameterError(
        "'anchor' and 'other-point' exclude each other; remove one", parameter: "anchor")
    }
    try checkIsOne(joint, "an attachment has one joint", "write two attachments")
  }
}
