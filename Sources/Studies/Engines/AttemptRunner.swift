import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

/// Moves the nodes of a graph by the forces of attempts, and knows how long that takes.
struct AttemptRunner {
  private let task: LayoutTask
  /// The time of a tick, in seconds; 0 before the first.
  private(set) var tickCost = 0.0
  /// The cost of a coarse start, in ticks of the graph itself.
  private(set) var coarseTicks = 20.0
  /// The graphs of the edges of a least strength.
  private var backbones: [Double: Graph] = [:]

  /// The time of finding a backbone, in seconds for each edge.
  private static let backboneCost = 5e-7
  /// Fewer ticks are of no use, even after coarser graphs were laid out.
  private static let minTicks = 4
  /// The time of a tick, in seconds for each node and edge, before one was measured.
  private static let usualTickCost = 1.5e-7

  init(_ task: LayoutTask) { self.task = task }

  private static func left(until end: ContinuousClock.Instant) -> Double {
    ContinuousClock.now.duration(to: end) / .seconds(1)
  }

  /// The share of the edges that are in a backbone; 1 if there are not the `seconds` to find it.
  mutating func backboneShare(
    _ minStrength: Double, within seconds: Double, using generator: inout SeededGenerator
  ) -> Double {
    let edgeCount = Double(task.graph.edgeCount)
    if backbones[minStrength] == nil, Self.backboneCost * edgeCount < seconds {
      backbones[minStrength] = task.graph.backbone(minStrength: minStrength, using: &generator)
    }
    return backbones[minStrength].map { Double($0.edgeCount) / edgeCount } ?? 1
  }

  private func graph(of attempt: SearchAttempt) -> Graph {
    attempt.minStrength.flatMap { backbones[$0] } ?? task.graph
  }

  /// Nil if there is no time for the ticks.
  mutating func layout(
    by attempt: SearchAttempt, from start: [[Double]], ticks: Int,
    until deadline: ContinuousClock.Instant, using generator: inout SeededGenerator
  ) -> [[Double]]? {
    let preset = attempt.preset
    func timeLeft() -> Double { Self.left(until: deadline) - tickCost }
    let size = Double(task.graph.nodeCount + task.graph.edgeCount)
    let cost = tickCost > 0 ? tickCost : Self.usualTickCost * size
    var end = min(ticks, Int(clamping: timeLeft() / cost))
    guard end >= min(ticks, Self.minTicks) else { return nil }
    let particles = Particles(positions: start)
    particles.pins = task.pins
    let world = World(
      particles: particles, graph: graph(of: attempt), repulsion: preset.repulsion,
      seed: generator.next(), threads: task.threads)
    let simulation = Simulation(world, forces: preset.forces, integrator: preset.integrator)
    let begin = ContinuousClock.now
    var done = 0
    while done < end {
      if var cooling = simulation.integrator as? Cooling {
        cooling.iterations = end
        simulation.integrator = cooling
      }
      simulation.tick()
      done += 1
      // Ticks become faster when nodes have moved apart.
      tickCost = begin.duration(to: .now) / .seconds(1) / Double(done)
      end = min(ticks, done + max(0, Int(clamping: timeLeft() / tickCost)))
    }
    return simulation.positions
  }

  /// Where the forces of `attempt` put the nodes by way of coarser graphs; nil if there is no time for that.
  mutating func coarseStart(
    by attempt: SearchAttempt, until end: ContinuousClock.Instant,
    using generator: inout SeededGenerator
  ) -> [[Double]]? {
    let left = Self.left(until: end)
    guard 0.6 * coarseTicks * tickCost < left else { return nil }
    defer { coarseTicks = (left - Self.left(until: end)) / tickCost }
    let preset = attempt.preset
    var context = PlacementContext(graph(of: attempt))
    (context.dimensions, context.forces) = (task.start.count, preset.forces)
    (context.repulsion, context.threads, context.pins) = (preset.repulsion, task.threads, task.pins)
    context.deadline = .now + .seconds(0.6 * left)
    let multilevel = SearchAttempt.whole.preset.placement as? Multilevel
    // A level that diverges gives no start.
    return try? multilevel?.coordinates(in: context, using: &generator)
  }
}
