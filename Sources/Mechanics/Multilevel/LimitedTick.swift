extension Simulation {
  /// Runs a tick in which no node moves farther than `length`, and returns the movement without that limit.
  ///
  /// Without the limit, a force like 1/r² between two groups that start near each other would throw them so far apart
  /// that they need many ticks to return. `before` is storage for the positions.
  func tick(limitedTo length: Double, _ before: LaneStorage) -> Movement {
    let particles = world.particles
    for axis in 0..<particles.dimensions {
      before.lanes[axis].update(from: particles.position[axis], count: particles.count)
    }
    let movement = tick()
    if movement.maximum > length && movement.total.isFinite {
      particles.dimensions == 2
        ? particles.limit(length, before, SIMD2.self) : particles.limit(length, before, SIMD3.self)
    }
    return movement
  }
}

extension Particles {
  fileprivate func limit<P: Point>(_ length: Double, _ storage: LaneStorage, _: P.Type) {
    for node in 0..<count {
      let before = P(storage.lanes, node)
      let way = P(position, node) - before
      let distance = way.length
      guard distance > length else { continue }
      (before + way * (length / distance)).store(position, node)
      (P(velocity, node) * (length / distance)).store(velocity, node)
    }
    holdPins()
  }
}
