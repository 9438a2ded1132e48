import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// Looks for the layout that is best by any measures, within a time.
///
/// The forces of some presets move the nodes from a start of low stress, and then those that came out best again, for
/// more ticks and from coarser graphs. Where a layout is measured fast, moves of single nodes improve the best one.
struct MeasuredSearch {
  private let task: LayoutTask
  private let measures: WeightedMeasures
  private let start: [[Double]]
  private let deadline: ContinuousClock.Instant
  private var generator: SeededGenerator
  private(set) var best: [[Double]]
  private var bestCost = Double.infinity
  /// The least time of measuring a layout, and that of a tick, in seconds.
  private var measuringCost = Double.infinity
  private var tickCost = 0.0
  /// The cost of a coarse start, in ticks of the graph itself.
  private var coarseTicks = 120.0

  /// The forces of a preset, from the start or from coarser graphs, for a share of the time.
  struct Attempt {
    let name: String
    let preset: LayoutStudy
    let isCoarse: Bool
    let ticks: Int
    let share: Double

    /// Nil if the preset has errors.
    init?(_ name: String, isCoarse: Bool = false, ticks: Int, share: Double) {
      var decoder = ParameterDecoder(catalog: .graphStudies)
      let found = decoder.plugin(.preset, from: name.encoded()) as? any Preset
      let study = found.flatMap { decoder.decode(LayoutStudy.self, from: $0.settings) }
      guard let study else { return nil }
      (self.name, preset) = (name, study)
      (self.isCoarse, self.ticks, self.share) = (isCoarse, ticks, share)
    }
  }

  /// The minimum time of measuring a layout, in seconds for each node and edge.
  private static let minCost = 1e-7
  /// Larger parts of a layout are not measured to estimate the time of the whole.
  private static let maxPart = 2048
  /// What is tried first. The forces bring neighbors, clusters or hubs together.
  static let attempts = [
    Attempt("multilevel-neighborhoods", isCoarse: true, ticks: 100, share: 0.6),
    Attempt("neighborhoods", ticks: 40, share: 0.1),
    Attempt("neighborhoods", ticks: 150, share: 0.25),
    Attempt("linlog", ticks: 150, share: 0.1), Attempt("forceatlas2", ticks: 150, share: 0.1),
  ].compactMap { $0 }
  /// Fewer ticks bring no layout to rest.
  private static let minTicks = 10
  private static let maxTicks = 2000
  /// Rounds in a row without a better layout after which no more follow.
  private static let uselessRounds = 6

  /// Nil if a layout takes too long to measure.
  init?(
    _ task: LayoutTask, _ measures: WeightedMeasures, from start: [[Double]],
    until deadline: ContinuousClock.Instant, using generator: inout SeededGenerator
  ) {
    (self.task, self.measures, self.start, self.deadline) = (task, measures, start, deadline)
    self.generator = SeededGenerator(seed: generator.next())
    best = start
    guard canMeasure else { return nil }
    keepIfBetter(start)
  }

  /// Whether a layout can be measured some times, estimated from ever larger parts of it.
  private var canMeasure: Bool {
    let count = task.graph.nodeCount
    guard Self.minCost * Double(count + task.graph.edgeCount) < left else { return false }
    var walk = BreadthFirstSearch(task.graph)
    for node in 0..<Int32(count) { walk.visit(from: node) }
    // A part of four times as many nodes takes at most 16 times as long.
    var (size, seconds, growth) = (32, 0.0, 16.0)
    while size < count, size <= Self.maxPart {
      guard growth * seconds < 0.05 * left else { return false }
      let begin = ContinuousClock.now
      let nodes = Array(walk.order[..<size])
      let part = FinishedLayout(
        task.graph.renumbered(nodes), at: start.map { axis in nodes.map { axis[Int($0)] } },
        areas: task.areas.isEmpty ? [] : nodes.map { task.areas[Int($0)] })
      _ = measures.cost(of: part)
      let last = seconds
      seconds = begin.duration(to: .now) / .seconds(1)
      growth = last > 0 ? max(4, min(16, seconds / last)) : 16
      size *= 4
    }
    return seconds * pow(growth, log2(4 * Double(count) / Double(size)) / 2) < 0.2 * left
  }

  /// In seconds.
  private var left: Double { ContinuousClock.now.duration(to: deadline) / .seconds(1) }

  /// The cost of `places`, which are kept if they are the best so far.
  @discardableResult private mutating func keepIfBetter(_ places: [[Double]]) -> Double {
    guard places.firstNonFinite == nil else { return .infinity }
    let begin = ContinuousClock.now
    let cost = measures.cost(of: FinishedLayout(task.graph, at: places, areas: task.areas))
    measuringCost = min(measuringCost, begin.duration(to: .now) / .seconds(1))
    guard cost < bestCost else { return cost.isNaN ? .infinity : cost }
    (best, bestCost) = (places, cost)
    return cost
  }

  mutating func run() {
    if let objective = measures.annealed?.objective, left > 0 {
      let end = ContinuousClock.now + .seconds(0.3 * left)
      let share = 0.3 * left
      let annealing = Annealing(
        task.graph, objective, from: start, pins: task.pins, using: &generator)
      keepIfBetter(
        annealing.coordinates { _ in 1 - ContinuousClock.now.duration(to: end) / .seconds(share) })
    }
    // Moves of single nodes pay where there is time for many of each.
    let canMove = 20 * Double(task.graph.nodeCount) * measuringCost < 0.5 * left
    simulate(until: canMove ? 0.5 * left : 0)
    moveNodes()
  }

  // MARK: Forces

  /// Ends with `rest` seconds left.
  private mutating func simulate(until rest: Double) {
    guard let first = Self.attempts.first,
      layout(by: first.preset, from: start, ticks: Self.minTicks, rest) != nil
    else { return }
    let time = left - rest
    var results: [(attempt: Attempt, cost: Double)] = []
    for attempt in Self.attempts {
      let end = max(rest, left - attempt.share * time)
      guard let from = attempt.isCoarse ? coarseStart(by: attempt.preset, end) : start,
        let layout = layout(by: attempt.preset, from: from, ticks: attempt.ticks, end)
      else { continue }
      results.append((attempt, keepIfBetter(layout)))
    }
    results.sort { $0.cost < $1.cost }
    // Some forces need many ticks to be the best.
    let second = results.first { $0.attempt.name != results[0].attempt.name }
    let favorites = (results.prefix(1) + [second].compactMap { $0 }).map(\.attempt.preset)
    var (ticks, useless) = (150, 0)
    while useless < Self.uselessRounds, !favorites.isEmpty {
      ticks = min(2 * ticks, Self.maxTicks)
      let before = bestCost
      for favorite in favorites {
        for from in [coarseStart(by: favorite, rest), best].compactMap({ $0 }) {
          guard let layout = layout(by: favorite, from: from, ticks: ticks, rest) else { return }
          keepIfBetter(layout)
        }
      }
      useless = bestCost < before ? 0 : useless + 1
    }
  }

  /// Nil if there is no time for the ticks and for measuring.
  private mutating func layout(
    by preset: LayoutStudy, from start: [[Double]], ticks: Int, _ rest: Double
  ) -> [[Double]]? {
    let time = left - rest - 1.2 * measuringCost
    let affordable = tickCost > 0 ? Int(clamping: time / tickCost) : ticks
    guard time > 0, affordable >= Self.minTicks else { return nil }
    let ticks = min(ticks, affordable)
    var integrator = preset.integrator
    if var cooling = integrator as? Cooling {
      cooling.iterations = ticks
      integrator = cooling
    }
    let particles = Particles(positions: start)
    particles.pins = task.pins
    let world = World(
      particles: particles, graph: task.graph, repulsion: preset.repulsion,
      seed: generator.next(), threads: task.threads)
    let simulation = Simulation(world, forces: preset.forces, integrator: integrator)
    let begin = ContinuousClock.now
    var done = 0
    while done < ticks, done == 0 || left - rest > 1.2 * measuringCost {
      simulation.tick()
      done += 1
    }
    tickCost = begin.duration(to: .now) / .seconds(1) / Double(done)
    return simulation.positions
  }

  /// Where the forces of `preset` put the nodes by way of coarser graphs; nil if there is no time for that.
  private mutating func coarseStart(by preset: LayoutStudy, _ rest: Double) -> [[Double]]? {
    guard 0.6 * coarseTicks * tickCost < left - rest else { return nil }
    let begin = left
    defer { coarseTicks = (begin - left) / tickCost }
    var context = PlacementContext(task.graph)
    (context.dimensions, context.forces) = (start.count, preset.forces)
    (context.repulsion, context.threads, context.pins) = (preset.repulsion, task.threads, task.pins)
    context.deadline = .now + .seconds(0.6 * (left - rest))
    let multilevel = Self.attempts.lazy.compactMap { $0.preset.placement as? Multilevel }.first
    // A level that diverges gives no start.
    return try? multilevel?.coordinates(in: context, using: &generator)
  }

  // MARK: Moves

  /// Moves one node at a time, near or far, or to a node near which it could belong. What does not lower the cost is taken
  /// back.
  private mutating func moveNodes() {
    let graph = task.graph
    let pinned = Set(task.pins.map(\.node))
    let movable = (0..<graph.nodeCount).filter { !pinned.contains($0) }
    let extent = best.map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max() ?? 0
    guard !movable.isEmpty, extent > 0, bestCost.isFinite else { return }
    var places = best
    while left > 1.2 * measuringCost {
      let node = movable[generator.index(below: movable.count)]
      var center = node
      if generator.unit() < 0.4,
        let neighbor = graph.neighbors(of: node).randomElement(using: &generator)
      {
        let second = graph.neighbors(of: Int(neighbor)).randomElement(using: &generator)
        center = Int(second ?? neighbor)
      }
      let reach = extent * pow(10, -3 * generator.unit())
      let old = places.map { $0[node] }
      let middle = places.map { $0[center] }
      for axis in places.indices {
        let noise = generator.unit() + generator.unit() + generator.unit() - 1.5
        places[axis][node] = middle[axis] + reach * noise
      }
      let before = bestCost
      keepIfBetter(places)
      guard bestCost == before else { continue }
      for axis in places.indices { places[axis][node] = old[axis] }
    }
  }
}
