import ForceLabSettings

/// The crossings of the edges of a layout, of all pairs or estimated from some edges.
struct Crossings: Sendable {
  let count: Double
  /// The mean obliqueness of the crossings; nil without crossings.
  let mean: Double?
  /// Half the width of the 95 % intervals; nil if all pairs count.
  let countError, meanError: Double?

  /// The tests of pairs that an exact answer may cost: seconds.
  static let maxTestCount = 1 << 30
  /// The edges from which the tests are estimated.
  private static let trialCount = 128

  /// Exact if that takes at most about 2³⁰ tests of pairs; else from the crossings of a sample of edges
  /// with all others, which takes as many. Nil in 3D. Deterministic, on all processors.
  init?(_ layout: FinishedLayout, tests maximum: Int = maxTestCount, withAngles: Bool = false) {
    guard let finder = CrossingFinder(layout) else { return nil }
    let tests = Self.testsOfEdge(finder)
    guard tests * Double(finder.count) / 2 > Double(maximum) else {
      let sums = concurrently(blocksOf: finder.count) {
        finder.crossings(of: $0, withAll: false, withAngles: withAngles)
      }.reduce(into: CrossingSums()) { $0.add($1) }
      count = sums.count
      mean = count > 0 ? sums.obliqueness / count : nil
      (countError, meanError) = (nil, nil)
      return
    }
    let sample = StratifiedSample(
      Array(0..<finder.count), count: max(Self.trialCount, Int(clamping: Double(maximum) / tests)),
      seed: 0)
    let found = Self.crossings(of: sample.items, finder, withAngles: withAngles)
    var sums = CrossingSums()
    for (part, weight) in zip(found, sample.weights) { sums.add(part, times: weight) }
    // Each crossing is found from both of its edges.
    count = sums.count / 2
    let mean = sums.obliqueness / sums.count
    self.mean = sums.count > 0 ? mean : nil
    let halfWidth = StratifiedSample.halfWidth
    countError = halfWidth * sample.standardError(of: found.map { $0.count / 2 })
    meanError =
      sums.count > 0
      ? halfWidth
        * sample.standardError(of: found.map { ($0.obliqueness - mean * $0.count) / sums.count })
      : nil
  }

  /// The mean number of edges that an edge is tested with, if it is tested with all near it.
  private static func testsOfEdge(_ finder: CrossingFinder) -> Double {
    let count = min(trialCount, finder.count)
    // So few edges that all pairs are cheap.
    guard count == trialCount else { return 0 }
    let edges = (0..<count).map { $0 * finder.count / count }
    let found = crossings(of: edges, finder, withAngles: false)
    return Double(found.reduce(0) { $0 + $1.tests }) / Double(count)
  }

  private static func crossings(of edges: [Int], _ finder: CrossingFinder, withAngles: Bool)
    -> [CrossingSums]
  {
    concurrently(edges.count) {
      finder.crossings(of: edges[$0]..<edges[$0] + 1, withAll: true, withAngles: withAngles)
    }
  }
}
