import ForceLabCVectors
import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Predicts how much the stress will still change, from its rate of change and the cooling that is left.
///
/// Its clock is the sum of alpha over the ticks, in which forces act evenly. Rates are differences of the stress over
/// two windows of time, one after the other, and their decay is extrapolated to the end of the cooling, if there is one.
/// The constants were fitted to the curves of 418 layouts, and tested with others.
public struct StopWhenConverged: StopRule {
  @Scratch private var sample: DistanceSample?
  @Scratch private var clock = CoolingClock()
  @Scratch private var records: [Record] = []
  /// The iteration of the next record.
  @Scratch private var next = 8

  /// The stress at a time of the clock, and how much it was expected to change, as a fraction of it.
  private struct Record {
    var iteration: Int
    var time: Double
    var stress: Double
    var change = Double.infinity
  }

  public init() {}

  public static let manual = Manual<Self>(
    "converged",
    "Ends the run when the stress has converged: when its predicted further change is less than 1 %. It needs no "
      + "parameters.",
    formula: """
      |g|·(1 − exp(−λ·R))/λ ≤ 0.0085·S, S the stress, τ = Σα the time, g = dS/dτ and λ its rate of decay
      R the sum of the alphas to come, ∞ if alpha does not fall to 0
      """,
    source:
      "The stress is that of the metric, over the distances from up to 128 nodes, fewer in graphs of more than 1024",
    sections: [
      (
        "Limits",
        "A layout that rests in a saddle point, such as a folded mesh, may unfold later, which cannot be predicted. "
          + "Of 211 layouts that were not used to fit the constants: with a falling alpha, 91 % ended within 1 % of "
          + "their final stress, and 75 % also after at most 1.2 times the ticks needed; with a constant alpha, 56 % "
          + "and 19 %."
      )
    ])

  public var needsLayout: Bool { true }

  /// Cost: up to 128 distances per node in about every third of 150 ticks, and 32 per node in large graphs.
  public mutating func isMet(by progress: SimulationProgress) -> Bool {
    clock.advance(to: progress.alpha)
    guard progress.iteration >= next, let graph = progress.graph else {
      return clock.remaining == 0
    }
    if sample?.fits(graph) != true { (sample, records) = (DistanceSample(graph), []) }
    guard let stress = sample?.stress(of: progress.positions) else { return true }
    records.append(Record(iteration: progress.iteration, time: clock.time, stress: stress))
    records[records.count - 1].change = max(
      change(within: min(0.15 * clock.remaining, 0.05 * clock.time)),
      0.5 * change(within: min(0.5 * clock.remaining, 0.2 * clock.time)))
    // Few records are needed while the stress still changes fast.
    let change = records[records.count - 1].change
    next =
      progress.iteration + max(1, progress.iteration * (change < 4 * Self.threshold ? 3 : 10) / 100)
    return clock.remaining == 0 || isConverged || isStationary
  }

  /// How much the stress is expected to change, by its rates over the last `span` and over that before.
  private func change(within span: Double) -> Double {
    let end = records.count - 1
    let middle = min(index(at: clock.time - span), end - 1)
    let start = min(index(at: clock.time - 2 * span), middle - 1)
    guard start >= 0 else { return .infinity }
    let (rate, stress) = (rate(middle, end), records[end].stress)
    guard abs(stress - records[middle].stress) > Self.rounding else { return 0 }
    let gap = (records[end].time - records[start].time) / 2
    let decay = log(abs(self.rate(start, middle) / rate)) / gap
    let change = abs(rate) * clock.horizon(decay)
    // The stress does not fall below 0.
    return (rate < 0 ? min(change, stress) : change) / max(stress, Self.minStress)
  }

  private func rate(_ start: Int, _ end: Int) -> Double {
    (records[end].stress - records[start].stress) / (records[end].time - records[start].time)
  }

  /// The last record up to `time`, or the first.
  private func index(at time: Double) -> Int {
    records.indices.dropFirst().partitioningIndex { records[$0].time > time } - 1
  }

  private static let threshold = 0.0085
  /// A smaller stress counts as this one: it may tend to 0, or be rounding alone.
  private static let minStress = 1e-4
  /// The stress is 1 minus a quotient of sums of single-precision numbers.
  private static let rounding = 3e-7

  private var isConverged: Bool {
    let last = records[records.count - 1]
    guard last.iteration >= 20, last.change <= Self.threshold else { return false }
    let since = min(
      records.firstIndex { Double($0.iteration) >= 0.97 * Double(last.iteration) } ?? 0,
      records.count - 4)
    return since >= 0 && records[since...].allSatisfy { $0.change <= 2 * Self.threshold }
  }

  /// Whether the stress fluctuates around a mean: that over the last half of the ticks equals that over the quarter
  /// before.
  private var isStationary: Bool {
    let last = records[records.count - 1].iteration
    guard last >= 1000 else { return false }
    func mean(_ range: Range<Int>) -> Double {
      let part = records.filter { range.contains($0.iteration) }
      return part.reduce(0) { $0 + $1.stress } / Double(max(1, part.count))
    }
    let (before, now) = (mean(last / 4..<last / 2), mean(last / 2..<last + 1))
    return abs(now - before) <= 0.002 * max(now, Self.minStress)
  }
}

/// The sum of alpha over the ticks so far, and over those to come.
private struct CoolingClock {
  var time = 0.0
  /// Infinite if alpha does not fall to 0, linearly or by the same factor in each tick.
  var remaining = Double.infinity
  private var last: [Double] = []

  mutating func advance(to alpha: Double) {
    time += alpha
    last = last.suffix(2) + [alpha]
    remaining = alpha == 0 ? 0 : .infinity
    guard last.count == 3, alpha > 0, alpha < last[1], last[1] < last[0] else { return }
    let (before, now) = (last[0] - last[1], last[1] - alpha)
    if abs(now - before) <= 1e-6 * before {
      remaining = alpha * alpha / now / 2
    } else if abs(alpha * last[0] - last[1] * last[1]) <= 1e-6 * last[1] * last[1] {
      remaining = alpha * alpha / now
    }
  }

  /// ∫exp(−decay·x) over the time that is left. The decay is bounded by what the time so far can show.
  func horizon(_ decay: Double) -> Double {
    guard remaining.isFinite else { return decay > 0 ? 1 / min(decay, 12 / time) : .infinity }
    let decay = max(-1 / time, min(decay, 1 / time))
    return abs(decay * remaining) < 1e-6 ? remaining : (1 - exp(-decay * remaining)) / decay
  }
}

/// The distances in a graph from some nodes to all.
private struct DistanceSample {
  private let nodes: Int
  private let edges: Int
  private let sources: [Int]
  /// The length of a row: the number of sources, rounded up to a multiple of 16.
  private let width: Int
  /// A row for each node: the inverses of its distances from the sources, 0 if there is no path.
  private var inverse: [Float]
  private let pairs: Double

  /// From nodes spread evenly over a breadth-first order. Without edges, all distances are 1.
  init(_ graph: Graph) {
    (nodes, edges) = (graph.nodeCount, graph.edgeCount)
    let count = min(nodes, max(32, min(128, (1 << 17) / max(1, nodes))))
    var walk = BreadthFirstSearch(graph)
    for node in 0..<Int32(nodes) { walk.visit(from: node) }
    sources = (0..<count).map { Int(walk.order[(2 * $0 + 1) * graph.nodeCount / (2 * count)]) }
    width = (count + 15) / 16 * 16
    inverse = Array(repeating: 0, count: nodes * width)
    var search = MultiSourceSearch(graph, width: count)
    for first in stride(from: 0, to: count, by: 64) {
      let part = sources[first..<min(count, first + 64)]
      search.run(from: part)
      for node in 0..<nodes {
        for (lane, source) in part.enumerated() where node != source {
          let distance = edges == 0 ? 1 : search.distances[node * search.width + lane]
          if distance > 0 { inverse[node * width + first + lane] = 1 / Float(distance) }
        }
      }
    }
    pairs = Double(inverse.count { $0 > 0 })
  }

  func fits(_ graph: Graph) -> Bool { nodes == graph.nodeCount && edges == graph.edgeCount }

  /// Nil if there are no pairs, or all nodes coincide.
  func stress(of positions: [[Double]]) -> Double? {
    let places = positions.flatMap { axis in axis.map { Float($0) } }
    let none = Array(repeating: Float(0), count: width - sources.count)
    let ends = positions.flatMap { axis in sources.map { Float(axis[$0]) } + none }
    var sums = [0.0, 0.0]
    cratios_sum(positions.count, places, nodes, ends, inverse, width, &sums)
    return Ratios(pairs: pairs, sum: sums[0], squares: sums[1]).stress
  }
}
