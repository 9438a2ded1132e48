import ForceLabPlugins

/// A plugin that moves the nodes by the forces on them.
public protocol Integrator: Plugin {
  /// The factor of the forces in the last tick or, where steps are limited, the fraction of the first
  /// limit; setting it reheats the layout.
  var temperature: Double { get set }
  /// The alpha at which a run without a stop rule ends; nil if it has none.
  var finalAlpha: Double? { get }
  /// Whether total energy stays the same as the time step goes to zero.
  var conservesEnergy: Bool { get }
  /// The order of the error at a fixed time in the time step; nil if there is no time step.
  var order: Int? { get }
  /// Takes one step. `forces` adds all forces, times the alpha it is given, to the velocities.
  mutating func step(_ world: World, forces: (_ alpha: Double) -> Void) -> Movement
  /// The integrator as it moves groups of nodes that are `stretch` times as far apart as nodes are.
  func coarsened(by stretch: Double) -> any Integrator
}

extension PluginKind {
  /// Integrators.
  public static let integrator = PluginKind(
    "integrator", "Move the nodes by the forces on them.")
}

extension Integrator {
  /// Integrators are of the kind `integrator`.
  public static var kind: PluginKind { .integrator }
  /// 1, unless the integrator cools; a new value is ignored.
  public var temperature: Double {
    get { 1 }
    set {}
  }
  /// None, unless the integrator follows the motion of bodies.
  public var order: Int? { nil }
  /// None, unless the integrator cools.
  public var finalAlpha: Double? { nil }
  /// The same, unless its steps are lengths.
  public func coarsened(by stretch: Double) -> any Integrator { self }
}

/// How far the nodes went in one step.
public struct Movement: Sendable, Hashable {
  /// The sum over the nodes of the distance each went.
  public var total = 0.0
  /// The greatest distance a node went.
  public var maximum = 0.0

  public init(total: Double = 0, maximum: Double = 0) {
    (self.total, self.maximum) = (total, maximum)
  }
}

extension World {
  /// Reads the forces at the present positions, at alpha = 1, and leaves the velocities as they
  /// were. A pinned node feels none.
  func readForces(into force: Lanes, _ forces: (_ alpha: Double) -> Void) {
    let (velocity, count) = (particles.velocity, particles.count)
    for axis in 0..<dimensions {
      force[axis].update(from: velocity[axis], count: count)
      velocity[axis].update(repeating: 0, count: count)
    }
    heldVelocity = force
    forces(1)
    heldVelocity = nil
    for axis in 0..<dimensions {
      for node in 0..<count { swap(&force[axis][node], &velocity[axis][node]) }
      for pin in particles.pins { force[axis][pin.node] = 0 }
    }
  }
}

extension Particles {
  /// v ← 0.
  func rest() {
    for axis in 0..<dimensions { velocity[axis].update(repeating: 0, count: count) }
  }
}
