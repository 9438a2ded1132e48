import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench
import Foundation

extension LayoutStudy {
  /// Repeats a diverged trial up to the divergence, which may turn out to be earlier or at another
  /// node; nil if time runs out. Cost: at most twice that of the iterations.
  func cause(
    of divergence: inout Divergence, _ trial: Trial, on order: NodeOrder, after log: EventLog
  ) throws -> DivergenceCause? {
    guard !trial.isOverdue else { return nil }
    let layout = try RunningLayout(self, on: order, seed: trial.seed)
    let simulation = layout.simulation
    var before: ForceTrace?
    var performed = 0
    func performEvents() throws {
      while performed < log.entries.count, log.entries[performed].iteration == layout.iteration {
        try layout.perform(events[log.entries[performed].event], number: performed)
        performed += 1
      }
    }
    try performEvents()
    while simulation.iteration + 1 < divergence.iteration {
      // An event after the tick may give the number to another node.
      let isLast = log.entries.dropFirst(performed).first?.iteration != simulation.iteration + 1
      if isLast, simulation.iteration + 2 == divergence.iteration {
        before = try layout.tick(watching: divergence.node)
      } else {
        try layout.tick()
      }
      try performEvents()
      if trial.isOverdue { return nil }
      if let earlier = Divergence(simulation) {
        divergence = earlier
        return try cause(of: &divergence, trial, on: order, after: log)
      }
    }
    let coordinates = layout.positions
    func largest(of changes: [Double]) -> DivergenceCause {
      let change = changes.max() ?? 0
      let force = change > 0 ? changes.firstIndex(of: change) : nil
      return DivergenceCause(force: force, change: change, coordinates: coordinates)
    }
    let trace = try layout.tick(watching: divergence.node)
    guard let lost = trace.lost else { return largest(of: trace.changes) }
    divergence.node = lost.node
    // After one force has thrown the nodes far away, another one may be the first that is not finite.
    let earlier = largest(of: before?.changes ?? [])
    if earlier.change > Self.maxPlausibleChange { return earlier }
    return DivergenceCause(force: lost.force, change: .infinity, coordinates: coordinates)
  }

  /// No force that acts as it should moves a node so far in a tick, in px.
  private static let maxPlausibleChange = 1e12

  func message(on divergence: Divergence, _ cause: DivergenceCause?, _ layout: RunningLayout)
    -> String
  {
    let (graph, index) = (layout.graph, layout.order.original(of: divergence.node))
    let node = "node \(graph.labels.map { "'\($0[index])'" } ?? String(layout.nodes[index]))"
    let iteration = divergence.iteration
    let place =
      switch divergence.reason {
      case .notFinite: "not finite at iteration \(iteration), first at \(node)"
      case .energy(let energy):
        "the energy \(Self.short(energy)) exceeds the limit at iteration \(iteration); "
          + "\(node) is the fastest"
      case .growth(let growth):
        "unstable at iteration \(iteration): the distance traveled grew at least "
          + "\(Self.short(growth.factor)) times in each of \(growth.spans) successive spans of "
          + "\(growth.ticks) iteration\(growth.ticks == 1 ? "" : "s"); \(node) is the fastest"
      }
    guard let cause else {
      return place + "; no time left to find the largest force and the last finite layout"
    }
    guard let force = cause.force else { return place + "; no force acted there" }
    return place + "; the largest force there was \(title(ofForce: force)), "
      + (cause.change.isFinite
        ? Self.short(cause.change) + advice(onForce: force, graph) : "not finite")
  }

  /// How to soften the springs of a force that are too stiff for the integrator; empty if they are not.
  private func advice(onForce index: Int, _ graph: Graph) -> String {
    guard let springs = forces[index].stiffness(on: graph),
      let value = springs.softened(to: integrator.safeStiffness)
    else { return "" }
    return "; its springs are too stiff for '\(integrator.name)', by a factor of "
      + "\(Self.short((springs.value / value).rounded(.up))): "
      + "set '\(springs.parameter)' of '\(title(ofForce: index))' to \(value.shortText) or less"
  }

  /// The name of the force at `index`, with its index if the name is not unique.
  private func title(ofForce index: Int) -> String {
    let name = forces[index].name
    return forces.count { $0.name == name } == 1 ? name : "forces.\(index).\(name)"
  }

  private static func short(_ number: Double) -> String { String(format: "%.4g", number) }
}

struct Divergence {
  enum Reason {
    case notFinite
    case energy(Double)
    case growth(InstabilityDetector.Growth)
  }

  var reason = Reason.notFinite
  var iteration: Int
  /// A node that is not finite, or else the fastest node.
  var node: Int

  init(_ simulation: Simulation, _ reason: Reason) {
    let particles = simulation.world.particles
    (self.reason, iteration) = (reason, simulation.iteration)
    node = particles.firstNonFiniteState ?? particles.fastest
  }

  /// The divergence after the iteration of `progress`, or nil. Cost: constant.
  init?(_ simulation: Simulation, _ progress: SimulationProgress, energyLimit: Double?) {
    var reason = Reason.notFinite
    if progress.movement.total.isFinite {
      guard let limit = energyLimit, let ledger = progress.energy else { return nil }
      let energy = ledger.total ?? ledger.kinetic
      guard !(energy.magnitude <= limit) else { return nil }
      reason = .energy(energy)
    }
    self.init(simulation, reason)
  }

  /// A position or velocity that is not finite, or nil. Cost: linear in the nodes.
  init?(_ simulation: Simulation) {
    guard let node = simulation.world.particles.firstNonFiniteState else { return nil }
    (iteration, self.node) = (simulation.iteration, node)
  }
}

/// The state of a run before it diverged.
struct DivergenceCause {
  /// The index of the largest force on the node in the diverged iteration; nil if none acted.
  var force: Int?
  /// The change of velocity or position by that force; not finite if the sum up to it is not.
  var change: Double
  /// After the previous iteration, in the order of results.
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
