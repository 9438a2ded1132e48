import ForceLabMechanics
import ForceLabPlugins

/// A stand-in for trees of objects such as GameplayKit's `GKQuadtree`, which only Apple has.
struct PointerQuadtree: BuildableTree {
  var leaf = 1
  var smallestCell = 1e-5

  @Scratch private var root: QuadtreeCell?

  static let manual = Manual<Self>(
    "pointer-quadtree",
    "A textbook quadtree with one object per cell. Points are added one by one, and a full leaf "
      + "passes its points to four new cells; O(n log n).",
    parameters: [
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "points", "Maximum size of a leaf."),
      Parameter(
        "smallest-cell", \.smallestCell, in: 1e-9...1e9, unit: "px",
        "Cells of this side are not split."),
    ], source: "Finkel and Bentley 1974; smallest cell as in Grape's comparison")

  mutating func build(of world: World) {
    let (xs, ys) = (world.particles.position[0], world.particles.position[1])
    let points = (0..<world.particles.count).map {
      QuadtreePoint(x: xs[$0], y: ys[$0], number: Int32($0))
    }
    root = nil
    guard let first = points.first, points.allSatisfy({ ($0.x + $0.y).isFinite }) else { return }
    var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    let root = QuadtreeCell(
      x: left / 2 + right / 2, y: top / 2 + bottom / 2,
      half: max(right / 2 - left / 2, bottom / 2 - top / 2))
    for point in points { root.add(point, leaf: leaf, smallest: smallestCell / 2) }
    self.root = root
  }

  var cellCount: Int { root?.cellCount ?? 0 }
  /// Objects and lists of points with headers of 16 and 32 bytes, rounded up to multiples of 16.
  var bytes: Int { root?.bytes ?? 0 }
}

private struct QuadtreePoint {
  let x: Double
  let y: Double
  let number: Int32
}

private final class QuadtreeCell: @unchecked Sendable {
  private let x: Double
  private let y: Double
  private let half: Double
  private var points: [QuadtreePoint] = []
  private var northWest: QuadtreeCell?
  private var northEast: QuadtreeCell?
  private var southWest: QuadtreeCell?
  private var southEast: QuadtreeCell?

  init(x: Double, y: Double, half: Double) { (self.x, self.y, self.half) = (x, y, half) }

  /// Adds a point to this cell or one below. A cell whose half is at most `smallest`, or too narrow to halve,
  /// is not split.
  func add(_ point: QuadtreePoint, leaf: Int, smallest: Double) {
    if northWest == nil {
      guard points.count >= leaf, half > smallest, x + half / 2 > x, y + half / 2 > y else {
        points.append(point)
        return
      }
      split(leaf: leaf, smallest: smallest)
    }
    child(of: point)?.add(point, leaf: leaf, smallest: smallest)
  }

  private func split(leaf: Int, smallest: Double) {
    let quarter = half / 2
    northWest = QuadtreeCell(x: x - quarter, y: y - quarter, half: quarter)
    northEast = QuadtreeCell(x: x + quarter, y: y - quarter, half: quarter)
    southWest = QuadtreeCell(x: x - quarter, y: y + quarter, half: quarter)
    southEast = QuadtreeCell(x: x + quarter, y: y + quarter, half: quarter)
    for point in points { child(of: point)?.add(point, leaf: leaf, smallest: smallest) }
    points = []
  }

  private func child(of point: QuadtreePoint) -> QuadtreeCell? {
    point.y < y ? (point.x < x ? northWest : northEast) : (point.x < x ? southWest : southEast)
  }

  private var children: [QuadtreeCell] {
    [northWest, northEast, southWest, southEast].compactMap { $0 }
  }

  var cellCount: Int { children.reduce(1) { $0 + $1.cellCount } }

  var bytes: Int {
    let stored = 3 * MemoryLayout<Double>.size + 5 * MemoryLayout<UnsafeRawPointer>.size
    let list = points.count * MemoryLayout<QuadtreePoint>.stride
    let own = Self.allocated(16 + stored) + (list > 0 ? Self.allocated(32 + list) : 0)
    return children.reduce(own) { $0 + $1.bytes }
  }

  private static func allocated(_ bytes: Int) -> Int { (bytes + 15) / 16 * 16 }
}
