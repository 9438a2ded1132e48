import ForceLabGraphs
import Foundation

/// Puts the connected parts of a layout side by side.
///
/// Parts are turned so that their boxes are small, and the boxes go into rows from high to low, in a
/// rectangle that is about as wide as high: next-fit decreasing height (E. Coffman et al., 1980).
struct Packing {
  /// The smallest distance between two parts, in px.
  var gap: Double

  /// Moves the parts of `coordinates`, except those with pinned nodes, below which the others go. The
  /// middle of the whole is at the origin if none is pinned. Cost: linear, and k·log k for k parts.
  func arrange(
    _ parts: ConnectedParts, pins: [Particles.Pin], _ coordinates: inout [[Double]]
  ) {
    let pinned = Set(pins.map { Int32($0.node) })
    var boxes: [Box] = []
    var held: Box?
    for index in 0..<parts.count {
      let nodes = parts.nodes(of: index)
      if !pinned.isEmpty, !pinned.isDisjoint(with: nodes) {
        let box = Box(index, around: nodes, coordinates)
        held = held.map { $0.joined(with: box) } ?? box
      } else {
        turn(nodes, &coordinates)
        boxes.append(Box(index, around: nodes, coordinates))
      }
    }
    boxes.sort { ($1.height, $0.part) < ($0.height, $1.part) }
    let area = boxes.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
    let widest = boxes.reduce(0) { max($0, $1.width) }
    let rowWidth = max(widest, area.squareRoot() * 1.1, held?.width ?? 0)
    var (left, top, rowHeight) = (0.0, 0.0, 0.0)
    var corners: [(box: Box, left: Double, top: Double)] = []
    for box in boxes {
      if left > 0, left + box.width > rowWidth {
        (left, top, rowHeight) = (0, top + rowHeight + gap, 0)
      }
      corners.append((box, left, top))
      left += box.width + gap
      rowHeight = max(rowHeight, box.height)
    }
    let right = corners.reduce(0) { max($0, $1.left + $1.box.width) }
    let bottom = top + rowHeight
    let origin =
      held.map { (x: $0.left, y: $0.bottom + gap) } ?? (x: -right / 2, y: -bottom / 2)
    for corner in corners {
      let (dx, dy) = (
        origin.x + corner.left - corner.box.left, origin.y + corner.top - corner.box.top
      )
      for node in parts.nodes(of: corner.box.part) {
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

  /// The extent of a part in the plane.
  private struct Box {
    let part: Int
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    var width: Double { right - left }
    var height: Double { bottom - top }

    init(_ part: Int, around nodes: ArraySlice<Int32>, _ coordinates: [[Double]]) {
      self.part = part
      for node in nodes {
        let (x, y) = (coordinates[0][Int(node)], coordinates[1][Int(node)])
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }

    func joined(with other: Box) -> Box {
      var box = self
      (box.left, box.right) = (min(left, other.left), max(right, other.right))
      (box.top, box.bottom) = (min(top, other.top), max(bottom, other.bottom))
      return box
    }
  }
}
