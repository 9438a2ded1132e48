import ForceLabPlugins
import ForceLabWorkbench

/// The study that asks an index which items overlap a region, and holds it to what a filter finds.
public struct RegionQueryStudy: Study {
  /// Where the items are.
  public var items: any Arrangement = Waterfall()
  /// What finds them.
  public var index: any RegionIndex = LinearIndex()
  /// Which regions are asked for.
  public var query: any RegionQuery = ViewportQuery()
  /// How many times the queries are clocked.
  public var steps = 30

  /// A window that scrolls over a waterfall, by a filter.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "region-query",
    "Asks which items overlap a region. Its steps are times per query, the mean of a batch of at "
      + "least 0.1 ms; an index that finds anything but what a filter finds fails its trial.",
    parameters: [
      Parameter("items", \.items, of: .arrangement, "Where the items are."),
      Parameter("index", \.index, of: .index, "What finds them."),
      Parameter("query", \.query, of: .query, "Which regions are asked for."),
      Parameter(
        "steps", \.steps, within: Bounds(1...1_000_000), "How many batches of queries are clocked."),
    ], source: "GIPHY's engineering post of 2018-11-02")

  public var columns: [Column] {
    [
      .fact("item_count", "items", use: .size), .fact("queries"), .measure("found"),
      .time("query_ns", "time per query", use: .stepTime),
      .time("build_seconds", "time to build", use: .cost),
    ]
  }

  public func problems() -> [any Error] {
    do {
      try items.checkFiles()
      return []
    } catch let fault as ParameterError {
      let path = ["items", items.name, fault.parameter].compactMap { $0 }
      return [ParameterError(fault.message, parameter: path.joined(separator: "."))]
    } catch {
      return [error]
    }
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

  /// How many items the queries find together. Throws if they are others than a filter finds.
  private func check(
    _ index: any RegionIndex, _ regions: [ItemRectangle], in items: [ItemRectangle]
  ) throws
    -> Int
  {
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
