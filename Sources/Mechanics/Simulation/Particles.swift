/// The nodes as moving bodies, with one lane of numbers per quantity.
public final class Particles {
  public let count: Int
  /// 2 or 3.
  public let dimensions: Int
  /// Positions in px, one lane per axis.
  public let position: Lanes
  /// Velocities in px per tick, one lane per axis.
  public let velocity: Lanes
  /// Masses, by default 1. Integrators with a time step divide forces by them.
  public let mass: UnsafeMutablePointer<Double>
  /// Charges, by default 1: factors of the pairwise forces of a node on others.
  public let charge: UnsafeMutablePointer<Double>
  /// Radii, by default 1: factors of the radius parameter of a force.
  public let radius: UnsafeMutablePointer<Double>
  /// Half the width and height of each node, for forces between boxes in 2D; empty if nodes are discs.
  public var boxes: [SIMD2<Double>] = []
  public var pins: [Pin] = []

  let motion: LaneStorage
  let traits: LaneStorage

  /// A node that stays at a position.
  public struct Pin: Sendable, Hashable {
    public var node: Int
    public var position: [Double]

    public init(node: Int, position: [Double]) { (self.node, self.position) = (node, position) }
  }

  /// Particles at rest at `positions`: two or three lists, one per axis. Missing coordinates are 0.
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

  public func position(of node: Int) -> [Double] { (0..<dimensions).map { position[$0][node] } }

  /// The coordinates, one list per axis.
  public var coordinates: [[Double]] {
    (0..<dimensions).map { Array(UnsafeBufferPointer(start: position[$0], count: count)) }
  }

  /// Moves pinned nodes to their positions, at rest.
  public func holdPins() {
    for pin in pins {
      for axis in 0..<dimensions {
        position[axis][pin.node] = pin.position[axis]
        velocity[axis][pin.node] = 0
      }
    }
  }

  /// ½·Σ m·‖v‖².
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
