import Foundation
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// The layout of the lowest stress that a time allows.
///
/// The first layout has few pivots. While time is left, the number of pivots grows, and each layout starts
/// from the one before. Small graphs then use all pairs, and repeat that from new random positions.
public final class TimedStressLayout {
  /// What was chosen for the largest connected part.
  public struct Choice: Sendable {
    /// The number of pivots; that of the nodes if all pairs count.
    public var pivots = 0
    /// The number of times that all nodes were moved, in all.
    public var epochs = 0
    /// The number of random starts by all pairs.
    public var starts = 0
  }

  public private(set) var choice = Choice()
  private let begin = ContinuousClock.now
  private let budget: Double
  private let threads: Int
  private let dimensions: Int

  /// The first step takes less than this number of breadth-first searches.
  private static let firstStep = 30.0
  /// A search visits more nodes and ends of edges than this in a second.
  private static let visitsPerSecond = 5e7
  /// The most memory for distances and weights.
  private static let memory = 2_000_000_000
  /// The maximum number of pivots; more of them hardly lower the stress.
  private static let maxPivots = 1024
  private static let maxAllPairsCount = 20_000
  /// The number of starts in a row without a lower stress after which the layout ends.
  private static let uselessStarts = 20

  /// `budget` is in seconds, and begins now.
  public init(budget: Double, dimensions: Int = 2, threads: Int = 1) {
    (self.budget, self.dimensions, self.threads) = (budget, dimensions, threads)
  }

  private var elapsed: Double { begin.duration(to: .now) / .seconds(1) }

  /// Coordinates in px, one list per axis. Ends with the step in which the budget is used up, or
  /// before, if more time would not lower the stress.
  public func coordinates(
    of graph: Graph, in context: PlacementContext, length: Double? = nil,
    using generator: inout SeededGenerator
  ) -> [[Double]] {
    var layout = PartwiseLayout(context, length: length)
    layout.threads = threads
    guard let quick = quickLayout(graph, layout.length, context.pins, using: &generator) else {
      return timed(graph, layout, using: &generator)
    }
    return quick
  }

  private func timed(
    _ graph: Graph, _ layout: PartwiseLayout, using generator: inout SeededGenerator
  ) -> [[Double]] {
    var (left, largest) = (graph.nodeCount, 0)
    return layout.coordinates(of: graph) { task in
      // Each part may use its share of the time that is left.
      let share = Double(task.count) / Double(max(1, left))
      left -= task.count
      let now = elapsed
      let (answer, choice) = layOut(
        task, until: now + (0.97 * budget - now) * share, using: &generator)
      if task.count > largest { (largest, self.choice) = (task.count, choice) }
      return answer
    }
  }

  private func layOut(
    _ task: PartwiseLayout.Task, until deadline: Double, using generator: inout SeededGenerator
  ) -> (PartwiseLayout.Answer, Choice) {
    var choice = Choice()
    let part = task.parts.part(task.index, using: &generator)
    var positions: NumberStorage<Float>?
    var pivots = min(16, part.count)
    while pivots < part.count {
      let start = elapsed
      let stress = task.sparse(part, pivots: pivots, from: positions, using: &generator)
      if positions == nil { choice.epochs += 2 }
      let prepared = elapsed
      var sweeps = 0
      // After 12 sweeps, more pivots lower the stress further than more sweeps.
      while sweeps < 12, sweeps < 1 || elapsed + (elapsed - prepared) / Double(sweeps) < deadline {
        stress.sweep(1, links: true)
        sweeps += 1
      }
      (positions, choice.pivots) = (stress.positions, pivots)
      choice.epochs += sweeps
      let (now, took) = (elapsed, elapsed - start)
      let searches = (prepared - start) / Double(pivots) * Double(part.count)
      let epoch = Double(part.count) * Double(part.count) * 0.5e-9 / Double(threads)
      if part.count <= Self.maxAllPairsCount, now + searches + 14 * epoch < deadline {
        let answer = allPairs(task, until: deadline, &choice, using: &generator)
        return (answer, choice)
      }
      // Searches that find a node at the same distance visit it together.
      let together = Double(pivots) / min(Double(pivots), Double(stress.maxDistance))
      let affordable = Int(
        clamping: Double(pivots) * (deadline - now) / took * 0.6 * together.squareRoot())
      let next =
        min(4 * pivots, affordable, Self.memory / (4 * part.count), Self.maxPivots) / 16 * 16
      guard next >= pivots + pivots / 2 else { break }
      pivots = next
    }
    if let positions { return ((part, positions), choice) }
    let answer = allPairs(task, until: deadline, &choice, using: &generator)
    return (answer, choice)
  }

  /// The best of several layouts by all pairs.
  private func allPairs(
    _ task: PartwiseLayout.Task, until deadline: Double, _ choice: inout Choice,
    using generator: inout SeededGenerator
  ) -> PartwiseLayout.Answer {
    let (part, stress) = task.allPairs(using: &generator)
    let pins = task.pins(in: part)
    let best = NumberStorage<Float>(count: part.count, lanes: dimensions)
    var (minimum, useless) = (Double.infinity, 0)
    choice.pivots = part.count
    while true {
      let start = elapsed
      stress.scatter(using: &generator)
      stress.mobility = stress.positions.hold(pins)
      var epochs = 12
      stress.descend(epochs: epochs, minimum: part.typicalLength, using: &generator) {
        // Up to 40 epochs, and room for the measurement of stress.
        epochs = max(
          6, min(40, Int(clamping: (deadline - elapsed) / max(1e-9, elapsed - start)) - 4))
        return epochs
      }
      (choice.starts, choice.epochs) = (choice.starts + 1, choice.epochs + epochs)
      let value = stress.stress()
      useless = value < minimum * (1 - 1e-4) ? 0 : useless + 1
      if value < minimum {
        minimum = value
        best.copy(stress.positions, count: part.count)
      }
      let now = elapsed
      guard useless < Self.uselessStarts, now + (now - start) < deadline else {
        return (part, best)
      }
    }
  }

  /// For budgets that are too short for more: the nodes on circles around the first node of each part, by
  /// their distance from it, or even at random places. Nil if there is time for more.
  private func quickLayout(
    _ graph: Graph, _ length: Double, _ pins: [Particles.Pin],
    using generator: inout SeededGenerator
  ) -> [[Double]]? {
    let visits = Double(graph.nodeCount + graph.neighbors.count)
    guard pins.isEmpty else { return nil }
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: dimensions)
    guard visits < budget * Self.visitsPerSecond else {
      let width = Double(graph.nodeCount).squareRoot() * length
      for axis in coordinates.indices {
        for node in 0..<graph.nodeCount {
          coordinates[axis][node] = (generator.unit() - 0.5) * width
        }
      }
      return coordinates
    }
    let start = elapsed
    let levels = graph.distancesWithinComponents().distances
    guard (elapsed - start) * Self.firstStep > budget - elapsed else { return nil }
    let sizes = levels.reduce(into: [Int](repeating: 0, count: Int(levels.max() ?? 0) + 1)) {
      $0[Int($1)] += 1
    }
    var placed = [Int](repeating: 0, count: sizes.count)
    for node in 0..<graph.nodeCount {
      let level = Int(levels[node])
      let angle = 2 * Double.pi * Double(placed[level]) / Double(sizes[level])
      placed[level] += 1
      coordinates[0][node] = Double(level) * length * cos(angle)
      coordinates[1][node] = Double(level) * length * sin(angle)
    }
    return coordinates
  }
}
