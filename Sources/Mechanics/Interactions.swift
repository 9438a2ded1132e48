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
