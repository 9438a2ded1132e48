import Foundation

/// A point or a direction in the scene, in pt: x to the right, y down.
public typealias Vector = SIMD2<Double>

/// A circle or a convex polygon: one part of a body.
public enum Outline: Sendable, Hashable {
  case circle(center: Vector, radius: Double)
  case polygon([Vector])

  public var area: Double {
    switch self {
    case .circle(_, let radius): .pi * radius * radius
    case .polygon(let corners): abs(corners.signedArea)
    }
  }

  public var centroid: Vector {
    switch self {
    case .circle(let center, _): return center
    case .polygon(let corners):
      // Relative to a corner, so that distant polygons lose no digits.
      let origin = corners[0]
      let sum = corners.edges.reduce(Vector.zero) { sum, edge in
        let (a, b) = (edge.0 - origin, edge.1 - origin)
        return sum + (a + b) * cross(a, b)
      }
      return origin + sum / (6 * corners.signedArea)
    }
  }

  /// The moment of inertia about the origin for a mass of 1.
  public var moment: Double {
    switch self {
    case .circle(let center, let radius): return radius * radius / 2 + center.squaredLength
    case .polygon(let corners):
      let (sum, area) = corners.edges.reduce((0.0, 0.0)) { sum, edge in
        let (a, b) = edge
        let part = cross(a, b)
        return (sum.0 + part * (a.squaredLength + (a * b).sum() + b.squaredLength), sum.1 + part)
      }
      return sum / (6 * area)
    }
  }

  func moved(by offset: Vector, turned angle: Double = 0) -> Outline {
    switch self {
    case .circle(let center, let radius):
      .circle(center: center.turned(by: angle) + offset, radius: radius)
    case .polygon(let corners): .polygon(corners.map { $0.turned(by: angle) + offset })
    }
  }

  /// The outline as a polygon, for drawings: `count` corners for a circle.
  func corners(count: Int) -> [Vector] {
    switch self {
    case .circle(let center, let radius):
      (0..<count).map { center + radius * Vector(angle: 2 * .pi * Double($0) / Double(count)) }
    case .polygon(let corners): corners
    }
  }
}

extension Vector {
  /// The direction at `angle` radians from x towards y, which is clockwise on the screen.
  public init(angle: Double) { self.init(cos(angle), sin(angle)) }

  /// The first two numbers of `values`; missing ones are 0.
  init(_ values: [Double]) { self.init(values.first ?? 0, values.count > 1 ? values[1] : 0) }

  var squaredLength: Double { (self * self).sum() }
  package var length: Double { hypot(x, y) }

  func turned(by angle: Double) -> Vector {
    guard angle != 0 else { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    return Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}

func cross(_ a: Vector, _ b: Vector) -> Double { a.x * b.y - a.y * b.x }

extension [Vector] {
  var edges: Zip2Sequence<[Vector], [Vector]> { zip(self, Array(dropFirst()) + prefix(1)) }

  /// Positive if the corners are in the order from x to y, which is clockwise on the screen.
  var signedArea: Double {
    guard let origin = first else { return 0 }
    return edges.reduce(0) { $0 + cross($1.0 - origin, $1.1 - origin) } / 2
  }
}
