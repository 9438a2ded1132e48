import Foundation

extension ConnectedParts {
  /// Puts several parts of `coordinates` side by side, at least `gap` px apart, except those with pinned nodes, below
  /// which the others go. The middle of the whole is at the origin if none is pinned.
  ///
  /// Parts are turned so that their boxes are small, and the boxes go into rows from high to low, in a
  /// rectangle that is about as wide as high: next-fit decreasing height (E. Coffman et al., 1980).
  /// Cost: linear, and k·log k for k parts.
  func pack(_ coordinates: inout [[Double]], gap: Double, pins: [Particles.Pin]) {
    guard count > 1 else { return }
    let pinned = Set(pins.map { Int32($0.node) })
    var boxes: [(part: Int, box: Box)] = []
    var held: Box?
    for index in 0..<count {
      let nodes = nodes(of: index)
      if !pinned.isEmpty, !pinned.isDisjoint(with: nodes) {
        let box = Box(around: nodes, coordinates)
        held?.include(box)
        held = held ?? box
      } else {
        turn(nodes, &coordinates)
        boxes.append((index, Box(around: nodes, coordinates)))
      }
    }
    boxes.sort { ($1.box.sides.y, $0.part) < ($0.box.sides.y, $1.part) }
    let area = boxes.reduce(0) { $0 + ($1.box.sides.x + gap) * ($1.box.sides.y + gap) }
    let widest = boxes.reduce(0) { max($0, $1.box.sides.x) }
    let rowWidth = max(widest, area.squareRoot() * 1.1, held?.sides.x ?? 0)
    var (left, top, rowHeight) = (0.0, 0.0, 0.0)
    var corners: [(part: Int, box: Box, left: Double, top: Double)] = []
    for (part, box) in boxes {
      let sides = box.sides
      if left > 0, left + sides.x > rowWidth {
        (left, top, rowHeight) = (0, top + rowHeight + gap, 0)
      }
      corners.append((part, box, left, top))
      left += sides.x + gap
      rowHeight = max(rowHeight, sides.y)
    }
    let right = corners.reduce(0) { max($0, $1.left + $1.box.sides.x) }
    let bottom = top + rowHeight
    let origin =
      held.map { (x: $0.lower.x, y: $0.upper.y + gap) } ?? (x: -right / 2, y: -bottom / 2)
    for corner in corners {
      let (dx, dy) = (
        origin.x + corner.left - corner.box.lower.x, origin.y + corner.top - corner.box.lower.y
      )
      for node in nodes(of: corner.part) {
        coordinates[0][Int(node)] += dx
        coordinates[1][Int(node)] += dy
      }
    }
  }

  /// Turns nodes in the plane until the direction in which they extend most is that of the x axis.
  private func turn(_ nodes: ArraySlice<Int32>, _ coordinates: inout [[Double]]) {
    guard nodes.count > 1, coordinates.count == 2 else { return }
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for node in nodes {
      let (x, y) = (coordinates[0][Int(node)], coordinates[1][Int(node)])
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
    }
    let angle = atan2(2 * xy, xx - yy) / 2
    let (cosine, sine) = (cos(angle), sin(angle))
    for node in nodes {
      let (x, y) = (coordinates[0][Int(node)], coordinates[1][Int(node)])
      coordinates[0][Int(node)] = x * cosine + y * sine
      coordinates[1][Int(node)] = y * cosine - x * sine
    }
  }
}

extension Box {
  /// The extent of a part in the plane.
  fileprivate init(around nodes: ArraySlice<Int32>, _ coordinates: [[Double]]) {
    var (lower, upper) = (SIMD4(repeating: Double.infinity), SIMD4(repeating: -Double.infinity))
    for node in nodes {
      let point = SIMD4(coordinates[0][Int(node)], coordinates[1][Int(node)], 0, 0)
      (lower, upper) = (pointwiseMin(lower, point), pointwiseMax(upper, point))
    }
    self.init(lower: lower, upper: upper)
  }
}
