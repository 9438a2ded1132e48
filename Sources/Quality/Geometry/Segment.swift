import Foundation

/// An edge, or a straight piece of one with bends.
struct Segment: Sendable {
  let edge: Int32
  /// The nodes at its ends; −1 and −2 at bends.
  let source, target: Int32
  let a, b: SIMD2<Double>

  var length: Double { ((b - a) * (b - a)).sum().squareRoot() }

  /// Whether two edges cross. Edges without a common node cross if they have any common point, also
  /// if an end touches the other edge, since a drawing looks the same. Edges with a common node
  /// cross if they overlap in more than that point. A bend belongs to the piece after it.
  func crosses(_ other: Segment) -> Bool {
    if edge == other.edge { return false }
    if source == other.source, source >= 0, a == other.a {
      return Segment.overlap(from: a, b, other.b)
    }
    if source == other.target, a == other.b { return Segment.overlap(from: a, b, other.a) }
    if target == other.source, b == other.a { return Segment.overlap(from: b, a, other.b) }
    if target == other.target, target >= 0, b == other.b {
      return Segment.overlap(from: b, a, other.a)
    }
    return isNear(other)
      && orientation(a, b, other.a) * orientation(a, b, other.b) <= 0
      && orientation(other.a, other.b, a) * orientation(other.a, other.b, b) <= 0
      && !(target < 0 && meetsAtEndOnly(other)) && !(other.target < 0 && other.meetsAtEndOnly(self))
  }

  /// Whether `b` is the only common point of two pieces that have one.
  private func meetsAtEndOnly(_ other: Segment) -> Bool {
    orientation(other.a, other.b, b) == 0 && !Segment.overlap(from: b, a, other.a)
      && !Segment.overlap(from: b, a, other.b)
  }

  /// Whether the bounding boxes intersect; for edges on one line, whether the edges do.
  private func isNear(_ other: Segment) -> Bool {
    let lower = pointwiseMax(pointwiseMin(a, b), pointwiseMin(other.a, other.b))
    let upper = pointwiseMin(pointwiseMax(a, b), pointwiseMax(other.a, other.b))
    return lower.x <= upper.x && lower.y <= upper.y
  }

  /// Whether `p` and `q` lie in the same direction from `end`, and neither at it.
  private static func overlap(
    from end: SIMD2<Double>, _ p: SIMD2<Double>, _ q: SIMD2<Double>
  ) -> Bool {
    guard orientation(end, p, q) == 0 else { return false }
    // x gives the direction along the line; y if the line is vertical.
    let axis = p.x == end.x && q.x == end.x ? 1 : 0
    return (p[axis] > end[axis] && q[axis] > end[axis])
      || (p[axis] < end[axis] && q[axis] < end[axis])
  }

  /// How far the angle is from 90°, from 0 to 1 for parallel edges and those of length 0.
  func obliqueness(to other: Segment) -> Double {
    let (u, v) = (b - a, other.b - other.a)
    let sine = (u.x * v.y - u.y * v.x).magnitude
    let cosine = (u.x * v.x + u.y * v.y).magnitude
    return 1 - atan2(sine, cosine) / (.pi / 2)
  }
}
