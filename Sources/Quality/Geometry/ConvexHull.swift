/// The corners of the convex hull of points in the plane, counterclockwise.
struct ConvexHull {
  typealias Point = SIMD2<Double>

  private(set) var corners: [Point] = []

  /// By Andrew's monotone chain. Cost: n·log n.
  init(_ x: [Double], _ y: [Double]) {
    let points = zip(x, y).map { Point($0, $1) }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard let first = points.first, let last = points.last, first != last else {
      corners = Array(points.prefix(1))
      return
    }
    corners = Self.chain(points).dropLast() + Self.chain(points.reversed()).dropLast()
  }

  private static func chain(_ points: [Point]) -> [Point] {
    var chain: [Point] = []
    for point in points {
      while chain.count > 1,
        turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0
      {
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain
  }

  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// By the shoelace formula, relative to the first corner.
  var area: Double {
    guard let first = corners.first else { return 0 }
    let double = zip(corners.dropFirst(), corners.dropFirst(2)).reduce(0.0) {
      $0 + Self.turn(first, $1.0, $1.1)
    }
    return double / 2
  }

  /// The square of the largest distance of two points, by rotating calipers; 0 if there is one place.
  var squaredDiameter: Double {
    let count = corners.count
    func square(_ a: Int, _ b: Int) -> Double {
      let gap = corners[a % count] - corners[b % count]
      return gap.x * gap.x + gap.y * gap.y
    }
    guard count > 2 else { return count > 1 ? square(0, 1) : 0 }
    var (largest, far) = (0.0, 1)
    for corner in 0..<count {
      let (start, end) = (corners[corner], corners[(corner + 1) % count])
      largest = max(largest, square(corner, far))
      while Self.turn(start, end, corners[(far + 1) % count])
        > Self.turn(start, end, corners[far % count])
      {
        far += 1
        largest = max(largest, square(corner, far), square(corner + 1, far))
      }
      // Sides that are parallel.
      largest = max(
        largest, square(corner, far + 1), square(corner + 1, far), square(corner + 1, far + 1))
    }
    return largest
  }
}
