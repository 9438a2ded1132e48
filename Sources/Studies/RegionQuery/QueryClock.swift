import ForceLabWorkbench

/// Clocks queries in batches, for one may be shorter than the grain of the clock.
///
/// The queries are asked in their order, over and over. What they find goes to a list outside the
/// index, whose length is added up and checked at the end; the index is known by its protocol alone,
/// so no compiler can see that the list is not read.
struct QueryClock {
  private let index: any RegionIndex
  private let regions: [ItemRectangle]
  private let expected: Int
  private var found: [Int32] = []
  /// Whether a round found more or less than expected.
  private var isMistaken = false

  /// Reading the clock takes some 30 ns: of a batch as long as this, less than a thousandth.
  private static let leastBatch: Int64 = 100_000

  /// A clock for `index`, which finds `expected` items in all `regions` together.
  init(_ index: any RegionIndex, _ regions: [ItemRectangle], found expected: Int) {
    (self.index, self.regions, self.expected) = (index, regions, expected)
  }

  /// The time per query of each of `steps` batches. The search for the size of a batch warms up.
  func outcome(of steps: Int, in trial: Trial) -> Outcome {
    var clock = self
    var rounds = 1
    while !trial.isOverdue, clock.nanoseconds(of: rounds) < Self.leastBatch { rounds *= 2 }
    var outcome = Outcome()
    outcome.stopReason = "done"
    let queries = Double(rounds * regions.count)
    var times: [Double] = []
    for _ in 0..<steps where !trial.isOverdue {
      times.append(Double(clock.nanoseconds(of: rounds)) / queries)
    }
    if times.count < steps {
      outcome = Outcome(.timedOut, "out of time after \(times.count) of \(steps) steps")
      outcome.stopReason = "timeout"
    }
    outcome.values["found"] = .integer(expected)
    if !times.isEmpty { outcome.values["query_ns"] = .number(times.sorted()[times.count / 2]) }
    if clock.isMistaken {
      return Outcome(.failed, "'\(index.name)' finds other items when it is asked again")
    }
    return outcome
  }

  /// What it takes to ask all queries `rounds` times.
  private mutating func nanoseconds(of rounds: Int) -> Int64 {
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
}
