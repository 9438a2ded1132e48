import Foundation

/// A layout in the plane, in its own units. 3D is turned about the vertical axis, tilted towards
/// the viewer, and seen without perspective.
struct Projection {
  /// The coordinates in the picture, to the right and down.
  let x, y: [Double]
  /// The nodes from back to front; nil in 2D.
  let order: [Int]?

  static let turn = Double.pi / 6
  static let tilt = Double.pi / 9
  static let note = "3D, seen from 30° to the side and 20° above, without perspective"

  init(_ layout: [[Double]]) {
    guard layout.count > 2 else {
      x = layout.first ?? []
      y = layout.count > 1 ? layout[1] : x.map { _ in 0 }
      order = nil
      return
    }
    let (sine, cosine) = (sin(Self.turn), cos(Self.turn))
    let (rise, reach) = (sin(Self.tilt), cos(Self.tilt))
    let nodes = layout[0].indices
    let depths = nodes.map { layout[2][$0] * cosine - layout[0][$0] * sine }
    x = nodes.map { layout[0][$0] * cosine + layout[2][$0] * sine }
    y = nodes.map { layout[1][$0] * reach - depths[$0] * rise }
    let distances = nodes.map { depths[$0] * reach + layout[1][$0] * rise }
    order = nodes.sorted { distances[$0] < distances[$1] }
  }
}
