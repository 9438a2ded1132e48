import ForceLabPlugins

/// The processor time, in seconds, of the steps that lay out a connected part: at first from what they took on other
/// graphs, then as measured.
struct StepCosts {
  private let (nodes, ends): (Double, Double)
  private let isDeep: Bool
  /// How many times as long a step takes as on the machine by which its cost was measured.
  private let slowness: Double
  /// Of the search for, and of a sweep with, one pivot.
  var (search, sweep): (Double, Double)
  /// Of a search from a node for all pairs, in a part of many levels.
  private var deepSearch: Double

  /// After this number of sweeps, more pivots lower the stress further than more sweeps.
  static let maxSweeps = 12
  /// Larger parts do not count all pairs.
  private static let maxAllPairsCount = 20_000
  /// The most memory for distances and weights.
  private static let memory = 2_000_000_000

  init(of part: ConnectedPart, slowness: Double) {
    (nodes, ends) = (Double(part.count), Double(part.neighbors.count))
    (isDeep, self.slowness) = (part.isDeep, slowness)
    search = slowness * (7e-9 * nodes + 1e-9 * ends)
    sweep = slowness * 0.5e-9 * nodes
    // Searches of few levels share their way.
    deepSearch = isDeep ? slowness * 2e-9 * (nodes + ends) : 0
  }

  /// Of classical scaling with three pivots.
  var scaling: Double { slowness * 2.4e-8 * (nodes + ends) }

  /// Of a layout with half of the sweeps; the others are left out if there is no time.
  func layout(pivots: Int) -> Double {
    Double(pivots) * (search + Double(Self.maxSweeps / 2) * sweep)
  }

  /// The most pivots, up to `limit`, whose layout takes no longer than `time`.
  func affordable(_ time: Double, atMost limit: Int) -> Int {
    let count = Int(clamping: time / max(1e-12, layout(pivots: 1)))
    return min(count, limit, Self.memory / (4 * Int(nodes)), Int(nodes)) / 16 * 16
  }

  /// Of the multilevel start, whose coarsest graph has this number of nodes.
  func multilevel(coarsest: Int) -> Double {
    slowness * 0.8e-7 * (nodes + ends) + self.coarsest(coarsest)
  }

  /// Of laying out a coarsest graph with this number of nodes, by all pairs.
  func coarsest(_ nodes: Int) -> Double { slowness * 1.5e-8 * Double(nodes * nodes) }

  /// Of a layout by all pairs and, unless their distances are known, of these.
  func allPairs(epochs: Int, areKnown: Bool) -> Double {
    guard nodes <= Double(Self.maxAllPairsCount) else { return .infinity }
    let pairs = nodes * nodes / 2
    let descent = 1e-5 + 3e-7 * nodes + pairs * 0.6e-9 * Double(epochs)
    guard !areKnown else { return slowness * descent }
    return slowness * (descent + pairs * 4e-9) + deepSearch * nodes
  }

  /// Measures the searches for all pairs, if `epochs` of these fit into `time` where searches are fast.
  mutating func measureSearches(
    of part: ConnectedPart, if epochs: Int, fitInto time: Double, by clock: BudgetClock
  ) {
    let (count, width) = (8, DistanceSearch.width)
    let others = allPairs(epochs: epochs, areKnown: false) - deepSearch * nodes
    guard part.isDeep, others + 0.4 * deepSearch * nodes < time else { return }
    let (search, rows) = (DistanceSearch(part), Buffer<UInt16>())
    rows.resize(part.count * width)
    let sources = (0..<count).map { Int32($0 * part.count / count) }
    // Everything is slow the first time.
    for _ in 0..<2 {
      let begin = clock.worked
      search.run(from: sources, into: rows.base, stride: width)
      deepSearch = (clock.worked - begin) / Double(count)
    }
  }
}
