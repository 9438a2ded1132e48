/// A uniform grid in Morton order: one level of a quadtree (in space octree). Sorting nodes into it
/// in one pass is faster than splitting level by level.
struct MortonGrid: Sendable {
  private let lower: SIMD4<Double>
  /// The number of cells along each axis, and per unit of length.
  private let perAxis: Int
  private let scale: Double
  private let most: Double
  private let axes: Int
  /// Where the nodes of each cell begin, and the number of nodes.
  private(set) var starts: [Int]

  /// A grid of the cube about `box`, with about 64 nodes or more in a cell.
  init(of box: Box, count: Int, axes: Int) {
    let cube = box.cube
    var levels = 0
    while levels < 12 / axes, count >> (axes * (levels + 1)) >= 64 { levels += 1 }
    let side = cube.sides.x
    perAxis = side > 0 ? 1 << levels : 1
    scale = side > 0 ? Double(perAxis) / side : 0
    (lower, most, self.axes) = (cube.lower, Double(perAxis - 1), axes)
    starts = Array(repeating: 0, count: 1 << (axes * perAxis.trailingZeroBitCount) + 1)
  }

  mutating func place(_ particles: Particles, to places: UnsafeMutablePointer<UInt16>) {
    places.update(repeating: 0, count: particles.count)
    for axis in 0..<axes {
      let (x, lower, shift) = (particles.position[axis], lower[axis], axes - 1 - axis)
      for node in 0..<particles.count {
        let place = spread(cell(x[node] - lower)) << shift
        places[node] |= UInt16(truncatingIfNeeded: place)
      }
    }
    for node in 0..<particles.count { starts[Int(places[node]) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
  }

  private func place(_ point: SIMD4<Double>) -> Int {
    (0..<axes).reduce(0) { place, axis in
      place | spread(cell(point[axis] - lower[axis])) << (axes - 1 - axis)
    }
  }

  /// The index along an axis of the cell at the distance `way` from the edge, at most 63.
  @inline(__always) private func cell(_ way: Double) -> Int {
    // The last bits of 2⁵² + n are n, which the compiler can vectorize. NaN gives 0.
    let cells = way * scale - 0.5
    let held = cells > 0 ? (cells < most ? cells : most) : 0
    return Int(truncatingIfNeeded: (held + 0x1p52).bitPattern & 63)
  }

  /// Spreads the last bits of `number`, six in the plane and four in space, for a Morton key.
  @inline(__always) private func spread(_ number: Int) -> Int {
    let pairs = (number | number << 4) & 0x30f
    let twos = (pairs | pairs << 2) & 0x333
    let inPlane = (twos | twos << 1) & 0x555
    let inSpace = number & 1 | (number & 2) << 2 | (number & 4) << 4 | (number & 8) << 6
    return axes == 2 ? inPlane : inSpace
  }

  /// Where the nodes of each quadrant of `cube` end; nil if it is not made of cells of the grid.
  func ends(of range: Range<Int>, _ cube: Box) -> SIMD8<Int>? {
    let parts = cube.sides.x * scale
    guard parts > 1.5, parts < Double(perAxis) + 0.5 else { return nil }
    let count = Int(clamping: parts.rounded())
    guard count.nonzeroBitCount == 1, abs(parts - Double(count)) < 0.01 else { return nil }
    let first = place(cube.lower + 0.5 / scale)
    let span = 1 << (axes * count.trailingZeroBitCount)
    guard first % span == 0, starts[first] == range.lowerBound,
      starts[first + span] == range.upperBound
    else { return nil }
    var ends = SIMD8<Int>()
    for quadrant in 0..<1 << axes {
      ends[quadrant] = starts[first + (quadrant + 1) * (span >> axes)]
    }
    return ends
  }
}
