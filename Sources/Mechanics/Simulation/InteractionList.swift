/// Some nodes, the targets, and all sources that act on them, targets included: near nodes, and
/// points that represent distant groups. Repulsion strategies build such lists, which laws sum.
struct InteractionList {
  var targets: Lanes
  /// The entries of `targets` that are targets.
  var targetRange: Range<Int>
  /// The node of each entry of `targets`.
  var targetIDs: UnsafePointer<Int32>
  var sources: Bodies<Double>
  /// The node of each source; −1 − n for a group that contains node n.
  var sourceIDs: UnsafePointer<Int32>
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

  /// Calls `body` with the offset and charge of each other source at the place of a target.
  func forEachCoincident(with index: Int, _ body: (SIMD3<Double>, Double) -> Void) {
    let id = targetIDs[index]
    for source in 0..<sources.count where sourceIDs[source] != id {
      guard (0..<dimensions).allSatisfy({ sources.lanes[$0][source] == targets[$0][index] }) else {
        continue
      }
      let other = sourceIDs[source] < 0 ? -1 - sourceIDs[source] : sourceIDs[source]
      var offset = jiggle(id, other, seed: seed)
      if dimensions == 2 { offset.z = 0 }
      body(offset, sources.charge(source))
    }
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
    dimensions: Int, lanes: NumberLanes<Number>, count: Int,
    charges: UnsafePointer<Number>? = nil
  ) {
    (self.dimensions, self.lanes, self.count) = (dimensions, lanes, count)
    self.charges = charges ?? UnsafePointer(lanes[dimensions])
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
