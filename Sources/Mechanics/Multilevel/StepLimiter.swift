/// Limits how far nodes move in a tick. Without it, a force like 1/r² between two groups that start
/// near each other would throw them so far apart that they need many ticks to return.
struct StepLimiter {
  let length: Double
  private let storage: LaneStorage

  init(_ particles: Particles, length: Double) {
    self.length = length
    storage = LaneStorage(count: particles.count, lanes: particles.dimensions)
  }

  /// Runs one tick of `simulation` and returns its movement without the limit.
  func tick(_ simulation: Simulation) -> Movement {
    let particles = simulation.world.particles
    for axis in 0..<particles.dimensions {
      storage.lanes[axis].update(from: particles.position[axis], count: particles.count)
    }
    let movement = simulation.tick()
    if movement.maximum > length && movement.total.isFinite {
      particles.dimensions == 2 ? limit(particles, SIMD2.self) : limit(particles, SIMD3.self)
    }
    return movement
  }

  private func limit<P: Point>(_ particles: Particles, _: P.Type) {
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
