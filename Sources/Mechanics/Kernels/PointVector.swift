/// Points or vectors in the plane or in space, one SIMD vector per axis.
@usableFromInline protocol PointVector {
  associatedtype Group: KernelVector
  /// The points at `index` and after it.
  init(_ lanes: NumberLanes<Group.Number>, _ index: Int)
  /// The point at `index` in every lane.
  init(each lanes: NumberLanes<Group.Number>, _ index: Int)
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, factor: Group) -> Self
  var squaredLength: Group { get }
  func store(_ lanes: NumberLanes<Group.Number>, _ index: Int)
}

@usableFromInline @frozen struct PlanarVector<Group: KernelVector>: PointVector {
  @usableFromInline var x: Group
  @usableFromInline var y: Group

  @inlinable @inline(__always) init(_ x: Group, _ y: Group) { (self.x, self.y) = (x, y) }

  @inlinable @inline(__always) init(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(Group(at: lanes[0] + index), Group(at: lanes[1] + index))
  }

  @inlinable @inline(__always) init(each lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(Group(lanes[0][index]), Group(lanes[1][index]))
  }

  @inlinable @inline(__always) static var zero: Self { Self(Group(0), Group(0)) }
  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
  @inlinable @inline(__always)
  static func * (a: Self, factor: Group) -> Self { Self(a.x * factor, a.y * factor) }
  @inlinable @inline(__always) var squaredLength: Group { x * x + y * y }

  @inlinable @inline(__always) func store(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    x.store(at: lanes[0] + index)
    y.store(at: lanes[1] + index)
  }
}

@usableFromInline @frozen struct SpatialVector<Group: KernelVector>: PointVector {
  @usableFromInline var plane: PlanarVector<Group>
  @usableFromInline var z: Group

  @inlinable @inline(__always)
  init(_ plane: PlanarVector<Group>, _ z: Group) { (self.plane, self.z) = (plane, z) }

  @inlinable @inline(__always) init(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(PlanarVector(lanes, index), Group(at: lanes[2] + index))
  }

  @inlinable @inline(__always) init(each lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(PlanarVector(each: lanes, index), Group(lanes[2][index]))
  }

  @inlinable @inline(__always) static var zero: Self { Self(.zero, Group(0)) }
  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.plane + b.plane, a.z + b.z) }
  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.plane - b.plane, a.z - b.z) }
  @inlinable @inline(__always)
  static func * (a: Self, factor: Group) -> Self { Self(a.plane * factor, a.z * factor) }
  @inlinable @inline(__always) var squaredLength: Group { plane.squaredLength + z * z }

  @inlinable @inline(__always) func store(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    plane.store(lanes, index)
    z.store(at: lanes[2] + index)
  }
}

@usableFromInline protocol DoublePointVector: PointVector where Group == DoubleVector8 {
  func subtractSum(from lanes: Lanes, _ index: Int)
}

extension PlanarVector: DoublePointVector where Group == DoubleVector8 {
  @inlinable @inline(__always) func subtractSum(from lanes: Lanes, _ index: Int) {
    lanes[0][index] -= x.sum()
    lanes[1][index] -= y.sum()
  }
}

extension SpatialVector: DoublePointVector where Group == DoubleVector8 {
  @inlinable @inline(__always) func subtractSum(from lanes: Lanes, _ index: Int) {
    plane.subtractSum(from: lanes, index)
    lanes[2][index] -= z.sum()
  }
}
