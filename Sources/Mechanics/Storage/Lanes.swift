import ForceLabCVectors

/// One lane of numbers per axis: a view of memory that `NumberStorage` owns. Lanes are padded:
/// sixteen numbers can be read from any valid index.
@frozen public struct NumberLanes<Number> {
  @usableFromInline let base: UnsafeMutablePointer<Number>
  @usableFromInline let stride: Int

  @inlinable init(base: UnsafeMutablePointer<Number>, stride: Int) {
    (self.base, self.stride) = (base, stride)
  }

  @inlinable public subscript(axis: Int) -> UnsafeMutablePointer<Number> { base + axis * stride }
  @inlinable
  public func dropFirst(_ count: Int) -> Self { Self(base: base + count, stride: stride) }

  @inline(__always) func prefetch(_ index: Int, lanes count: Int) {
    for lane in 0..<count { cvector_prefetch(self[lane] + index) }
  }
}

public typealias Lanes = NumberLanes<Double>

/// Memory for lanes, initially zero. Only one thread at a time may write to it.
public final class NumberStorage<Number: BinaryFloatingPoint>: @unchecked Sendable {
  public let lanes: NumberLanes<Number>
  public let count: Int
  let laneCount: Int

  /// The numbers past the end of a lane, and before the first one, that may be read, and written with what they have.
  static var padding: Int { 16 }

  public init(count: Int, lanes laneCount: Int) {
    let stride = (count + 2 * Self.padding - 1) / Self.padding * Self.padding
    let total = Self.padding + stride * laneCount
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: total * MemoryLayout<Number>.stride, alignment: 64)
    let base = raw.bindMemory(to: Number.self, capacity: total)
    base.initialize(repeating: 0, count: total)
    lanes = NumberLanes(base: base + Self.padding, stride: stride)
    (self.count, self.laneCount) = (count, laneCount)
  }

  deinit { UnsafeMutableRawPointer(lanes.base - Self.padding).deallocate() }

  var bytes: Int {
    (Self.padding + lanes.stride * laneCount) * MemoryLayout<Number>.stride
  }

  public func fill(_ value: Number) {
    for lane in 0..<laneCount { lanes[lane].update(repeating: value, count: count) }
  }

  /// Takes over from `old` the number at the place `origins[index]` of each lane to the place `index`; nil for none.
  func copy(_ old: NumberStorage, from origins: [Int?]) {
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      for lane in 0..<laneCount { lanes[lane][index] = old.lanes[lane][origin] }
    }
  }

  /// Storage that is shared, by copies of a plugin, or too small is replaced and loses its numbers.
  static func ensure(_ storage: inout NumberStorage?, count: Int, lanes: Int) -> NumberLanes<Number>
  {
    let isOwn = isKnownUniquelyReferenced(&storage)
    if isOwn, let held = storage, held.count >= count, held.laneCount >= lanes { return held.lanes }
    let fresh = NumberStorage(count: count, lanes: lanes)
    storage = fresh
    return fresh.lanes
  }
}

public typealias LaneStorage = NumberStorage<Double>
