/// The moving bodies: positions, velocities, mass, charge and radius, as one lane per quantity.
public final class Particles {
  /// How many there are.
  public let count: Int
  /// 2 or 3.
  public let dimensions: Int
  /// Positions, one lane per axis.
  public let position: Lanes
  /// Velocities in distance per tick, one lane per axis.
  public let velocity: Lanes
  /// Masses; 1 unless set. Integrators that follow the motion of bodies divide forces by them.
  public let mass: UnsafeMutablePointer<Double>
  /// Charges, by which a node's pairwise pull on others is multiplied; 1 unless set.
  public let charge: UnsafeMutablePointer<Double>
  /// Radii, by which a force that has a radius multiplies it; 1 unless set.
  public let radius: UnsafeMutablePointer<Double>
  /// Nodes that keep their place.
  public var pins: [Pin] = []

  private let motion: LaneStorage
  private let traits: LaneStorage

  /// A node that keeps its place.
  public struct Pin: Sendable, Hashable {
    /// Which node.
    public var node: Int
    /// Where, one number per axis.
    public var position: [Double]

    /// Holds `node` at `position`.
    public init(node: Int, position: [Double]) {
      self.node = node
      self.position = position
    }
  }

  /// Particles at rest at `positions`: one list of equal length per axis, 2 or 3 of them.
  ///
  /// Throws nothing: a list that is shorter than the first counts as continued with zeros.
  public init(positions: [[Double]]) {
    count = positions.first?.count ?? 0
    dimensions = max(2, min(3, positions.count))
    motion = LaneStorage(count: count, lanes: 2 * dimensions)
    traits = LaneStorage(count: count, lanes: 3)
    traits.fill(1)
    position = motion.lanes
    velocity = Lanes(base: motion.lanes[dimensions], stride: motion.lanes.stride)
    (mass, charge, radius) = (traits.lanes[0], traits.lanes[1], traits.lanes[2])
    for (axis, values) in positions.prefix(dimensions).enumerated() {
      for (node, value) in values.prefix(count).enumerated() { position[axis][node] = value }
    }
  }

  /// The position of `node`, one number per axis.
  public func position(of node: Int) -> [Double] {
    (0..<dimensions).map { position[$0][node] }
  }

  /// The coordinates, one list per axis.
  public var coordinates: [[Double]] {
    (0..<dimensions).map { Array(UnsafeBufferPointer(start: position[$0], count: count)) }
  }

  /// Puts pinned nodes in their place and stops them.
  public func holdPins() {
    for pin in pins {
      for axis in 0..<dimensions {
        position[axis][pin.node] = pin.position[axis]
        velocity[axis][pin.node] = 0
      }
    }
  }

  /// ½·Σ m·|v|².
  public var kineticEnergy: Double {
    var sum = 0.0
    for axis in 0..<dimensions {
      let v = velocity[axis]
      for node in 0..<count { sum += mass[node] * v[node] * v[node] }
    }
    return sum / 2
  }

  /// The first node with a coordinate that is not finite.
  public var firstNonFinite: Int? {
    (0..<count).first { node in (0..<dimensions).contains { !position[$0][node].isFinite } }
  }
}
