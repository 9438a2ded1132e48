import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Looks for a drawing that is worse to the eye although a metric has the same value, as in “Same Quality Metrics,
/// Different Graph Drawings” (2025): one node at a time is moved, or changes places with another, and simulated
/// annealing raises another metric, of which less is better, while the first one stays.
package struct EqualValueSearch {
  package struct Drawing: Sendable {
    package let coordinates: [[Double]]
    /// The metric that stays, and the one that rises.
    package let value, harm: Double
  }

  /// The part of the value by which a drawing may differ.
  package static let tolerance = 0.01

  private let graph: Graph
  private let metric, harmful: any Metric
  private let original: Drawing
  private let better: Double
  private var generator: SeededGenerator
  private var current: Drawing
  /// The side of the square around the nodes, and its corner.
  private let extent: Double
  private let corner: SIMD2<Double>

  /// Keeps the first column of `metric`, and raises that of `harmful`. Nil if one of them has no value, or if the metric
  /// has no better direction.
  package init?(
    _ graph: Graph, at coordinates: [[Double]], keeping metric: any Metric,
    raising harmful: any Metric, seed: UInt64
  ) {
    guard coordinates.count == 2, graph.nodeCount > 2, let direction = metric.columns[0].better
    else { return nil }
    (self.graph, self.metric, self.harmful) = (graph, metric, harmful)
    better = direction == .lower ? -1 : 1
    generator = SeededGenerator(seed: seed, stream: 0x6175_6469)
    let layout = FinishedLayout(graph, at: coordinates)
    extent = layout.extents.max() ?? 0
    corner = SIMD2(coordinates[0].min() ?? 0, coordinates[1].min() ?? 0)
    guard extent > 0, let value = metric.values(of: layout)[0],
      let harm = harmful.values(of: layout)[0]
    else { return nil }
    original = Drawing(coordinates: coordinates, value: value, harm: harm)
    current = original
  }

  /// The drawing found after `moves` moves, and the original. A third of the moves improve the metric, to have room
  /// for what makes it worse. Calls `observe` with the number of moves that are done. Cost: both metrics for each move.
  package mutating func run(moves: Int, observe: (Int) -> Void = { _ in }) -> (
    original: Drawing, found: Drawing
  ) {
    for step in 0..<moves / 3 {
      observe(step)
      guard let next = moved(spread: 0.3 * (1 - Double(step) / Double(moves / 3)) + 0.005) else {
        continue
      }
      if better * (next.value - current.value) >= 0 { current = next }
    }
    var found = original
    let rest = moves - moves / 3
    for step in 0..<rest {
      observe(moves - rest + step)
      guard let next = moved(spread: 1) else { continue }
      let part = Double(step) / Double(rest)
      let temperature = 0.05 * (1 - part) + 1e-6
      let rise = energy(next, at: part) - energy(current, at: part)
      if rise <= 0 || generator.unit() < exp(-rise / temperature) { current = next }
      if isEqual(current), current.harm > found.harm { found = current }
    }
    return (original, found)
  }

  private func isEqual(_ drawing: Drawing) -> Bool {
    abs(drawing.value - original.value) <= Self.tolerance * abs(original.value)
  }

  /// The less, the worse the drawing. A value that differs from that of the original by more than the tolerance costs:
  /// if it is worse, always, and if it is better, ever more towards the end.
  private func energy(_ drawing: Drawing, at part: Double) -> Double {
    let gap = better * (original.value - drawing.value)
    let excess = max(0, abs(gap) - Self.tolerance * abs(original.value))
    let scale = original.value == 0 ? 1 : abs(original.value)
    return 20 * (gap > 0 ? 1 : part * part) * excess / scale
      - log((1e-3 + drawing.harm) / (1e-3 + original.harm))
  }

  /// With one node moved by the normal distribution, as a part of the extent, or anywhere, or two nodes exchanged.
  private mutating func moved(spread: Double) -> Drawing? {
    var places = current.coordinates
    let node = generator.index(below: graph.nodeCount)
    let kind = generator.unit()
    if spread >= 1, kind < 0.3 {
      let other = generator.index(below: graph.nodeCount)
      for axis in 0..<2 { places[axis].swapAt(node, other) }
    } else {
      let wide = spread >= 1 ? pow(10, -2 * generator.unit()) : spread
      for axis in 0..<2 {
        let noise = (generator.unit() + generator.unit() + generator.unit() - 1.5) * wide * extent
        let place =
          spread >= 1 && kind < 0.5
          ? corner[axis] + generator.unit() * extent : places[axis][node] + noise
        places[axis][node] = min(corner[axis] + extent, max(corner[axis], place))
      }
    }
    let layout = FinishedLayout(graph, at: places)
    guard let value = metric.values(of: layout)[0], value.isFinite,
      let harm = harmful.values(of: layout)[0]
    else { return nil }
    return Drawing(coordinates: places, value: value, harm: harm)
  }
}
