/// Finds nodes that would overlap after the tick, in d3-force's order, by a tree of the positions
/// at the start of the search. For few nodes it first tests whether any two are near each other,
/// and then counts overlaps pair by pair. It builds the tree only if that does not decide.
struct OverlapSearch: Sendable {
  private var tree = CompressedQuadtree()
  private var isTreeBuilt = false
  /// Positions after the tick, and radii in the last lane.
  private var storage: LaneStorage?

  private static let fewNodes = 512

  /// Returns the radii times `radius`, or those of circles around boxes; nil if nothing overlaps or a coordinate is not
  /// finite.
  mutating func begin(_ particles: Particles, radius: Double) -> UnsafePointer<Double>? {
    let (axes, count) = (particles.dimensions, particles.count)
    let lanes = LaneStorage.ensure(&storage, count: count, lanes: axes + 1)
    isTreeBuilt = false
    var infinite = 0
    for axis in 0..<axes {
      let (place, x, v) = (lanes[axis], particles.position[axis], particles.velocity[axis])
      for node in 0..<count {
        place[node] = x[node] + v[node]
        infinite += abs(place[node]) < .infinity ? 0 : 1
      }
    }
    let radii = lanes[axes]
    if particles.boxes.count == count {
      for node in 0..<count {
        let half = particles.boxes[node]
        radii[node] = (half * half).sum().squareRoot()
      }
    } else {
      for node in 0..<count { radii[node] = radius * particles.radius[node] }
    }
    guard infinite == 0, count > Self.fewNodes || isAnyNear(count: count, axes: axes) else {
      return nil
    }
    return UnsafePointer(radii)
  }

  /// Whether any two nodes are nearer to each other than twice the largest radius. Compares sixteen nodes with those
  /// one index on, two indices on, and so on.
  private func isAnyNear(count: Int, axes: Int) -> Bool {
    guard let lanes = storage?.lanes else { return false }
    // Padding is far from every node.
    (lanes[axes] + count).update(repeating: 0, count: 8)
    (lanes[0] + count).update(repeating: .infinity, count: 16)
    var maximum = DoubleVector8(0)
    for node in stride(from: 0, to: count, by: 8) {
      maximum = .maximum(maximum, DoubleVector8(at: lanes[axes] + node))
    }
    let squaredReach = 4 * maximum.maximum() * maximum.maximum()
    @inline(__always) func squares(_ first: Int, _ later: Int) -> DoubleVector8 {
      @inline(__always) func square(_ axis: Int) -> DoubleVector8 {
        let way = DoubleVector8(at: lanes[axis] + first) - DoubleVector8(at: lanes[axis] + later)
        return way * way
      }
      let plane = square(0) + square(1)
      return axes == 2 ? plane : plane + square(2)
    }
    var minimum = DoubleVector8(.infinity)
    for first in stride(from: 0, to: count, by: 16) {
      for later in first + 1..<min(first + 9, count) {
        minimum = .minimum(squares(first, later), minimum)
      }
      for later in stride(from: first + 9, to: count, by: 1) {
        minimum = .minimum(squares(first, later), .minimum(squares(first + 8, later), minimum))
      }
    }
    return minimum.isAnyLess(than: DoubleVector8(squaredReach))
  }

  @inline(__always)
  mutating func forEachOverlap<P: Point>(
    of node: Int, at place: P, among particles: Particles, _ body: (Int) -> Void
  ) {
    guard let lanes = storage?.lanes else { return }
    let (axes, count) = (P.scalarCount, particles.count)
    if count <= Self.fewNodes {
      let hits = countOverlaps(of: node, at: place, among: particles, lanes[axes])
      if hits == 0 { return }
      if hits == 1, place == P(lanes, node) {
        let other = firstOverlap(of: node, at: place, among: particles, lanes[axes])
        if P(particles.position, other) + P(particles.velocity, other) == P(lanes, other) {
          return body(other)
        }
      }
    }
    if !isTreeBuilt {
      tree.build(lanes, radii: lanes[axes], count: count, axes: axes)
      isTreeBuilt = true
    }
    let wide = SIMD4(place[0], place[1], axes == 3 ? place[axes - 1] : 0, 0)
    tree.forEachNear(wide, reach: lanes[axes][node]) { other in
      if other > node { body(other) }
    }
  }

  /// How many later nodes overlap `node` at `place` now.
  private func countOverlaps<P: Point>(
    of node: Int, at place: P, among particles: Particles, _ radii: UnsafePointer<Double>
  ) -> UInt64 {
    let (position, velocity, own) = (particles.position, particles.velocity, radii[node])
    @inline(__always) func square(_ axis: Int, _ other: Int) -> Double {
      let way = place[axis] - position[axis][other] - velocity[axis][other]
      return way * way
    }
    var hits: UInt64 = 0
    for other in node + 1..<particles.count {
      let plane = square(0, other) + square(1, other)
      let whole = P.scalarCount == 2 ? plane : plane + square(2, other)
      let reach = own + radii[other]
      hits &+= (whole - reach * reach).signBit
    }
    return hits
  }

  /// The first later node that overlaps `node`, of which there must be one.
  private func firstOverlap<P: Point>(
    of node: Int, at place: P, among particles: Particles, _ radii: UnsafePointer<Double>
  ) -> Int {
    var other = node + 1
    while other < particles.count - 1 {
      let way = place - P(particles.position, other) - P(particles.velocity, other)
      let reach = radii[node] + radii[other]
      if way.squaredLength < reach * reach { break }
      other += 1
    }
    return other
  }
}

extension Double {
  /// 1 for negative numbers, else 0: a comparison that the compiler cannot turn into a branch.
  @inline(__always) fileprivate var signBit: UInt64 { bitPattern >> 63 }
}
