import ForceLabPlugins

struct PathShape: BodyShape {
  var points: [[Double]] = []

  static let manual = Manual<Self>(
    "path", "A convex polygon.",
    parameters: [
      Parameter(
        "points", \.points, unit: "pt",
        "The corners, counter-clockwise on the screen, relative to the place of the body.",
        isRequired: true, example: "[[0, 0], [0, 40], [60, 40]]")
    ], shorthand: "points",
    source: "UIKit, UIDynamicItem.collisionBoundingPath")

  func check() throws(ParameterError) { _ = try outlines() }

  func outlines() throws(ParameterError) -> [Outline] {
    try checkPoints(points, "vertex")
    guard points.count >= 3 else {
      throw ParameterError(
        "a path needs at least 3 vertices, but this has \(points.count)", parameter: "points")
    }
    let corners = points.map { Vector($0) }
    try checkTurns(corners)
    return [.polygon(corners)]
  }

  /// Throws unless every corner turns to the left and the turns add up to one round.
  private func checkTurns(_ corners: [Vector]) throws(ParameterError) {
    let count = corners.count
    let turns = corners.indices.map { index in
      let (before, next) = (corners[(index + count - 1) % count], corners[(index + 1) % count])
      // Negative to the left, because y grows downwards.
      return cross(corners[index] - before, next - corners[index])
    }
    if turns.allSatisfy({ $0 > 0 }) {
      throw error("the path is clockwise at vertex 1; reverse the order of its vertices", 1)
    }
    let area = corners.signedArea
    for index in corners.indices where !(turns[index] < 0) {
      let reason =
        turns[index] == 0
        ? "is on a line with its neighbors; remove it"
        : area < 0
          ? "is concave; a path must be convex: split it into the shapes of a 'group'"
          : "turns clockwise; list the vertices counter-clockwise, and only convex ones"
      throw error("vertex \(index) of the path \(reason)", index)
    }
    // A star turns to the left everywhere, too, but goes round more than once.
    let first = corners[0]
    for index in 1..<count - 1
    where cross(corners[index] - first, corners[index + 1] - first) >= 0 {
      throw error("the path crosses itself near vertex \(index); draw it without crossings", index)
    }
    let (min, max) = (lengths.lower, lengths.upper)
    guard (min * min...max * max).contains(-area) else {
      throw ParameterError(
        "the area of the path is \((-area).shortText) pt², outside its range: "
          + "\((min * min).shortText) to \((max * max).shortText)",
        parameter: "points")
    }
  }

  private func error(_ message: String, _ vertex: Int) -> ParameterError {
    ParameterError(message, parameter: "points.\(vertex)")
  }
}
