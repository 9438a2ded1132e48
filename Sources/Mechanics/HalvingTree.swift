/// A quadtree (in 3D an octree) over where the nodes would be after the tick, one node per leaf:
/// the tree of d3-quadtree, cell for cell.
///
/// The cells stand in depth-first order, each knowing where its subtree ends.
struct HalvingTree: Sendable {
  /// A cell and the greatest radius in it.
  struct Cell: Sendable {
    var lower: SIMD4<Double>
    var upper: SIMD4<Double>
    var radius = 0.0
    /// The cell after this one's subtree.
    var next = 0
    /// The nodes of a leaf, as a range of `order`; empty where there are cells below.
    var nodes = 0..<0
  }

  private(set) var cells: [Cell] = []
  private var order: [Int32] = []
  private var scratch: [Int32] = []
  private var points: [SIMD4<Double>] = []
  private var radii: [Double] = []

  init() {}

  /// Builds the tree of x + v; false if a place is not finite.
  mutating func build(_ particles: Particles, radius: Double) -> Bool {
    points.removeAll(keepingCapacity: true)
    radii.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    for node in 0..<particles.count {
      var point = SIMD4<Double>()
      for axis in 0..<particles.dimensions {
        point[axis] = particles.position[axis][node] + particles.velocity[axis][node]
      }
      points.append(point)
      radii.append(radius * particles.radius[node])
    }
    guard points.allSatisfy({ ($0 - $0) == .zero }) else { return false }
    order = (0..<Int32(particles.count)).map { $0 }
    scratch = order
    if particles.count > 0 {
      let (lower, upper) = cover(axes: particles.dimensions)
      split(0..<particles.count, lower, upper, axes: particles.dimensions)
    }
    return true
  }

  /// The square that d3-quadtree covers all points with: one unit wide about the lowest corner,
  /// doubled towards what it has yet to cover.
  private func cover(axes: Int) -> (SIMD4<Double>, SIMD4<Double>) {
    let lowest = points.reduce(points[0]) { pointwiseMin($0, $1) }
    let highest = points.reduce(points[0]) { pointwiseMax($0, $1) }
    var lower = lowest.rounded(.down)
    var size = 1.0
    var upper = lower + size
    for corner in [lowest, highest] {
      while (0..<axes).contains(where: { lower[$0] > corner[$0] || corner[$0] >= upper[$0] }) {
        size *= 2
        for axis in 0..<axes {
          if corner[axis] < lower[axis] {
            lower[axis] = upper[axis] - size
          } else {
            upper[axis] = lower[axis] + size
          }
        }
      }
    }
    return (lower, upper)
  }

  private mutating func split(
    _ nodes: Range<Int>, _ lower: SIMD4<Double>, _ upper: SIMD4<Double>, axes: Int
  ) {
    let cell = cells.count
    cells.append(Cell(lower: lower, upper: upper))
    let first = points[Int(order[nodes.lowerBound])]
    let middle = (lower + upper) / 2
    // Halving ends where all points are one, or so near each other that halving is lost in rounding.
    let isLeaf =
      nodes.allSatisfy { points[Int(order[$0])] == first }
      || (0..<axes).allSatisfy { middle[$0] <= lower[$0] || middle[$0] >= upper[$0] }
    if isLeaf {
      cells[cell].nodes = nodes
    } else {
      splitQuadrants(nodes, lower, middle, upper, axes: axes)
    }
    cells[cell].next = cells.count
    cells[cell].radius = nodes.reduce(0) { max($0, radii[Int(order[$1])]) }
  }

  /// Sorts `nodes` by quadrant, keeping their order within each, and splits each quadrant.
  private mutating func splitQuadrants(
    _ nodes: Range<Int>, _ lower: SIMD4<Double>, _ middle: SIMD4<Double>, _ upper: SIMD4<Double>,
    axes: Int
  ) {
    var ends = [nodes.lowerBound]
    var filled = nodes.lowerBound
    for quadrant in 0..<(1 << axes) {
      for index in nodes where Self.quadrant(points[Int(order[index])], middle, axes) == quadrant {
        scratch[filled] = order[index]
        filled += 1
      }
      ends.append(filled)
    }
    for index in nodes { order[index] = scratch[index] }
    for quadrant in 0..<(1 << axes) where ends[quadrant] < ends[quadrant + 1] {
      var (low, high) = (lower, upper)
      for axis in 0..<axes {
        if quadrant >> axis & 1 == 1 { low[axis] = middle[axis] } else { high[axis] = middle[axis] }
      }
      split(ends[quadrant]..<ends[quadrant + 1], low, high, axes: axes)
    }
  }

  private static func quadrant(_ point: SIMD4<Double>, _ middle: SIMD4<Double>, _ axes: Int) -> Int
  {
    (0..<axes).reduce(0) { $0 | (point[$1] >= middle[$1] ? 1 << $1 : 0) }
  }

  /// Calls `body` with the nodes that may lie within `reach` of `point`, their own radius added.
  func forEachNear(_ point: SIMD4<Double>, reach: Double, _ body: (Int) -> Void) {
    var index = 0
    while index < cells.count {
      let cell = cells[index]
      if !cell.nodes.isEmpty {
        for node in cell.nodes { body(Int(order[node])) }
        index = cell.next
      } else {
        let span = reach + cell.radius
        let isFar = any(cell.lower .> point + span) || any(cell.upper .< point - span)
        index = isFar ? cell.next : index + 1
      }
    }
  }

  static func widened<P: Point>(_ point: P) -> SIMD4<Double> {
    var wide = SIMD4<Double>()
    for axis in 0..<P.scalarCount { wide[axis] = point[axis] }
    return wide
  }
}
