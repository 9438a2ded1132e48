import ForceLabPlugins
import ForceLabWorkbench

struct RegionQueryStudy: Study {
  var items: any Arrangement = Waterfall()
  var index: any RegionIndex = LinearIndex()
  var query: any RegionQuery = ViewportQuery()
  var steps = 30

  static let manual = Manual<Self>(
    "region-query",
    "Finds the items that overlap a region. A step is the mean time of a query in a batch of at least "
      + "0.1 ms. A trial fails if its index finds other items than a linear filter.",
    parameters: [
      Parameter("items", \.items, of: .arrangement, "The items."),
      Parameter("index", \.index, of: .index, "The index that finds them."),
      Parameter("query", \.query, of: .query, "The regions that are queried."),
      Parameter("steps", \.steps, within: Bounds(1...1_000_000), "Number of timed batches."),
    ], source: "GIPHY's engineering post of 2018-11-02")

  var isRandom: Bool { items.isRandom }

  var columns: [Column] {
    [
      .fact("item_count", "items", use: .size), .fact("queries"), .measure("found"),
      .time("query_ns", "time per query", use: .stepTime),
      .time("build_seconds", "time to build", use: .cost),
    ]
  }

  func problems() -> [any Error] { errors(below: "items.\(items.name)") { try items.checkFiles() } }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var generator = SeededGenerator(seed: trial.seed)
    let items = try items.items(using: &generator)
    let regions = query.regions(over: items)
    trial.discard { _ in
      var index = self.index
      index.build(items)
    }
    var index = index
    let start = ContinuousClock.now
    index.build(items)
    let building = start.duration(to: .now).nanoseconds
    let found = try check(index, regions, in: items)
    var outcome = outcome(of: index, regions, found, in: trial)
    outcome.values["item_count"] = .integer(items.count)
    outcome.values["queries"] = .integer(regions.count)
    outcome.values["build_seconds"] = .number(Double(building) / 1e9)
    return outcome
  }

  /// The number of items that all queries find. Throws if they differ from those of a filter.
  private func check(
    _ index: any RegionIndex, _ regions: [ItemRectangle], in items: [ItemRectangle]
  ) throws -> Int {
    var filter = LinearIndex()
    filter.build(items)
    var (expected, found): ([Int32], [Int32]) = ([], [])
    var count = 0
    for (number, region) in regions.enumerated() {
      expected.removeAll(keepingCapacity: true)
      found.removeAll(keepingCapacity: true)
      filter.find(region, into: &expected)
      index.find(region, into: &found)
      found.sort()
      guard found == expected else {
        let differing = Set(found).symmetricDifference(expected).min()
        throw ParameterError(
          "in query \(number), '\(index.name)' finds \(found.count) items and a filter "
            + "\(expected.count); "
            + (differing.map { "they differ in item \($0)" } ?? "it finds one twice"))
      }
      count += found.count
    }
    return count
  }

  /// Nanoseconds. Reading the clock takes 30 ns, less than a thousandth of this.
  private static let minBatchDuration: Int64 = 100_000

  /// The time per query of each of `steps` batches. Finding the size of a batch warms up.
  ///
  /// Queries are timed in batches, because one query may be shorter than the resolution of the clock. The
  /// index is called through its protocol, so the compiler cannot remove the search.
  private func outcome(
    of index: any RegionIndex, _ regions: [ItemRectangle], _ expected: Int, in trial: Trial
  ) -> Outcome {
    var (found, isMistaken): ([Int32], Bool) = ([], false)
    func nanoseconds(of rounds: Int) -> Int64 {
      var count = 0
      let start = ContinuousClock.now
      for _ in 0..<rounds {
        for region in regions {
          found.removeAll(keepingCapacity: true)
          index.find(region, into: &found)
          count += found.count
        }
      }
      let nanoseconds = start.duration(to: .now).nanoseconds
      if count != expected * rounds { isMistaken = true }
      return nanoseconds
    }
    var rounds = 1
    while !trial.isOverdue, nanoseconds(of: rounds) < Self.minBatchDuration { rounds *= 2 }
    var outcome = Outcome(because: "done")
    let queries = Double(rounds * regions.count)
    var times: [Double] = []
    for _ in 0..<steps where !trial.isOverdue {
      times.append(Double(nanoseconds(of: rounds)) / queries)
    }
    if times.count < steps {
      outcome = Outcome(
        .timedOut, "timed out after \(times.count) of \(steps) steps", because: "timeout")
    }
    outcome.values["found"] = .integer(expected)
    if !times.isEmpty { outcome.values["query_ns"] = .number(times.sorted()[times.count / 2]) }
    if isMistaken {
      return Outcome(.failed, "'\(index.name)' finds other items in a repeated query")
    }
    return outcome
  }
}
