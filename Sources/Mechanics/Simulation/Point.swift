/// A point in the plane or in space: loops over nodes are compiled for `SIMD2` and `SIMD3`.
protocol Point: SIMD where Scalar == Double {}

extension SIMD2: Point where Scalar == Double {}
extension SIMD3: Point where Scalar == Double {}

extension Point {
  @inline(__always) init(_ lanes: Lanes, _ index: Int) {
    self.init()
    for axis in 0..<Self.scalarCount { self[axis] = lanes[axis][index] }
  }

  /// The first numbers of `values`, or the origin if there are none.
  init(_ values: [Double]) {
    self.init()
    for axis in 0..<Swift.min(Self.scalarCount, values.count) { self[axis] = values[axis] }
  }

  init(jiggle a: Int32, _ b: Int32, seed: UInt64) {
    let offset = ForceLabMechanics.jiggle(a, b, seed: seed)
    self.init()
    for axis in 0..<Self.scalarCount { self[axis] = offset[axis] }
  }

  @inline(__always) func store(_ lanes: Lanes, _ index: Int) {
    for axis in 0..<Self.scalarCount { lanes[axis][index] = self[axis] }
  }

  @inline(__always) var squaredLength: Double { (self * self).sum() }
  @inline(__always) var length: Double { squaredLength.squareRoot() }
}

/// A force whose loops are compiled for 2 and for 3 dimensions.
protocol PointForce: Force {
  mutating func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type)
  /// Nil, the default, if there is none.
  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double?
}

extension PointForce {
  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? { nil }

  public mutating func apply(to world: World, alpha: Double) {
    world.dimensions == 2
      ? apply(to: world, alpha, SIMD2.self) : apply(to: world, alpha, SIMD3.self)
  }

  public func potentialEnergy(of world: World) -> Double? {
    world.dimensions == 2
      ? potentialEnergy(of: world, SIMD2.self) : potentialEnergy(of: world, SIMD3.self)
  }
}
