import Plugins

/// A plugin that moves the nodes by the forces on them.
public protocol Integrator: Plugin {
  /// How hot the layout is: the factor of the forces in the last tick.
  var temperature: Double { get }
  /// The alpha at which a run without a stop rule ends; nil if it has none.
  var finalAlpha: Double? { get }
  /// Whether total energy stays the same as the time step goes to zero.
  var conservesEnergy: Bool { get }
  /// Takes one step. `forces` adds all forces, times the alpha it is given, to the velocities.
  mutating func step(_ world: World, forces: (_ alpha: Double) -> Void) -> Movement
}

extension PluginKind {
  /// Integrators.
  public static let integrator = PluginKind(
    "integrator", "Move the nodes by the forces on them.")
}

extension Integrator {
  /// Integrators are of the kind `integrator`.
  public static var kind: PluginKind { .integrator }
  /// 1, unless the integrator cools.
  public var temperature: Double { 1 }
  /// None, unless the integrator cools.
  public var finalAlpha: Double? { nil }
}

/// How far the nodes went in one step.
public struct Movement: Sendable, Hashable {
  /// The sum over the nodes of the distance each went.
  public var total = 0.0
  /// The greatest distance a node went.
  public var maximum = 0.0
}

extension Particles {
  /// x ← x + `step`·v for every node.
  func drift(_ step: Double = 1) -> Movement {
    dimensions == 2 ? drift(SIMD2.self, step) : drift(SIMD3.self, step)
  }

  private func drift<P: Point>(_: P.Type, _ step: Double) -> Movement {
    var movement = Movement()
    for node in 0..<count {
      let way = P(velocity, node) * step
      (P(position, node) + way).store(position, node)
      let length = way.length
      movement.total += length
      // A distance that is not a number must not go unseen.
      movement.maximum = length > movement.maximum || length.isNaN ? length : movement.maximum
    }
    return movement
  }
}
