/// Some nodes and all that acts on them, themselves included: nearby nodes one by one, and points
/// that stand for distant groups of nodes.
///
/// A repulsion strategy turns “all pairs” into such lists; a pairwise law sums over them.
public struct Interactions {
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

  /// The sources before those that are the targets `range` themselves, those, and the ones after; all
  /// as the first if the sources are another list.
  @inlinable
  func parts(about range: Range<Int>) -> [BodyRun] {
    guard sources.base == targets.base, range.upperBound <= sourceCount else {
      return [BodyRun(0, count: sourceCount, reach: reach)]
    }
    return [
      BodyRun(0, count: range.lowerBound, reach: reach),
      BodyRun(range.lowerBound, count: range.count, areTargets: true, reach: reach),
      BodyRun(range.upperBound, count: sourceCount - range.upperBound, reach: reach),
    ]
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

/// Some bodies that stand together in a list, and how far they are moved.
public struct BodyRun: Sendable {
  /// The first of them.
  public var first: Int
  /// How many there are.
  public var count: Int
  /// What is added to their coordinates to make them those of the targets' frame.
  public var offset: SIMD4<Double>
  /// Whether they are the targets themselves.
  public var areTargets: Bool
  /// The distance from which on they do nothing.
  public var reach: Double

  /// `count` bodies from `first` on.
  @inlinable
  public init(
    _ first: Int, count: Int, offset: SIMD4<Double> = SIMD4(), areTargets: Bool = false,
    reach: Double = .infinity
  ) {
    (self.first, self.count, self.offset) = (first, count, offset)
    (self.areTargets, self.reach) = (areTargets, reach)
  }
}
