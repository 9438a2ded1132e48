/// The nodes of a world, sorted so that those of a cell stand together.
///
/// While they are sorted, a node is one register: its coordinates, and its number in the last place.
/// Afterwards `spread` lays them out in lanes, as the kernels want them.
struct PackedNodes: Sendable {
  private(set) var packed: [SIMD4<Double>] = []
  private(set) var ids: [Int32] = []
  /// The coordinates, one lane per axis, and the charges in the last lane.
  private var storage: LaneStorage?

  init() {}

  /// How many there are.
  var count: Int { packed.count }

  /// Reads the nodes of `particles` in their own order; false if one is nowhere finite.
  mutating func load(_ particles: Particles) -> Bool {
    packed.removeAll(keepingCapacity: true)
    packed.reserveCapacity(particles.count)
    var check = SIMD4<Double>()
    for node in 0..<particles.count {
      var point = SIMD4<Double>()
      for axis in 0..<particles.dimensions { point[axis] = particles.position[axis][node] }
      check += point - point
      point.w = Double(bitPattern: UInt64(node))
      packed.append(point)
    }
    return check.x == 0 && check.y == 0 && check.z == 0
  }

  /// The lowest and the highest coordinates of the nodes `range`, of which there must be one.
  func box(_ range: Range<Int>) -> Box {
    packed.withUnsafeBufferPointer { nodes in
      var box = Box(lower: nodes[range.lowerBound], upper: nodes[range.lowerBound])
      for index in range { box.include(nodes[index]) }
      return box.withoutNumbers
    }
  }

  /// Moves the nodes of `range` that lie below `pivot` on `axis` (or at it, if `inclusive`) before
  /// the others, and returns where the others begin. Cost: one pass without branches.
  mutating func partition(_ range: Range<Int>, axis: Int, below pivot: Double, inclusive: Bool)
    -> Int
  {
    packed.withUnsafeMutableBufferPointer { nodes in
      var end = range.lowerBound
      for index in range {
        let node = nodes[index]
        let goes = inclusive ? node[axis] <= pivot : node[axis] < pivot
        nodes[index] = nodes[end]
        nodes[end] = node
        end += goes ? 1 : 0
      }
      return end
    }
  }

  /// Sorts all nodes by `keys`, one per node, keeping the order of equal ones, and the keys with
  /// them. Cost: a pass per 11 bits of the greatest key.
  mutating func sort(by keys: inout [UInt64]) {
    let greatest = keys.max() ?? 0
    var (sortedKeys, sortedNodes) = (keys, packed)
    for shift in stride(from: 0, to: 64, by: 11) where greatest >> UInt64(shift) > 0 {
      var starts = [Int](repeating: 0, count: 2049)
      for key in keys { starts[Int(key >> UInt64(shift) & 2047) + 1] += 1 }
      for digit in 1..<2048 { starts[digit] += starts[digit - 1] }
      for index in keys.indices {
        let digit = Int(keys[index] >> UInt64(shift) & 2047)
        sortedKeys[starts[digit]] = keys[index]
        sortedNodes[starts[digit]] = packed[index]
        starts[digit] += 1
      }
      swap(&keys, &sortedKeys)
      swap(&packed, &sortedNodes)
    }
  }

  /// Lays the nodes out in lanes: coordinates, then the charges of `particles`.
  mutating func spread(_ particles: Particles) -> Lanes {
    let axes = particles.dimensions
    let lanes = LaneStorage.ensure(&storage, count: count, lanes: axes + 1)
    ids.removeAll(keepingCapacity: true)
    ids.reserveCapacity(count)
    for index in 0..<count {
      let node = packed[index]
      let id = Int(node.w.bitPattern)
      for axis in 0..<axes { lanes[axis][index] = node[axis] }
      lanes[axes][index] = particles.charge[id]
      ids.append(Int32(id))
    }
    return lanes
  }
}

/// A box with sides along the axes.
struct Box: Sendable {
  /// Its lowest coordinates.
  var lower: SIMD4<Double>
  /// Its highest coordinates.
  var upper: SIMD4<Double>

  @inline(__always)
  mutating func include(_ point: SIMD4<Double>) {
    lower.replace(with: point, where: point .< lower)
    upper.replace(with: point, where: point .> upper)
  }

  /// The lengths of its sides.
  var sides: SIMD4<Double> { upper - lower }

  /// The axis of its longest side.
  var longestAxis: Int {
    let sides = sides
    return sides.y > sides.x ? (sides.z > sides.y ? 2 : 1) : (sides.z > sides.x ? 2 : 0)
  }

  /// The squared distance from `point` to the nearest point of the box.
  @inline(__always)
  func squaredDistance(to point: SIMD4<Double>) -> Double {
    var gap = lower - point
    let other = point - upper
    gap.replace(with: other, where: other .> gap)
    gap.replace(with: 0, where: gap .< 0)
    return gap.x * gap.x + gap.y * gap.y + gap.z * gap.z
  }

  fileprivate var withoutNumbers: Box {
    var box = self
    (box.lower.w, box.upper.w) = (0, 0)
    return box
  }
}
