import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins

/// That a run has left the numbers that it may reach, where and when.
struct Divergence {
  /// The first iteration that is bad.
  var iteration: Int
  /// The node that shows it: one that is not finite, else the fastest.
  var node: Int
  /// The energy that is beyond its limit; nil if it is a number of a node that is not finite.
  var energy: Double?

  /// What is wrong after an iteration of which `progress` tells; nil if nothing is. Cost: none.
  init?(_ simulation: Simulation, _ progress: SimulationProgress, energyLimit: Double?) {
    if progress.movement.total.isFinite {
      guard let limit = energyLimit, let ledger = progress.energy else { return nil }
      let energy = ledger.total ?? ledger.kinetic
      guard !(energy.magnitude <= limit) else { return nil }
      self.energy = energy
    }
    iteration = progress.iteration
    let particles = simulation.world.particles
    node = particles.firstLost ?? particles.fastest
  }

  /// What is wrong with places or velocities; nil if all are finite. Cost: linear in the nodes.
  init?(_ simulation: Simulation) {
    guard let node = simulation.world.particles.firstLost else { return nil }
    (iteration, self.node) = (simulation.iteration, node)
  }
}

/// What a run that diverged was like just before.
struct DivergenceCause {
  /// The number of the force that was largest at the node in the bad iteration; nil if none acted.
  var force: Int?
  /// How far that force changed the node's velocity or place, at its alpha; not finite if it, or it
  /// and those before it, left the finite numbers.
  var change = 0.0
  /// The coordinates at the end of the iteration before.
  var coordinates: [[Double]]
}

extension Particles {
  /// The node with the greatest component of velocity.
  fileprivate var fastest: Int {
    let speed = (0..<count).map { node in
      (0..<dimensions).reduce(0) { max($0, velocity[$1][node].magnitude) }
    }
    return speed.indices.max { speed[$0] < speed[$1] } ?? 0
  }
}
