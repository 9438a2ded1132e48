/// Keeps nodes from going too far in a tick, as two groups that start near each other would under a
/// law like 1/r², and come back only after many.
struct StepLimiter {
  /// The farthest a node may go in a tick.
  let length: Double
  private let storage: LaneStorage

  /// A leash for `particles`.
  init(_ particles: Particles, length: Double) {
    self.length = length
    storage = LaneStorage(count: particles.count, lanes: particles.dimensions)
  }

  /// Takes one step of `simulation` and tells how far the nodes wanted to go.
  func step(_ simulation: Simulation) -> Movement {
    let particles = simulation.world.particles
    for axis in 0..<particles.dimensions {
      storage.lanes[axis].update(from: particles.position[axis], count: particles.count)
    }
    let movement = simulation.tick()
    if movement.maximum > length && movement.total.isFinite {
      particles.dimensions == 2 ? hold(particles, SIMD2.self) : hold(particles, SIMD3.self)
    }
    return movement
  }

  /// Shortens the ways since the step began, and slows the nodes down alike.
  private func hold<P: Point>(_ particles: Particles, _: P.Type) {
    for node in 0..<particles.count {
      let before = P(storage.lanes, node)
      let way = P(particles.position, node) - before
      let distance = way.length
      guard distance > length else { continue }
      (before + way * (length / distance)).store(particles.position, node)
      (P(particles.velocity, node) * (length / distance)).store(particles.velocity, node)
    }
    particles.holdPins()
  }
}
