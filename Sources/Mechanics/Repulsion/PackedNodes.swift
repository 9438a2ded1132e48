/// The nodes of a world, sorted so that those of a cell stand together.
///
/// While they are sorted, a node is one register: its coordinates, and its number in the last place.
/// Afterwards `spread` lays them out in lanes, as the kernels want them.
struct PackedNodes: Sendable {
  private(set) var packed: [SIMD4<Double>] = []
  private var spare: [SIMD4<Double>] = []
  private var spareKeys: [UInt64] = []
  private(set) var ids: [Int32] = []
  /// Where the nodes of the world were sorted to.
  private var places: [UInt16] = []
  /// The coordinates in single precision, relative to the middle of each node's leaf, and the charges
  /// in the last lane.
  private var singleStorage: NumberStorage<Float>?

  init() {}

  /// How many there are.
  var count: Int { packed.count }

  /// Reads the nodes of `particles` in their own order, and returns their box; nil if there are none,
  /// or one is nowhere finite.
  mutating func load(_ particles: Particles) -> Box? {
    guard let box = Box(of: particles) else { return nil }
    Self.read(particles, to: &packed) { $0 }
    return box
  }

  /// Reads the nodes of `particles`, all finite, sorted into `quadrants`, in their own order in each.
  mutating func load(_ particles: Particles, sortedInto quadrants: inout Quadrants) {
    if places.count != particles.count { places = Array(repeating: 0, count: particles.count) }
    places.withUnsafeMutableBufferPointer { places in
      guard let places = places.baseAddress else { return }
      quadrants.place(particles, to: places)
      var next = quadrants.starts
      next.withUnsafeMutableBufferPointer { next in
        Self.read(particles, to: &packed) { node in
          let place = Int(places[node])
          defer { next[place] += 1 }
          return next[place]
        }
      }
    }
  }

  /// Writes every node of `particles` to the place in `packed` that `place` names.
  @inline(__always)
  private static func read(
    _ particles: Particles, to packed: inout [SIMD4<Double>], _ place: (Int) -> Int
  ) {
    let count = particles.count
    if packed.count != count { packed = Array(repeating: SIMD4(), count: count) }
    let (x, y) = (particles.position[0], particles.position[1])
    let z = particles.dimensions == 3 ? particles.position[2] : nil
    packed.withUnsafeMutableBufferPointer { nodes in
      for node in 0..<count {
        nodes[place(node)] = SIMD4(
          x[node], y[node], z?[node] ?? 0, Double(bitPattern: UInt64(node)))
      }
    }
  }

  /// Calls `body` with the nodes, and with where their numbers go; nil if there are none.
  mutating func withNodes<Result>(
    _ body: (UnsafeMutablePointer<SIMD4<Double>>, UnsafeMutablePointer<Int32>) -> Result
  ) -> Result? {
    packed.withUnsafeMutableBufferPointer { nodes in
      ids.withUnsafeMutableBufferPointer { ids in
        guard let node = nodes.baseAddress, let id = ids.baseAddress else { return nil }
        return body(node, id)
      }
    }
  }

  /// Calls `body` with what writes the sorted nodes, and their `charges`, to lanes; nil if there are
  /// no nodes.
  mutating func withSpreader<Result>(
    charges: UnsafePointer<Double>, axes: Int, _ body: (NodeSpreader) -> Result
  ) -> Result? {
    if ids.count != count { ids = Array(repeating: 0, count: count) }
    let singles = NumberStorage.ensure(&singleStorage, count: count, lanes: axes + 1)
    let common = PairSum.commonCharge(charges, count: count)
    return withNodes { nodes, ids in
      body(
        NodeSpreader(
          nodes: nodes, singles: singles, ids: ids, charges: charges, common: common, axes: axes))
    }
  }

  /// Sorts the nodes `range` by `keys`, one per node, keeping the order of equal ones, and the keys with
  /// them. Cost: a pass per 11 bits of the greatest key.
  mutating func sort(_ range: Range<Int>, by keys: inout [UInt64]) {
    if spare.count != packed.count { spare = packed }
    if spareKeys.count != keys.count { spareKeys = keys }
    let greatest = range.reduce(0) { max($0, keys[$1]) }
    for shift in stride(from: 0, to: 64, by: 11) where greatest >> UInt64(shift) > 0 {
      var starts = [Int](repeating: 0, count: 2049)
      for index in range { starts[Int(keys[index] >> UInt64(shift) & 2047) + 1] += 1 }
      starts[0] = range.lowerBound
      for digit in 1..<2048 { starts[digit] += starts[digit - 1] }
      for index in range {
        let digit = Int(keys[index] >> UInt64(shift) & 2047)
        spareKeys[starts[digit]] = keys[index]
        spare[starts[digit]] = packed[index]
        starts[digit] += 1
      }
      if range.count == packed.count {
        swap(&keys, &spareKeys)
        swap(&packed, &spare)
      } else {
        for index in range { (keys[index], packed[index]) = (spareKeys[index], spare[index]) }
      }
    }
  }

  /// Whether what the lanes hold is this holder's alone, and so still there.
  mutating func areKept() -> Bool { isKnownUniquelyReferenced(&singleStorage) }

  /// How many bytes the nodes take, sorted and in lanes.
  var bytes: Int {
    packed.bytes + spare.bytes + spareKeys.bytes + ids.bytes + places.bytes
      + (singleStorage?.bytes ?? 0)
  }
}

/// Writes nodes in their sorted order to lanes.
struct NodeSpreader {
  let nodes: UnsafeMutablePointer<SIMD4<Double>>
  /// One lane per axis, the coordinates relative to the middle of each leaf, then one of charges.
  let singles: NumberLanes<Float>
  /// The node that each entry is.
  let ids: UnsafeMutablePointer<Int32>
  /// The charges, by the nodes' own numbers.
  let charges: UnsafePointer<Double>
  /// The charge of all nodes, if it is one: it saves looking for each node's.
  let common: Double?
  let axes: Int

  /// Writes the nodes `range`, a leaf, and returns what they are together.
  func group(_ range: Range<Int>) -> NodeGroup {
    let leaf = UnsafePointer(nodes + range.lowerBound)
    let box = Box(of: leaf, count: range.count)
    let charges = singles[axes] + range.lowerBound
    if let common {
      charges.update(repeating: Float(common), count: range.count)
    } else {
      for index in 0..<range.count { charges[index] = Float(self.charges[leaf[index].number]) }
    }
    spread(range, in: box)
    let moments =
      common.map { charge in Moments(leaf, count: range.count) { _ in charge } }
      ?? Moments(leaf, count: range.count) { self.charges[leaf[$0].number] }
    return NodeGroup(moments: moments, box: box)
  }

  /// Writes where the nodes `range` are now, whose leaf was in `box`.
  func refresh(_ range: Range<Int>, in box: Box, _ particles: Particles) {
    for axis in 0..<axes {
      let (from, middle) = (particles.position[axis], box.middle[axis])
      for index in range {
        let place = from[Int(ids[index])]
        nodes[index][axis] = place
        singles[axis][index] = Float(place - middle)
      }
    }
  }

  /// Writes the nodes `range`, a leaf in `box`.
  private func spread(_ range: Range<Int>, in box: Box) {
    let (x, y, middle) = (singles[0], singles[1], box.middle)
    for index in range {
      let node = nodes[index]
      ids[index] = Int32(truncatingIfNeeded: node.number)
      x[index] = Float(node.x - middle.x)
      y[index] = Float(node.y - middle.y)
    }
    guard axes == 3 else { return }
    for index in range { singles[2][index] = Float(nodes[index].z - middle.z) }
  }
}

extension SIMD4<Double> {
  /// The number of a packed node.
  @inline(__always)
  var number: Int { Int(w.bitPattern) }
}
