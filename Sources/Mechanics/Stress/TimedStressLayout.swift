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

  /// What comes before the first step visits more nodes and ends of edges than this in a second.
  private static let visitsPerSecond = 3.5e7
  /// The processor time of a move of a pair on the machine by which the costs of other steps were measured, in seconds.
  private static let usualSecondsPerPair = 0.6e-9
  /// In shorter budgets, there is no time to measure it.
  private static let minMeasured = 0.005
  /// A part of one, of two, and of more nodes takes at least this time on that machine, in seconds.
  private static let partCosts = [0.4e-6, 1.5e-6, 6.5e-6]

  /// `budget` is in seconds, and begins now. More than a million counts as a million.
  public init(budget: Double) { self.budget = min(budget, 1e6) }

  /// Coordinates in px, one list per axis. Ends with the step in which the budget is used up, or
  /// before, if more time would not lower the stress. Traps unless the dimensions of `context` are 2
  /// or 3, and each pin has as many coordinates.
  public func coordinates(
    of graph: Graph, in context: PlacementContext, length: Double? = nil,
    using generator: inout SeededGenerator
  ) -> [[Double]] {
    let layout = PartwiseLayout(context, length: length)
    let visits = Double(graph.nodeCount + graph.neighbors.count)
    let hasPins = !context.pins.isEmpty
    if hasPins || visits < budget * Self.visitsPerSecond {
      let parts = ConnectedParts(of: graph, lengths: nil)
      if hasPins || Self.cost(of: parts) < clock.left(until: budget) {
        return timed(parts, layout, using: &generator)
      }
    }
    // At random places.
    let width = Double(graph.nodeCount).squareRoot() * layout.length
    return (0..<layout.dimensions).map { _ in
      (0..<graph.nodeCount).map { _ in (generator.unit() - 0.5) * width }
    }
  }

  /// The time that parts take at least after the largest one, in seconds.
  private static func cost(of parts: ConnectedParts) -> Double {
    let costs = (0..<parts.count).map { partCosts[min(parts.size(of: $0), 3) - 1] }
    return costs.reduce(0, +) - (costs.max() ?? 0)
  }

  private func timed(
    _ parts: ConnectedParts, _ layout: PartwiseLayout, using generator: inout SeededGenerator
  ) -> [[Double]] {
    func work(_ part: Int) -> Double {
      parts.size(of: part) > 2 ? pow(Double(parts.size(of: part)), 1.5) : 0
    }
    // Small parts last: they take little time, however little is left.
    let order = (0..<parts.count).sorted { parts.size(of: $0) > parts.size(of: $1) }
    var left = order.reduce(0) { $0 + work($1) }
    let measured =
      budget < Self.minMeasured
      ? 0 : AllPairsStress.secondsPerPair(dimensions: layout.dimensions, by: clock)
    let slowness = measured > 0 ? max(0.5, min(10, measured / Self.usualSecondsPerPair)) : 1
    // What follows the layout of the parts takes some time, too.
    let end =
      budget - min(0.04 * budget, slowness * 1e-7 * Double(parts.graph.nodeCount) + 2e-5)
      - min(0.8 * budget, slowness * Self.cost(of: parts))
    return layout.coordinates(of: parts, order: order) { task in
      if task.count == 2, task.pins.isEmpty {
        choice.pivots = max(2, choice.pivots)
        let pair = parts.part(task.index)
        return (pair, task.circles(of: pair))
      }
      // Each part may use its share of the time that is left.
      let (own, rest) = (work(task.index), left)
      left -= own
      let now = clock.elapsed
      let part = TimedPartLayout(
        task, until: min(end, now + (end - now) * own / max(own, rest, 1)), by: clock,
        slowness: slowness, using: &generator)
      let answer = part.run()
      if task.index == order[0] { choice = part.choice }
      return answer
    }
  }
}
