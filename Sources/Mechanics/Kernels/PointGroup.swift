/// As many points or vectors side by side as a group has numbers, in the plane or in space.
@usableFromInline
protocol PointGroup {
  associatedtype Group: NumberGroup
  /// The points from `index` on.
  init(_ lanes: NumberLanes<Group.Number>, _ index: Int)
  /// The point at `index`, in every place.
  init(each lanes: NumberLanes<Group.Number>, _ index: Int)
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, factor: Group) -> Self
  var squaredLength: Group { get }
  func store(_ lanes: NumberLanes<Group.Number>, _ index: Int)
}

/// In the plane.
@usableFromInline @frozen
struct GroupInPlane<Group: NumberGroup>: PointGroup {
  @usableFromInline var x: Group
  @usableFromInline var y: Group

  @inlinable @inline(__always)
  init(_ x: Group, _ y: Group) { (self.x, self.y) = (x, y) }

  @inlinable @inline(__always)
  init(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(Group(at: lanes[0] + index), Group(at: lanes[1] + index))
  }

  @inlinable @inline(__always)
  init(each lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(Group(lanes[0][index]), Group(lanes[1][index]))
  }

  @inlinable @inline(__always)
  static var zero: Self { Self(Group(0), Group(0)) }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }

  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }

  @inlinable @inline(__always)
  static func * (a: Self, factor: Group) -> Self { Self(a.x * factor, a.y * factor) }

  @inlinable @inline(__always)
  var squaredLength: Group { x * x + y * y }

  @inlinable @inline(__always)
  func store(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    x.store(at: lanes[0] + index)
    y.store(at: lanes[1] + index)
  }
}

/// In space.
@usableFromInline @frozen
struct GroupInSpace<Group: NumberGroup>: PointGroup {
  @usableFromInline var plane: GroupInPlane<Group>
  @usableFromInline var z: Group

  @inlinable @inline(__always)
  init(_ plane: GroupInPlane<Group>, _ z: Group) { (self.plane, self.z) = (plane, z) }

  @inlinable @inline(__always)
  init(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(GroupInPlane(lanes, index), Group(at: lanes[2] + index))
  }

  @inlinable @inline(__always)
  init(each lanes: NumberLanes<Group.Number>, _ index: Int) {
    self.init(GroupInPlane(each: lanes, index), Group(lanes[2][index]))
  }

  @inlinable @inline(__always)
  static var zero: Self { Self(.zero, Group(0)) }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.plane + b.plane, a.z + b.z) }

  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.plane - b.plane, a.z - b.z) }

  @inlinable @inline(__always)
  static func * (a: Self, factor: Group) -> Self { Self(a.plane * factor, a.z * factor) }

  @inlinable @inline(__always)
  var squaredLength: Group { plane.squaredLength + z * z }

  @inlinable @inline(__always)
  func store(_ lanes: NumberLanes<Group.Number>, _ index: Int) {
    plane.store(lanes, index)
    z.store(at: lanes[2] + index)
  }
}

/// Eight points whose sum is wanted.
@usableFromInline
protocol EightPoints: PointGroup where Group == DoubleVector8 {
  /// Takes the sum of the eight from the point at `index`.
  func takeSum(from lanes: Lanes, _ index: Int)
}

extension GroupInPlane: EightPoints where Group == DoubleVector8 {
  @inlinable @inline(__always)
  func takeSum(from lanes: Lanes, _ index: Int) {
    lanes[0][index] -= x.sum()
    lanes[1][index] -= y.sum()
  }
}

extension GroupInSpace: EightPoints where Group == DoubleVector8 {
  @inlinable @inline(__always)
  func takeSum(from lanes: Lanes, _ index: Int) {
    plane.takeSum(from: lanes, index)
    lanes[2][index] -= z.sum()
  }
}
