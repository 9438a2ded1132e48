import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins

/// Where and when a run diverged.
struct Divergence {
  var iteration: Int
  /// A node that is not finite, or else the fastest node.
  var node: Int
  /// The energy above the limit; nil if a node is not finite.
  var energy: Double?

  /// The divergence after the iteration of `progress`, or nil. Cost: constant.
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

  /// A position or velocity that is not finite, or nil. Cost: linear in the nodes.
  init?(_ simulation: Simulation) {
    guard let node = simulation.world.particles.firstLost else { return nil }
    (iteration, self.node) = (simulation.iteration, node)
  }
}

/// The state of a run before it diverged.
struct DivergenceCause {
  /// The index of the largest force on the node in the diverged iteration; nil if none acted.
  var force: Int?
  /// The change of the node's velocity or position by that force; not finite if this force, or the
  /// sum up to it, is not finite.
  var change = 0.0
  /// The coordinates after the previous iteration.
  var coordinates: [[Double]]
}

extension Particles {
  /// The node with the largest component of velocity.
  fileprivate var fastest: Int {
    let speed = (0..<count).map { node in
      (0..<dimensions).reduce(0) { max($0, velocity[$1][node].magnitude) }
    }
    return speed.indices.max { speed[$0] < speed[$1] } ?? 0
  }
}
