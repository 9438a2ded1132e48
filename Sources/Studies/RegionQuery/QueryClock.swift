import ForceLabWorkbench

/// Times queries in batches, because one query may be shorter than the resolution of the clock. The
/// index is called through its protocol, so the compiler cannot remove the search.
struct QueryClock {
  private let index: any RegionIndex
  private let regions: [ItemRectangle]
  private let expected: Int
  private var found: [Int32] = []
  private var isMistaken = false

  /// Nanoseconds. Reading the clock takes 30 ns, less than a thousandth of this.
  private static let minBatchDuration: Int64 = 100_000

  init(_ index: any RegionIndex, _ regions: [ItemRectangle], found expected: Int) {
    (self.index, self.regions, self.expected) = (index, regions, expected)
  }

  /// The time per query of each of `steps` batches. Finding the size of a batch warms up.
  func outcome(of steps: Int, in trial: Trial) -> Outcome {
    var clock = self
    var rounds = 1
    while !trial.isOverdue, clock.nanoseconds(of: rounds) < Self.minBatchDuration { rounds *= 2 }
    var outcome = Outcome()
    outcome.stopReason = "done"
    let queries = Double(rounds * regions.count)
    var times: [Double] = []
    for _ in 0..<steps where !trial.isOverdue {
      times.append(Double(clock.nanoseconds(of: rounds)) / queries)
    }
    if times.count < steps {
      outcome = Outcome(.timedOut, "timed out after \(times.count) of \(steps) steps")
      outcome.stopReason = "timeout"
    }
    outcome.values["found"] = .integer(expected)
    if !times.isEmpty { outcome.values["query_ns"] = .number(times.sorted()[times.count / 2]) }
    if clock.isMistaken {
      return Outcome(.failed, "'\(index.name)' finds other items in a repeated query")
    }
    return outcome
  }

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
