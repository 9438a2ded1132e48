/// Some nodes, the targets, and all sources that act on them, targets included: near nodes, and
/// points that represent distant groups. Repulsion strategies build such lists, which laws sum.
struct InteractionList {
  var dimensions: Int
  var targets: Lanes
  /// The entries of `targets` that are targets.
  var targetRange: Range<Int>
  /// The node of each entry of `targets`.
  var targetIDs: UnsafePointer<Int32>
  var sources: Lanes
  var sourceCount: Int
  /// The charge of each source.
  var weights: UnsafePointer<Double>
  /// The node of each source; −1 − n for a group that contains node n.
  var sourceIDs: UnsafePointer<Int32>
  /// The seed of the offsets by which coincident nodes are separated.
  var seed: UInt64
  /// The distance from which on sources do nothing.
  var reach = Double.infinity
  /// How many of the first sources count twice, for a sum of potentials that takes each pair once.
  var doubledSources = 0
  /// Whether each target is one of the sources.
  var includesTargets = true

  /// The index of the first target in the sources; nil if the sources are in another list.
  var selves: Int? {
    sources.base == targets.base && targetRange.upperBound <= sourceCount
      ? targetRange.lowerBound : nil
  }

  var bodies: (sources: Bodies<Double>, targets: Bodies<Double>) {
    let targets = targets.dropFirst(targetRange.lowerBound)
    return (
      Bodies(dimensions: dimensions, lanes: sources, count: sourceCount),
      Bodies(dimensions: dimensions, lanes: targets, count: targetRange.count)
    )
  }

  /// Calls `body` with the offset and charge of each other source at the place of a target.
  func forEachCoincident(with index: Int, _ body: (SIMD3<Double>, Double) -> Void) {
    let id = targetIDs[index]
    for source in 0..<sourceCount where sourceIDs[source] != id {
      guard (0..<dimensions).allSatisfy({ sources[$0][source] == targets[$0][index] }) else {
        continue
      }
      let other = sourceIDs[source] < 0 ? -1 - sourceIDs[source] : sourceIDs[source]
      var offset = jiggle(id, other, seed: seed)
      if dimensions == 2 { offset.z = 0 }
      body(offset, source < doubledSources ? 2 * weights[source] : weights[source])
    }
  }
}

/// Points with charges: one lane per axis, followed for sources by one of charges.
struct Bodies<Number> {
  var dimensions: Int
  /// The coordinates, and the charges in the last lane.
  var lanes: NumberLanes<Number>
  var count: Int

  var charges: UnsafeMutablePointer<Number> { lanes[dimensions] }
}

extension Bodies where Number: KernelScalar {
  @inline(__always) func point(_ index: Int) -> SIMD3<Number> {
    SIMD3(lanes[0][index], lanes[1][index], dimensions == 3 ? lanes[2][index] : 0)
  }
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
