/// Some nodes, the targets, and all sources that act on them, targets included: near nodes, and
/// points that represent distant groups. Repulsion strategies build such lists, which laws sum.
public struct InteractionList {
  public var dimensions: Int
  public var targets: Lanes
  /// The entries of `targets` that are targets.
  public var targetRange: Range<Int>
  /// The node of each entry of `targets`.
  public var targetIDs: UnsafePointer<Int32>
  public var sources: Lanes
  public var sourceCount: Int
  /// The charge of each source.
  public var weights: UnsafePointer<Double>
  /// The node of each source; −1 − n for a group that contains node n.
  public var sourceIDs: UnsafePointer<Int32>
  /// The seed of the offsets by which coincident nodes are separated.
  public var seed: UInt64
  /// The distance from which on sources do nothing.
  public var reach = Double.infinity
  /// How many of the first sources count twice, for a sum of potentials that takes each pair once.
  @usableFromInline var doubledSources = 0
  /// Whether each target is one of the sources.
  @usableFromInline var includesTargets = true

  /// The index of the first target in the sources; nil if the sources are in another list.
  @inlinable var selves: Int? {
    sources.base == targets.base && targetRange.upperBound <= sourceCount
      ? targetRange.lowerBound : nil
  }

  @inlinable var bodies: (sources: Bodies<Double>, targets: Bodies<Double>) {
    let targets = targets.dropFirst(targetRange.lowerBound)
    return (
      Bodies(dimensions: dimensions, lanes: sources, count: sourceCount),
      Bodies(dimensions: dimensions, lanes: targets, count: targetRange.count)
    )
  }

  /// Calls `body` with the offset and charge of each other source at the place of a target.
  @usableFromInline
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
public struct Bodies<Number> {
  public var dimensions: Int
  /// The coordinates, and the charges in the last lane.
  public var lanes: NumberLanes<Number>
  public var count: Int

  @inlinable public init(dimensions: Int, lanes: NumberLanes<Number>, count: Int) {
    (self.dimensions, self.lanes, self.count) = (dimensions, lanes, count)
  }

  @inlinable public var charges: UnsafeMutablePointer<Number> { lanes[dimensions] }
}

/// Which pairs of sources and targets are summed.
public struct PairFilter: Sendable {
  /// The index of the first target in the sources; nil if targets are not sources.
  public var selves: Int?
  /// The distance beyond which sources do not act.
  public var reach: Double
  /// Pairs with at most this squared distance are too near to be summed.
  public var tooNear: Double

  @inlinable public init(selves: Int? = nil, reach: Double = .infinity, tooNear: Double = -1) {
    (self.selves, self.reach, self.tooNear) = (selves, reach, tooNear)
  }
}
