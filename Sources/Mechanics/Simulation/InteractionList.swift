/// Some nodes and all that acts on them, themselves included: nearby nodes one by one, and points
/// that stand for distant groups of nodes.
///
/// A repulsion strategy turns “all pairs” into such lists; a pairwise law sums over them.
public struct InteractionList {
  /// 2 or 3.
  public var dimensions: Int
  /// Where the targets are.
  public var targets: Lanes
  /// Which entries of `targets` are the targets.
  public var targetRange: Range<Int>
  /// The node that each entry of `targets` is.
  public var targetIDs: UnsafePointer<Int32>
  /// Where the sources are.
  public var sources: Lanes
  /// How many sources there are.
  public var sourceCount: Int
  /// The charge of each source.
  public var weights: UnsafePointer<Double>
  /// The node that each source is; −1 − n for a group of nodes of which n is one.
  public var sourceIDs: UnsafePointer<Int32>
  /// The seed of the offsets by which coincident nodes are parted.
  public var seed: UInt64
  /// The distance from which on sources do nothing.
  public var reach = Double.infinity

  /// Where among the sources the targets themselves are; nil if the sources are another list, of which
  /// they may be a part.
  @inlinable
  var selves: Int? {
    sources.base == targets.base && targetRange.upperBound <= sourceCount
      ? targetRange.lowerBound : nil
  }

  /// Calls `body` with the offset and the charge of each source that stands exactly where the
  /// target at `index` does, but is not that target. Cost: the number of sources.
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
      body(offset, weights[source])
    }
  }
}

/// Points with charges: one lane per axis, and after them, of sources, one of charges.
public struct Bodies<Number> {
  /// 2 or 3.
  public var dimensions: Int
  /// The coordinates, and the charges in the last lane.
  public var lanes: NumberLanes<Number>
  /// How many there are.
  public var count: Int

  /// The first `count` entries of `lanes`.
  @inlinable
  public init(dimensions: Int, lanes: NumberLanes<Number>, count: Int) {
    self.dimensions = dimensions
    self.lanes = lanes
    self.count = count
  }

  /// The charges.
  @inlinable
  public var charges: UnsafeMutablePointer<Number> { lanes[dimensions] }
}

/// How sources and targets may meet.
public struct PairFilter: Sendable {
  /// Where in the list of sources the first target itself stands, the others after it; nil if they
  /// are no sources.
  public var selves: Int?
  /// The distance from which on sources do nothing.
  public var reach: Double
  /// A pair whose squared distance is at most this is too near to be summed.
  public var tooNear: Double

  /// Targets that are no sources and meet none.
  @inlinable
  public init(selves: Int? = nil, reach: Double = .infinity, tooNear: Double = -1) {
    (self.selves, self.reach, self.tooNear) = (selves, reach, tooNear)
  }
}
