import ForceLabPlugins

/// Moves the nodes by the forces on them.
public protocol Integrator: Plugin {
  /// The factor of the forces in the last tick. An integrator that limits the length of steps gives the current limit
  /// divided by the initial one. Setting it reheats the layout; `Simulation.alpha` sets only other
  /// values. The default is always 1 and ignores a new value.
  var temperature: Double { get set }
  /// The alpha at which a run without a stop rule ends; nil if it does not cool, which is the default.
  var finalAlpha: Double? { get }
  /// The largest factor by which steps grow while forces stay the same; 1 by default.
  var stepGrowth: Double { get }
  /// A stiffness of springs, in 1/tick², at which ticks are stable with some margin; 1 by default.
  var safeStiffness: Double { get }
  /// Runs one tick. `forces` adds all forces, multiplied by `alpha`, to the velocities.
  mutating func step(_ world: World, forces: (_ alpha: Double) -> Void) -> Movement
  /// The integrator for a coarsened graph, whose edges are `stretch` times longer; by default unchanged.
  func coarsened(by stretch: Double) -> any Integrator
  /// Called after nodes or edges were added or removed, with the former number of each node, nil for new ones. Whatever
  /// is kept of nodes has to follow. By default, only the parameters and the temperature are kept.
  mutating func renumber(_ origins: [Int?])
  /// Called after positions, pins or forces were changed between ticks, so that forces of the last
  /// tick no longer hold. By default does nothing.
  mutating func forgetForces()
}

extension PluginKind {
  public static let integrator = PluginKind("integrator", "Move the nodes by the forces on them.")
}

extension Integrator {
  public static var kind: PluginKind { .integrator }
  public var temperature: Double {
    get { 1 }
    set {}
  }
  public var finalAlpha: Double? { nil }
  public var stepGrowth: Double { 1 }
  public var safeStiffness: Double { 1 }
  public func coarsened(by stretch: Double) -> any Integrator { self }
  public mutating func renumber(_ origins: [Int?]) {
    let held = temperature
    self = withoutScratch
    temperature = held
  }
  public mutating func forgetForces() {}
}

/// How far the nodes moved in one tick, in px.
public struct Movement: Sendable, Hashable {
  public var total = 0.0
  public var maximum = 0.0

  public init(total: Double = 0, maximum: Double = 0) {
    (self.total, self.maximum) = (total, maximum)
  }
}

extension World {
  /// At alpha = 1; leaves the velocities unchanged. The force on a pinned node is zero.
  package func readForces(into force: Lanes, _ forces: (_ alpha: Double) -> Void) {
    readAllForces(into: force, forces)
    for axis in 0..<dimensions {
      for pin in particles.pins { force[axis][pin.node] = 0 }
    }
  }

  /// The same with the forces on pinned nodes.
  func readAllForces(into force: Lanes, _ forces: (_ alpha: Double) -> Void) {
    let (velocity, count) = (particles.velocity, particles.count)
    for axis in 0..<dimensions { force[axis].update(from: velocity[axis], count: count) }
    particles.rest()
    heldVelocity = force
    forces(1)
    heldVelocity = nil
    for axis in 0..<dimensions {
      for node in 0..<count { swap(&force[axis][node], &velocity[axis][node]) }
    }
  }

  /// Moves every node along the force on it, as far as `distance` makes of the length of the force.
  func descend(_ forces: (_ alpha: Double) -> Void, distance: ((Double) -> Double)? = nil)
    -> Movement
  {
    particles.rest()
    forces(1)
    particles.holdPins()
    if let distance {
      dimensions == 2
        ? particles.setSpeeds(distance, SIMD2.self) : particles.setSpeeds(distance, SIMD3.self)
    }
    return drift()
  }
}

extension Particles {
  func rest() {
    for axis in 0..<dimensions { velocity[axis].update(repeating: 0, count: count) }
  }

  /// v ← v + time·F/m.
  func kick(by force: Lanes, _ time: Double) {
    for axis in 0..<dimensions {
      let (v, f) = (velocity[axis], force[axis])
      for node in 0..<count { v[node] += time * f[node] / mass[node] }
    }
  }

  /// Velocities that are zero or not finite stay as they are, so that divergence is seen.
  fileprivate func setSpeeds<P: Point>(_ speed: (Double) -> Double, _: P.Type) {
    for node in 0..<count {
      let way = P(velocity, node)
      let length = way.length
      let wanted = speed(length)
      if wanted != length && length > 0 && length.isFinite {
        (way * (wanted / length)).store(velocity, node)
      }
    }
  }
}
