import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// The layout of the lowest stress that a time allows.
///
/// Each connected part gets its share of the time; see `TimedPartLayout`.
public final class TimedStressLayout {
  /// What was chosen for the largest connected part.
  public struct Choice: Sendable {
    /// The number of pivots; that of the nodes if all pairs count.
    public var pivots = 0
    /// The number of times that all nodes were moved, in all.
    public var epochs = 0
    /// The number of layouts by all pairs.
    public var starts = 0

    public init() {}
  }

  public private(set) var choice = Choice()
  private let clock = BudgetClock()
  private let budget: Double
  private let threads: Int
  private let dimensions: Int

  /// The first step takes less than this number of breadth-first searches.
  private static let firstStep = 30.0
  /// A search visits more nodes and ends of edges than this in a second.
  private static let visitsPerSecond = 5e7

  /// `budget` is in seconds, and begins now.
  public init(budget: Double, dimensions: Int = 2, threads: Int = 1) {
    (self.budget, self.dimensions, self.threads) = (budget, dimensions, threads)
  }

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
    // What follows the layout of the parts takes some time, too.
    let end = budget - min(0.02 * budget, 1e-7 * Double(graph.nodeCount) + 2e-5)
    return layout.coordinates(of: graph) { task in
      // Each part may use its share of the time that is left.
      let share = Double(task.count) / Double(max(1, left))
      left -= task.count
      let now = clock.elapsed
      let part = TimedPartLayout(
        task, of: graph, until: now + (end - now) * share, by: clock, using: &generator)
      let answer = part.run()
      if task.count > largest { (largest, choice) = (task.count, part.choice) }
      return answer
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
    let start = clock.worked
    let levels = graph.distancesWithinComponents().distances
    let cost = (clock.worked - start) * Self.firstStep
    guard cost > max(clock.left(until: budget), TimedPartLayout.grace) else { return nil }
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
