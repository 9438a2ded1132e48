/// Nodes sorted by cell, as vectors of coordinates and number; a `LeafWriter` writes them to lanes.
struct SortedNodes: Sendable {
  private(set) var packed = Buffer<SIMD4<Double>>()
  private var spare = Buffer<SIMD4<Double>>()
  private var spareKeys: [UInt64] = []
  private var ids = Buffer<Int32>()
  /// The grid cell of each node.
  private var places = Buffer<UInt16>()
  private var singleStorage: NumberStorage<Float>?

  var count: Int { packed.count }

  /// Reads the nodes in order, and returns their box; nil if there are none or one is not finite.
  mutating func load(_ particles: Particles) -> Box? {
    guard let box = Box(of: particles) else { return nil }
    read(particles) { $0 }
    return box
  }

  /// Reads the nodes, all finite, sorted by their cells in `grid`; the order in a cell is kept.
  mutating func load(_ particles: Particles, sortedInto quadrants: inout MortonGrid) {
    Buffer.own(&places, count: particles.count)
    quadrants.place(particles, to: places.base)
    var next = quadrants.starts
    next.withUnsafeMutableBufferPointer { [places = places.base] next in
      read(particles) { node in
        let place = Int(places[node])
        defer { next[place] += 1 }
        return next[place]
      }
    }
  }

  @inline(__always) private mutating func read(_ particles: Particles, _ place: (Int) -> Int) {
    Buffer.own(&packed, count: particles.count)
    let (x, y, nodes) = (particles.position[0], particles.position[1], packed.base)
    let z = particles.dimensions == 3 ? particles.position[2] : nil
    for node in 0..<particles.count {
      nodes[place(node)] = SIMD4(x[node], y[node], z?[node] ?? 0, Double(bitPattern: UInt64(node)))
    }
  }

  /// Reads the nodes again in their order, in which they fill the leaves of `cells`. Returns how far
  /// they moved since they were last read, as a part of the side of their leaf (root mean square);
  /// nil, with part of them read, if that is more than `limit` or one is not finite.
  mutating func reload(_ particles: Particles, in cells: Cells, moved limit: Double) -> Double? {
    guard limit >= 0 else { return nil }
    if !isKnownUniquelyReferenced(&packed) { packed = Buffer(packed.elements) }
    let (x, y, nodes) = (particles.position[0], particles.position[1], packed.base)
    let z = particles.dimensions == 3 ? particles.position[2] : nil
    let most = limit * limit * Double(count)
    var (sum, half) = (0.0, 0.0)
    for cell in 0..<cells.count {
      let side = cells.boxes[cell].longestSide
      guard Int(cells.cells[cell].next) == cell + 1 else {
        half = side / 2
        continue
      }
      var square = 0.0
      for index in cells.cells[cell].nodes {
        let old = nodes[index]
        let node = SIMD4(x[old.number], y[old.number], z?[old.number] ?? 0, old.w)
        let (dx, dy, dz) = (node.x - old.x, node.y - old.y, node.z - old.z)
        square += dx * dx + dy * dy + dz * dz
        nodes[index] = node
      }
      // A leaf may have one node. The last inner cell before it mostly is the one about it.
      sum += square == 0 ? 0 : square / max(side * side, half * half)
      guard sum <= most else { return nil }
    }
    return (sum / Double(count)).squareRoot()
  }

  /// A writer of the sorted nodes to lanes; valid until the nodes are loaded again.
  mutating func leafWriter(charges: UnsafePointer<Double>, axes: Int) -> LeafWriter {
    Buffer.own(&ids, count: count)
    return LeafWriter(
      nodes: packed.base,
      singles: NumberStorage.ensure(&singleStorage, count: count, lanes: axes + 1), ids: ids.base,
      charges: charges, common: PairSum.commonCharge(charges, count: count), axes: axes)
  }

  /// Sorts the nodes `range` and their `keys` (stable). Cost: a pass per 11 bits of the largest key.
  mutating func sort(_ range: Range<Int>, by keys: inout [UInt64]) {
    Buffer.own(&spare, count: packed.count)
    if spareKeys.count != keys.count { spareKeys = keys }
    let maximum = range.reduce(0) { max($0, keys[$1]) }
    for shift in stride(from: 0, to: 64, by: 11) where maximum >> UInt64(shift) > 0 {
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

  /// Whether the lanes are not shared, and so still hold the nodes.
  mutating func areKept() -> Bool { isKnownUniquelyReferenced(&singleStorage) }

  var bytes: Int {
    packed.bytes + spare.bytes + spareKeys.bytes + ids.bytes + places.bytes
      + (singleStorage?.bytes ?? 0)
  }
}

/// Writes sorted nodes to lanes, leaf by leaf.
struct LeafWriter {
  let nodes: UnsafeMutablePointer<SIMD4<Double>>
  /// Coordinates relative to the middle of each leaf, then charges.
  let singles: NumberLanes<Float>
  let ids: UnsafeMutablePointer<Int32>
  /// Charges by node number.
  let charges: UnsafePointer<Double>
  let common: Double?
  let axes: Int

  /// Writes the leaf `range` and returns its summary.
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
    var group = NodeGroup(leaf, count: range.count, in: box, moments)
    if group.squaredRadius == 0 {
      for index in 0..<range.count {
        let charge = self.charges[leaf[index].number]
        group.squaredCharge += charge * charge
      }
    }
    return group
  }

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
  @inline(__always) var number: Int { Int(w.bitPattern) }
}
