import ForceLabPlugins

struct GroupShape: BodyShape {
  var shapes: [any BodyShape] = []

  static let manual = Manual<Self>(
    "group", "Several shapes that move as one body. Where they overlap, the mass counts twice.",
    parameters: [
      Parameter(
        "shapes", \.shapes, listOf: .shape, "The shapes.", isRequired: true,
        example: "[{rectangle: {width: 40, height: 10}}, {ellipse: {width: 20, height: 20}}]")
    ],
    shorthand: "shapes", source: "UIKit, UIDynamicItemGroup")

  func outlines() throws(ParameterError) -> [Outline] {
    guard !shapes.isEmpty else {
      throw ParameterError(
        "the group has no shapes; add some, as in shapes: [rectangle, ellipse]",
        parameter: "shapes")
    }
    var outlines: [Outline] = []
    for shape in shapes { outlines += try shape.outlines() }
    return outlines
  }
}
