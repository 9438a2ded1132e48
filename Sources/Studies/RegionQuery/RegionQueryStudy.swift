import ForceLabPlugins
import ForceLabWorkbench

public struct RegionQueryStudy: Study {
  public var items: any Arrangement = Waterfall()
  public var index: any RegionIndex = LinearIndex()
  public var query: any RegionQuery = ViewportQuery()
  public var steps = 30

  public init() {}

  public static let manual = Manual<Self>(
    "region-query",
    "Finds the items that overlap a region. A step is the mean time of a query in a batch of at least "
      + "0.1 ms. A trial fails if its index finds other items than a linear filter.",
    parameters: [
      Parameter("items", \.items, of: .arrangement, "The items."),
      Parameter("index", \.index, of: .index, "The index that finds them."),
      Parameter("query", \.query, of: .query, "The regions that are queried."),
      Parameter("steps", \.steps, within: Bounds(1...1_000_000), "Number of timed batches."),
    ], source: "GIPHY's engineering post of 2018-11-02")

  public var isRandom: Bool { items.isRandom }

  public var columns: [Column] {
    [
      .fact("item_count", "items", use: .size), .fact("queries"), .measure("found"),
      .time("query_ns", "time per query", use: .stepTime),
      .time("build_seconds", "time to build", use: .cost),
    ]
  }

  public func problems() -> [any Error] {
    errors(below: "items.\(items.name)") { try items.checkFiles() }
  }

  public func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var generator = SeededGenerator(seed: trial.seed)
    let items = try items.items(using: &generator)
    let regions = query.regions(over: items)
    var index = index
    let start = ContinuousClock.now
    index.build(items)
    let building = start.duration(to: .now).nanoseconds
    var outcome = try QueryClock(index, regions, found: check(index, regions, in: items))
      .outcome(of: steps, in: trial)
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
}
