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
    source: "The stress is that of the metric, over the distances from up to 64 nodes",
    sections: [
      (
        "Limits",
        "A layout that rests in a saddle point, such as a folded mesh, may unfold later, which cannot be predicted. "
          + "With a constant alpha, which reaches such points often, the rule ends many runs too early; with one that "
          + "cools, about one in ten too early or too late."
      )
    ])

  public var needsLayout: Bool { true }

  /// Cost: in one of about 50 ticks, 64 distances per node; in others constant.
  public mutating func isMet(by progress: SimulationProgress) -> Bool {
    clock.advance(to: progress.alpha)
    let last = records.last?.iteration ?? 0
    guard progress.iteration >= last + max(1, last / 50), let graph = progress.graph else {
      return clock.remaining == 0
    }
    if sample?.fits(graph) != true { (sample, records) = (DistanceSample(graph), []) }
    guard let stress = sample?.stress(of: progress.positions) else { return true }
    records.append(
      Record(iteration: progress.iteration, time: clock.time, stress: stress))
    records[records.count - 1].change = max(
      change(within: min(0.15 * clock.remaining, 0.05 * clock.time)),
      0.5 * change(within: min(0.5 * clock.remaining, 0.2 * clock.time)))
    return clock.remaining == 0 || isConverged || isStationary
  }

  /// How much the stress is expected to change, by its rates over the last `span` and over that before.
  private func change(within span: Double) -> Double {
    let end = records.count - 1
    let middle = min(index(at: clock.time - span), end - 1)
    let start = min(index(at: clock.time - 2 * span), middle - 1)
    guard start >= 0 else { return .infinity }
    let rate = rate(middle, end)
    guard rate != 0 else { return 0 }
    let gap = (records[end].time - records[start].time) / 2
    let decay = log(abs(self.rate(start, middle) / rate)) / gap
    return abs(rate) * clock.horizon(decay) / max(records[end].stress, Self.minStress)
  }

  private func rate(_ start: Int, _ end: Int) -> Double {
    (records[end].stress - records[start].stress) / (records[end].time - records[start].time)
  }

  /// The last record up to `time`, or the first.
  private func index(at time: Double) -> Int {
    var (low, high) = (0, records.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if records[middle].time <= time { low = middle } else { high = middle }
    }
    return low
  }

  private static let threshold = 0.0085
  /// A smaller stress counts as this one, since it may tend to 0.
  private static let minStress = 1e-5

  private var isConverged: Bool {
    let last = records[records.count - 1]
    guard last.iteration >= 20, last.change <= Self.threshold else { return false }
    let since = min(
      records.firstIndex { Double($0.iteration) >= 0.97 * Double(last.iteration) } ?? 0,
      records.count - 6)
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
    return abs(now - before) <= 0.002 * now
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
    guard remaining.isFinite else { return decay > 0 ? 1 / min(decay, 6 / time) : .infinity }
    let decay = max(-1 / time, min(decay, 1 / time))
    return abs(decay * remaining) < 1e-6
      ? remaining : (1 - exp(-decay * remaining)) / decay
  }
}

/// The distances in a graph from some nodes to all.
private struct DistanceSample {
  private let nodes: Int
  private let edges: Int
  private let sources: [Int]
  /// A row for each node: the reciprocals of its distances from the sources, 0 if there is no path.
  private let weights: [Float]
  private let pairs: Double

  /// From nodes spread evenly over a breadth-first order. Without edges, all distances are 1.
  init(_ graph: Graph) {
    (nodes, edges) = (graph.nodeCount, graph.edgeCount)
    let count = min(nodes, 64, max(8, (1 << 22) / max(1, nodes)))
    var order = BreadthFirstSearch(graph)
    for node in 0..<Int32(nodes) { order.visit(from: node) }
    sources = (0..<count).map { Int(order.order[(2 * $0 + 1) * graph.nodeCount / (2 * count)]) }
    var search = MultiSourceSearch(graph, width: max(1, count))
    search.run(from: sources)
    var weights = search.distances.map { $0 > 0 ? 1 / Float($0) : 0 }
    if edges == 0 {
      for node in 0..<nodes {
        for (lane, source) in sources.enumerated() where source != node {
          weights[node * count + lane] = 1
        }
      }
    }
    self.weights = weights
    pairs = Double(weights.count { $0 > 0 })
  }

  func fits(_ graph: Graph) -> Bool { nodes == graph.nodeCount && edges == graph.edgeCount }

  /// Nil if there are no pairs, or all nodes coincide.
  func stress(of positions: [[Double]]) -> Double? {
    var total = Ratios(pairs: pairs)
    let ends = positions.map { axis in sources.map { axis[$0] } }
    weights.withUnsafeBufferPointer { weights in
      for node in 0..<nodes {
        var row = Ratios()
        for lane in sources.indices {
          let weight = Double(weights[node * sources.count + lane])
          var square = 0.0
          for axis in positions.indices {
            let way = (positions[axis][node] - ends[axis][lane]) * weight
            square += way * way
          }
          row.sum += square.squareRoot()
          row.squares += square
        }
        total.add(row)
      }
    }
    return total.stress
  }
}
