/// The shapes of nodes. All of one radius have about the area of its circle.
enum NodeShape: String, CaseIterable, Encodable {
  case circle, square, triangle, diamond, down

  /// The corners in units of the radius, clockwise from the top; nil for a circle.
  var corners: [(x: Double, y: Double)]? {
    switch self {
    case .circle: nil
    case .square: [(-0.886, -0.886), (0.886, -0.886), (0.886, 0.886), (-0.886, 0.886)]
    case .triangle: [(0, -1.555), (1.347, 0.778), (-1.347, 0.778)]
    case .diamond: [(0, -1.253), (1.253, 0), (0, 1.253), (-1.253, 0)]
    case .down: [(-1.347, -0.778), (1.347, -0.778), (0, 1.555)]
    }
  }

  /// The greatest coordinate of a corner, in units of the radius.
  var extent: Double { corners?.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) } ?? 1 }

  /// An element without its end: a `<circle …` or a `<path …`.
  func svg(x: Double, y: Double, radius: Double) -> String {
    guard let corners else {
      return
        "<circle cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(y))\" r=\"\(SVG.number(radius))\""
    }
    let points = corners.map {
      "\(SVG.number(x + $0.x * radius)) \(SVG.number(y + $0.y * radius))"
    }
    return "<path d=\"M\(points.joined(separator: "L"))Z\""
  }
}
