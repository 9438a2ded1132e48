/// The working memory of one thread for walks, kept from tick to tick.
final class WalkBuffers<Number: KernelScalar>: @unchecked Sendable {
  /// The sources of a cell, relative to its middle.
  @exclusivity(unchecked) var sources = BodyList<Number>()
  /// The points or nodes of a cell, relative to its middle, and their sums.
  @exclusivity(unchecked) private(set) var targets = NumberStorage<Number>(count: 0, lanes: 0).lanes
  @exclusivity(unchecked) private(set) var sums = NumberStorage<Number>(count: 0, lanes: 0).lanes
  /// The near sources of a leaf, relative to its middle.
  @exclusivity(unchecked) var nearby = BodyList<Float>()
  @exclusivity(unchecked) private(set) var nearSums = NumberStorage<Float>(count: 0, lanes: 0).lanes
  /// The near sources in double precision, with node numbers.
  let careful = SourceList()
  @exclusivity(unchecked) private(set) var doubleSums = LaneStorage(count: 0, lanes: 0).lanes
  /// The near cells of a grid cell: −1 − c for a cell c that acts as four points.
  @exclusivity(unchecked) var near: [Int32] = []
  /// The candidates of the cells on the way down, those of a cell after those of its parent.
  let candidates = Buffer<Int32>()
  let far = Buffer<Int32>()

  private var targetStorage: NumberStorage<Number>?
  private var doubleStorage: LaneStorage?
  private var nearStorage: NumberStorage<Float>?
  private var fields: [NumberStorage<Number>] = []

  func ensure(leaf count: Int, axes: Int) {
    let room = max(count, LocalField<Number>.room) + 16
    let lanes = NumberStorage.ensure(&targetStorage, count: room, lanes: 2 * axes)
    targets = lanes
    sums = NumberLanes(base: lanes[axes], stride: lanes.stride)
    nearSums = NumberStorage.ensure(&nearStorage, count: room, lanes: axes)
    doubleSums = LaneStorage.ensure(&doubleStorage, count: room, lanes: axes)
  }

  @inline(__always) func ensure(candidates count: Int) {
    guard count > candidates.count else { return }
    candidates.resize(2 * count)
    far.resize(2 * count)
  }

  func field(depth: Int, axes: Int) -> NumberLanes<Number> {
    while fields.count <= depth {
      fields.append(NumberStorage(count: LocalField<Number>.room, lanes: 3))
    }
    return fields[depth].lanes
  }
}

/// A growing list of bodies in lanes: coordinates, then charges.
struct BodyList<Number: KernelScalar> {
  private var storage: NumberStorage<Number>?
  private(set) var lanes = NumberStorage<Number>(count: 0, lanes: 0).lanes
  private(set) var count = 0
  private var room = 0

  mutating func removeAll() { count = 0 }
  func bodies(axes: Int) -> Bodies<Number> { Bodies(dimensions: axes, lanes: lanes, count: count) }

  @inline(__always)
  mutating func append(
    _ pseudoParticles: PseudoParticles, about centroid: SIMD4<Double>, from origin: SIMD4<Double>,
    axes: Int
  ) {
    if count + 4 > room { grow(to: count + 4) }
    let (x, y, charge) = (lanes[0] + count, lanes[1] + count, lanes[axes] + count)
    let way = centroid - origin
    for corner in 0..<4 {
      x[corner] = pseudoParticles.x(about: Number(way.x), corner)
      y[corner] = pseudoParticles.y(about: Number(way.y), corner)
      charge[corner] = Number(pseudoParticles.charge)
    }
    if axes == 3 {
      let z = lanes[2] + count
      for corner in 0..<4 { z[corner] = pseudoParticles.z(about: Number(way.z), corner) }
    }
    count += 4
  }

  mutating func append(_ points: Lanes, _ range: Range<Int>, from origin: SIMD4<Double>, axes: Int)
  {
    if count + range.count > room { grow(to: count + range.count) }
    for axis in 0..<axes {
      let (from, to, middle) = (points[axis] + range.lowerBound, lanes[axis] + count, origin[axis])
      for index in 0..<range.count { to[index] = Number(from[index] - middle) }
    }
    let (from, to) = (points[axes] + range.lowerBound, lanes[axes] + count)
    for index in 0..<range.count { to[index] = Number(from[index]) }
    count += range.count
  }

  @inline(__always)
  mutating func append(
    _ others: NumberLanes<Number>, _ range: Range<Int>, by offset: SIMD4<Double>, axes: Int
  ) {
    // Whole vectors are written. Numbers past the end are overwritten or not used.
    if count + range.count + Number.Group.width > room {
      grow(to: count + range.count + Number.Group.width)
    }
    for lane in 0...axes {
      let (from, to) = (others[lane] + range.lowerBound, lanes[lane] + count)
      let way = Number.Group(lane < axes ? Number(offset[lane]) : 0)
      for index in stride(from: 0, to: range.count, by: Number.Group.width) {
        (Number.Group(at: from + index) + way).store(at: to + index)
      }
    }
    count += range.count
  }

  mutating func append(
    _ nodes: UnsafePointer<SIMD4<Double>>, _ range: Range<Int>, from origin: SIMD4<Double>,
    charges: UnsafePointer<Number>, axes: Int
  ) {
    if count + range.count > room { grow(to: count + range.count) }
    for index in range {
      let way = nodes[index] - origin
      for axis in 0..<axes { lanes[axis][count] = Number(way[axis]) }
      lanes[axes][count] = charges[index]
      count += 1
    }
  }

  private mutating func grow(to minimum: Int) {
    let wider = NumberStorage<Number>(count: max(1024, 2 * minimum), lanes: 4)
    for lane in 0..<4 where count > 0 { wider.lanes[lane].update(from: lanes[lane], count: count) }
    (storage, lanes, room) = (wider, wider.lanes, wider.count)
  }
}

extension BodyList<Float> {
  /// Sets `sums` to `sum` of all bodies on the first `count`, which lie in a box of `side`. False if
  /// bodies are too near each other for single precision.
  func sum(
    _ sum: PairSum, onFirst count: Int, side: Double, reach: Double = .infinity, axes: Int,
    to sums: NumberLanes<Float>
  ) -> Bool {
    let lanes = sum.lanes(dimensions: axes)
    for lane in 0..<lanes { sums[lane].update(repeating: 0, count: (count + 15) / 16 * 16) }
    let sources = bodies(axes: axes)
    let isRight = sum.add(
      of: sources, on: Bodies(dimensions: axes, lanes: sources.lanes, count: count),
      PairFilter(selves: 0, reach: reach, tooNear: 1e-6 * side * side), to: sums)
    // Zero times a number that is not finite is NaN.
    var check: UInt32 = 0
    for lane in 0..<lanes {
      for index in 0..<count { check |= (sums[lane][index] * 0).bitPattern << 1 }
    }
    return isRight && check == 0
  }
}
