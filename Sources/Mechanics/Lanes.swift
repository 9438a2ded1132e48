/// One lane of numbers per axis: x of all nodes, then y, then z in 3D.
///
/// A view without ownership; `LaneStorage` owns the memory. Every lane is padded, so that eight
/// numbers can be read from any valid index.
@frozen
public struct Lanes {
  @usableFromInline let base: UnsafeMutablePointer<Double>
  @usableFromInline let stride: Int

  @inlinable
  init(base: UnsafeMutablePointer<Double>, stride: Int) {
    self.base = base
    self.stride = stride
  }

  /// The lane of `axis`.
  @inlinable
  public subscript(axis: Int) -> UnsafeMutablePointer<Double> { base + axis * stride }
}

/// Memory for lanes, zeroed at the start.
///
/// It may cross threads with its owner, but only one thread at a time may write to it.
public final class LaneStorage: @unchecked Sendable {
  /// The lanes.
  public let lanes: Lanes
  /// How many numbers each lane holds.
  public let count: Int
  let laneCount: Int

  /// How many numbers past the end of a lane may be read.
  static let padding = 8

  /// Lanes of `count` zeros.
  public init(count: Int, lanes laneCount: Int) {
    let stride = (count + 2 * Self.padding - 1) / Self.padding * Self.padding
    let total = max(1, stride * laneCount)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: total * 8, alignment: 64)
    let base = raw.bindMemory(to: Double.self, capacity: total)
    base.initialize(repeating: 0, count: total)
    lanes = Lanes(base: base, stride: stride)
    self.count = count
    self.laneCount = laneCount
  }

  deinit { UnsafeMutableRawPointer(lanes.base).deallocate() }

  /// Sets every number of every lane to `value`.
  public func fill(_ value: Double) {
    for lane in 0..<laneCount { lanes[lane].update(repeating: value, count: count) }
  }

  /// Makes `storage` hold at least `count` numbers in `lanes` lanes, and be its holder's alone:
  /// copies of a plugin never share working memory. What it held is lost if it had to be replaced.
  static func ensure(_ storage: inout LaneStorage?, count: Int, lanes: Int) -> Lanes {
    let isOwn = isKnownUniquelyReferenced(&storage)
    if isOwn, let held = storage, held.count >= count, held.laneCount >= lanes { return held.lanes }
    let fresh = LaneStorage(count: count, lanes: lanes)
    storage = fresh
    return fresh.lanes
  }
}
