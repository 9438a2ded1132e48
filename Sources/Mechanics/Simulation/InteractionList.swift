/// Some nodes, the targets, and all sources that act on them, most often targets included: near nodes,
/// and points that represent distant groups. Repulsion strategies build such lists, which laws sum.
struct InteractionList {
  var targets: Lanes
  /// The entries of `targets` that are targets.
  var targetRange: Range<Int>
  /// The node of each entry of `targets`.
  var targetIDs: UnsafePointer<Int32>
  var sources: Bodies<Double>
  /// The node of each source; −1 − i for one that is part of a group, whose representative is `i`.
  var sourceIDs: UnsafePointer<Int32>
  var representatives: UnsafePointer<GroupMember>?
  /// The seed of the offsets by which coincident nodes are separated.
  var seed: UInt64
  /// The distance from which on sources do nothing.
  var reach = Double.infinity
  /// Whether each target is one of the sources.
  var includesTargets = true

  var dimensions: Int { sources.dimensions }

  /// The index of the first target in the sources; nil if the sources are in another list.
  var selves: Int? {
    sources.lanes.base == targets.base && targetRange.upperBound <= sources.count
      ? targetRange.lowerBound : nil
  }

  var targetBodies: Bodies<Double> {
    let targets = targets.dropFirst(targetRange.lowerBound)
    return Bodies(dimensions: dimensions, lanes: targets, count: targetRange.count)
  }

  /// Calls `body` with the index of each other source at the place of a target, and a random offset.
  func forEachCoincident(with index: Int, _ body: (_ offset: SIMD3<Double>, _ source: Int) -> Void)
  {
    let id = targetIDs[index]
    for source in 0..<sources.count where sourceIDs[source] != id {
      guard (0..<dimensions).allSatisfy({ sources.lanes[$0][source] == targets[$0][index] }) else {
        continue
      }
      let other = representative(of: source)?.node ?? sourceIDs[source]
      var offset = jiggle(id, other, seed: seed)
      if dimensions == 2 { offset.z = 0 }
      body(offset, source)
    }
  }

  /// The charge with which a source pushes a node at its own place in a random direction.
  func coincidentCharge(_ source: Int) -> Double {
    representative(of: source)?.charge ?? sources.charge(source)
  }

  private func representative(of source: Int) -> GroupMember? {
    let id = sourceIDs[source]
    return id < 0 ? representatives?[Int(-1 - id)] : nil
  }

  /// Adds `scale` times `sum` at the targets to `field`, by node number.
  func add(_ sum: PairSum, times scale: Double, to field: Lanes) {
    let lanes = sum.lanes(dimensions: dimensions)
    // Kernels write whole vectors.
    let room = (targetRange.count + 15) / 16 * 16
    withUnsafeTemporaryAllocation(of: Double.self, capacity: lanes * room) { memory in
      guard let base = memory.baseAddress else { return }
      base.update(repeating: 0, count: lanes * room)
      let sums = Lanes(base: base, stride: room)
      sum.add(self, to: sums)
      add(sums, lanes: lanes, times: scale, to: field)
    }
  }

  @inline(__always)
  func add<Number: KernelScalar>(
    _ sums: NumberLanes<Number>, lanes: Int, times scale: Double, to field: Lanes
  ) {
    for lane in 0..<lanes {
      let (from, to, ids) = (sums[lane], field[lane], targetIDs + targetRange.lowerBound)
      for index in 0..<targetRange.count { to[Int(ids[index])] += Double(from[index]) * scale }
    }
  }
}

/// A node that represents a group of coincident nodes for another node at the same place.
///
/// Each node of the group would push the other in a random direction. The mean square of the sum of these
/// pushes is proportional to Σ q², while one push with the charge of the group has (Σ q)². So the
/// representatives of a group have charges of which the sum of the squares is Σ q².
struct GroupMember {
  var node: Int32
  var charge: Double
}

/// Points, with charges if they are sources.
struct Bodies<Number> {
  var dimensions: Int
  /// The coordinates, one lane per axis.
  var lanes: NumberLanes<Number>
  var count: Int
  /// By default the lane after the coordinates.
  var charges: UnsafePointer<Number>
  /// How many of the first ones count twice, for a sum of potentials that takes each pair once.
  var doubled = 0

  init(
    dimensions: Int, lanes: NumberLanes<Number>, count: Int, charges: UnsafePointer<Number>? = nil
  ) {
    (self.dimensions, self.lanes, self.count) = (dimensions, lanes, count)
    self.charges = charges ?? UnsafePointer(lanes[dimensions])
  }
}

extension Bodies<Double> {
  init(_ particles: Particles, charges: UnsafePointer<Double>? = nil) {
    self.init(
      dimensions: particles.dimensions, lanes: particles.position, count: particles.count,
      charges: charges)
  }
}

extension Bodies where Number: KernelScalar {
  @inline(__always) func point(_ index: Int) -> SIMD3<Number> {
    SIMD3(lanes[0][index], lanes[1][index], dimensions == 3 ? lanes[2][index] : 0)
  }

  func charge(_ index: Int) -> Number { index < doubled ? 2 * charges[index] : charges[index] }
}

/// Which pairs of sources and targets are summed.
struct PairFilter: Sendable {
  /// The index of the first target in the sources; nil if targets are not sources.
  var selves: Int?
  /// The distance beyond which sources do not act.
  var reach = Double.infinity
  /// Pairs with at most this squared distance are too near to be summed.
  var tooNear = -1.0
}
