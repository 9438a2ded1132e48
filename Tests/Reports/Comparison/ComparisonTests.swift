import Testing
import ForceLabSettings

@testable import ForceLabReports
@testable import ForceLabWorkbench

@Suite struct ComparisonTests {
  let place = TemporaryFolder()

  private var sample: SampleRun { .twoMethods }

  @Test func requestedMeasuresComeFirst() throws {
    let comparison = try place.compare(sample, sample)
    #expect(
      comparison.measures == ["stress", "tick_ns_median", "iterations", "energy", "layouts"])
    var options = Comparison.Options()
    options.measures = ["stress", "tick_ns_median", "stress"]
    #expect(try place.compare(sample, sample, options).measures == ["stress", "tick_ns_median"])
    options.measures = ["stres"]
    let error = #expect(throws: Diagnostic.self) { try place.compare(sample, sample, options) }
    #expect(error?.message == "unknown column 'stres'; did you mean 'stress'?")
  }

  @Test func timesOfContendedTrialsAreLeftOutUnlessAskedFor() throws {
    var run = sample
    for index in run.trials.indices where run.trials[index].repetition > 6 {
      run.trials[index].ranConcurrently = true
    }
    let without = try place.compare(sample, run)
    let counts = { (comparison: Comparison, measure: String) in
      Set(comparison.rows.filter { $0.measure == measure }.map(\.result.counts.new))
    }
    #expect(counts(without, "tick_ns_median") == [6] && counts(without, "stress") == [8])
    #expect(
      without.warnings.map(\.message) == [
        "times of 8 trials that ran in parallel are excluded; use --contended to include them"
      ])
    var options = Comparison.Options()
    options.countsContended = true
    let with = try place.compare(sample, run, options)
    #expect(counts(with, "tick_ns_median") == [8] && with.warnings.isEmpty)
  }

  /// The mean is that of all cells, and of none if a trial failed.
  @Test func cellsAreSummedUpByTheirMeanRatio() throws {
    var run = sample
    // At size 10, b is twice as slow.
    for index in run.trials.indices where run.trials[index].settings == ["b", "10"] {
      run.trials[index].values[3]? *= 2
    }
    func row() throws -> [Table.Cell] {
      let rows = try place.compared(by: "method", run).differences?.rows
      return try #require(rows?.first { $0[0].text == "tick" })
    }
    #expect(try row().prefix(4).map(\.text) == ["tick", "b", "2", "1.697"])
    run.trials[2].status = "diverged"
    #expect(try row()[3].text == "")
    let comparison = try place.compared(by: "method", run)
    #expect(comparison.unfinished.map(\.settings) == [["10"]])
    #expect(comparison.unfinished.map(\.reason) == ["b diverged in 1 of 8 trials"])
  }

  @Test func aCellWithMissingTrialsIsUnfinished() throws {
    var short = sample
    short.trials.removeLast(4)
    let comparison = try place.compare(sample, short)
    #expect(
      comparison.unfinished.map(\.reason)
        == Array(repeating: "new has only 7 of 8 trials", count: 4))
    var fewer = sample
    fewer.trials.removeAll { $0.settings == ["b", "20"] }
    #expect(try place.compare(sample, fewer).unfinished.map(\.reason) == ["new has no trial"])
    #expect(try place.compare(fewer, sample).unfinished.map(\.reason) == ["base has no trial"])
  }

  @Test func verdictsAndUnfinishedCellsFailAComparison() throws {
    let comparison = try place.compared(by: "method", sample)
    #expect(comparison.fails([.slower]) && comparison.fails([.lower, .unclear]))
    #expect(!comparison.fails([.faster, .unclear, .higher]) && !comparison.fails([]))
    var run = sample
    run.trials[2].status = "timed-out"
    // The base finished what b did not, which no verdict tells.
    #expect(try place.compared(by: "method", run).fails([.faster]))
    run = sample
    run.trials[0].status = "timed-out"
    #expect(try !place.compared(by: "method", run).fails([.faster]))
  }

  @Test func timesOfTwoRunsHaveNoVerdict() throws {
    var slow = sample
    for index in slow.trials.indices { slow.trials[index].values[3]? *= 2 }
    let comparison = try place.compare(sample, slow)
    let times = comparison.rows.filter { $0.measure == "tick_ns_median" }
    #expect(times.count == 4 && times.allSatisfy { $0.result.verdict == .notCompared })
    #expect(times.allSatisfy { abs($0.result.change - 2) < 1e-12 && $0.result.interval == nil })
    #expect(comparison.fails([.slower]))
    #expect(comparison.unmeasured([.slower]) == ["no time was compared"])
    #expect(comparison.text().contains("Times of two runs are not compared: "))
    #expect(comparison.rows.contains { $0.measure == "stress" && $0.result.verdict == .same })
  }

  @Test func timesOfFiveRunsASideAreCompared() throws {
    let runs = try (0..<10).map { number in
      var run = sample
      for index in run.trials.indices {
        run.trials[index].values[3]? *= (number < 5 ? 1 : 2) * (1 + 0.01 * Double(number % 5))
      }
      return try run.record("run\(number)", in: place)
    }
    let table = try PairedTable(Array(runs.prefix(5)), against: Array(runs.suffix(5)))
    let comparison = try Comparison(table)
    #expect(comparison.rows.allSatisfy { $0.result.counts == (5, 5) })
    #expect(
      comparison.rows.map(\.result.verdict)
        == Array(repeating: .same, count: 4) + Array(repeating: .slower, count: 4)
        + Array(repeating: .same, count: 8))
    #expect(comparison.text().contains("4 cells; 5 runs are compared with 5, each by its median."))
    let error = #expect(throws: Diagnostic.self) {
      try PairedTable(Array(runs.prefix(4)), against: Array(runs.suffix(5)))
    }
    #expect(error?.message == "4 runs against 5; each side needs at least 5")
  }

  /// As those of runs with the same seed. One median of each side would be no comparison.
  @Test func trialsOfRunsThatAreCopiesAreCompared() throws {
    func side(_ name: String, _ factor: Double) throws -> [RunReader] {
      try (1...5).map { number in
        var run = SampleRun(
          ["size": ["10"]], ["stress", "layout_hash", "tick_ns_median"], repeats: 8
        ) { _, repetition in
          let noise = 1 + 0.01 * Double(repetition)
          return [0.1 * factor * noise, factor * Double(repetition), 1000 + Double(number)]
        }
        run.repeats = 8
        return try run.record("\(name)\(number)", in: place)
      }
    }
    let table = try PairedTable(side("base", 1), against: side("new", 2.4))
    let comparison = try Comparison(table)
    let stress = try #require(comparison.rows.first { $0.measure == "stress" })
    #expect(stress.result.verdict == .higher && stress.result.counts == (8, 8))
    #expect(comparison.fails([.worse]))
    #expect(comparison.csv.contains(/stress,.*,paired,8,8,/))
    #expect(comparison.csv.contains(/tick_ns_median,.*,runs,5,5,/))
    #expect(comparison.text().contains("5 runs are compared with 5, each by its median. If the "))
  }

  @Test(arguments: [([2], false), ([0, 6, 7], true)])
  func aSideFailsIfANewRunDidNotFinish(incomplete: [Int], isFailure: Bool) throws {
    let runs = try (0..<10).map { number in
      var run = sample
      if incomplete.contains(number) { run.trials[0].status = "diverged" }
      return try run.record("run\(number)", in: place)
    }
    let table = try PairedTable(Array(runs.prefix(5)), against: Array(runs.suffix(5)))
    #expect(try Comparison(table).unfinished.map(\.isFailure) == [isFailure])
    var options = Comparison.Options()
    options.measures = [Comparison.layouts]
    let error = #expect(throws: Diagnostic.self) { try Comparison(table, options) }
    #expect(error?.message.hasPrefix("layouts of several runs a side are not compared") == true)
  }

  @Test func allRunsOfASideHaveTheSameGraphs() throws {
    let runs = try (0..<10).map { number in
      let run = SampleRun(["size": ["10"]], ["graph_hash", "stress"], repeats: 4) { _, _ in
        [number == 8 ? 2 : 1, 0.1]
      }
      return try run.record("run\(number)", in: place)
    }
    let table = try PairedTable(Array(runs.prefix(5)), against: Array(runs.suffix(5)))
    let text = "4 of 36 pairs of trials had different graphs"
    #expect(table.warnings.contains { $0.message.hasPrefix(text) }, "\(table.warnings)")
  }

  /// The median of −∞ and a number was none, which made failures the better results.
  @Test(arguments: ["stress", "neighborhood_preservation"])
  func runsOfWhichHalfFailedAreWorse(measure: String) throws {
    let sides = try ["base", "new"].map { side in
      try (1...8).map { number in
        let values = (1...4).map { 0.5 + 0.001 * Double(number) + 0.0001 * Double($0) }
        var run = SampleRun(values, of: measure, seed: "\(side)\(number)-")
        if side == "new", number > 1 {
          for index in 0..<2 { run.trials[index].status = "diverged" }
        }
        return try run.record("\(side)\(number)", in: place)
      }
    }
    let comparison = try Comparison(PairedTable(sides[0], against: sides[1]))
    let record = try #require(comparison.records.first { $0.measure == measure })
    #expect(record.assessment == .worse && comparison.rows[0].result.medians?.new.isNaN == false)
  }

  @Test func missingMeasuresFailAComparison() throws {
    var run = sample
    for index in run.trials.indices { run.trials[index].ranConcurrently = true }
    let contended = try place.compared(by: "method", run)
    #expect(contended.fails([.slower]) && contended.fails([.faster]) && !contended.fails([.higher]))
    #expect(contended.unmeasured([.slower, .faster]) == ["no time was compared"])
    #expect(
      contended.text().contains("\nNo times were compared: trials ran in parallel; run with "))
    var options = Comparison.Options()
    options.countsContended = true
    func compared(_ run: SampleRun) throws -> Comparison {
      try Comparison(PairedTable(run.record(in: place), by: "method"), options)
    }
    run.countsContended = true
    let ofRun = try place.compared(by: "method", run)
    #expect(!ofRun.fails([.faster]) && ofRun.warnings.isEmpty)
    run.countsContended = nil
    let counted = try compared(run)
    #expect(!counted.fails([.faster]) && !counted.text().contains("No time"))
    // The sample has no layouts.
    #expect(counted.unmeasured([.different, .same]) == ["no layout was compared"])
    options.measures = ["stress"]
    let stress = try compared(sample)
    #expect(stress.fails([.slower]) && !stress.fails([.higher, .unclear]))
    #expect(!stress.text().contains("No time"))
    options.measures = ["tick_ns_median"]
    let times = try compared(sample)
    #expect(times.unmeasured([.lower]) == ["no other measure was compared"])
  }

  @Test func excludedCombinationsAreNotFailures() throws {
    var run = sample
    run.trials.removeAll { $0.settings == ["b", "20"] }
    let excluded = try place.compared(by: "method", run)
    #expect(excluded.unfinished.map(\.reason) == ["b is not in the sweep"])
    #expect(!excluded.fails([.faster]))
    #expect(excluded.csv.contains(",20,left-out,") && !excluded.text().contains("Not finished"))
    #expect(!excluded.junit().contains("sweep") && !excluded.markdown().contains("failed"))
    // A run that was interrupted.
    run.untried = [["b", "20"]]
    let missing = try place.compared(by: "method", run)
    #expect(missing.unfinished.map(\.reason) == ["b has no trial"] && missing.fails([.faster]))
    #expect(missing.junit().contains("b has no trial") && missing.markdown().contains("failed"))
  }

  @Test func onlyFailuresAreReportedAsNotFinished() throws {
    func ending(_ run: SampleRun) throws -> String? {
      var options = Comparison.Options()
      options.measures = ["stress"]
      let plan = try PairedTable(run.record(in: place), by: "method")
      let text = try Comparison(plan, options).text()
      return text.components(separatedBy: "\n\n").last
    }
    var run = sample
    run.trials[2].status = "diverged"
    #expect(
      try ending(run)?.hasSuffix("Not finished:\n  size 10: b diverged in 1 of 8 trials") == true)
    run.trials.removeAll { $0.settings == ["b", "20"] }
    run.trials[2].status = "ok"
    #expect(try ending(run)?.contains("sweep") == false)
  }

  @Test func layoutsAreComparedByShape() throws {
    func layout(_ points: [(Double, Double)]) -> String {
      "id,x,y\n" + points.enumerated().map { "\($0),\($1.0),\($1.1)\n" }.joined()
    }
    var (base, new) = (SampleRun([1, 1, 1]), SampleRun([1, 1, 1]))
    base.layouts = [1: layout([(0, 0), (4, 0), (0, 3)]), 2: layout([(0, 0), (1, 0), (2, 1)])]
    base.layouts[3] = base.layouts[1]
    // Turned, moved and of twice the size; another shape; missing.
    new.layouts = [1: layout([(1, 1), (1, 9), (-5, 1)]), 2: layout([(0, 0), (1, 0), (2, -3)])]
    let result = try #require(try place.compare(base, new).ofLayouts)
    let range = try #require(result.interval)
    #expect(result.counts == (2, 2) && range.lowerBound < 1e-15)
    #expect(range.upperBound > 0.01 && result.verdict == .unclear)
    new.layouts[2] = base.layouts[2]
    let same = try place.compare(base, new)
    #expect(same.ofLayouts?.verdict == .same)
    #expect(same.csv.contains(",same,low and high are minimum and maximum; their square roots"))
    new.layouts = [2: layout([(0, 0), (1, 0), (2, -3)])]
    #expect(try place.compare(base, new).ofLayouts?.verdict == .different)
    new.layouts = [1: layout([(0, 0), (4, 0), (0, 3.5)])]
    let near = try place.compare(base, new)
    // The table tells the root, as the threshold: here more than 5 %, of which the square is less.
    let distance = try #require(near.ofLayouts?.change)
    #expect(distance < 0.05 && distance > 0.05 * 0.05)
    let row = " \(readable(100 * distance.squareRoot())) % 1 pair different\n"
    #expect(near.markdown().contains("| \(readable(100 * distance.squareRoot())) %"))
    let words = near.text().split(separator: " ", omittingEmptySubsequences: true)
    #expect((words.joined(separator: " ") + "\n").contains(row))
    new.layouts = [2: "id,x,y\n0,1,2\n1,3\n"]
    let error = #expect(throws: Diagnostic.self) { try place.compare(base, new) }
    #expect(error?.location?.line == 3)
  }

  @Test func layoutsAreComparedWithoutTheirGraphs() throws {
    var run = SampleRun([1, 2], of: "graph_hash")
    run.layouts = [1: "id,x,y\n0,0,0\n1,4,0\n2,0,3\n"]
    run.layouts[2] = run.layouts[1]
    let result = try #require(try place.compare(run, run).ofLayouts)
    #expect(result.verdict == .same && result.counts == (2, 2))
  }

  @Test func reportsWarnings() throws {
    var other = sample
    (other.environment.build, other.environment.cpu) = ("debug", "slide rule")
    other.environment.loadBefore = 7.5
    other.experiment = "graph: path\n"
    let told = try place.compare(sample, other).warnings.map {
      $0.description.replacing(place.path, with: "X")
    }
    #expect(
      told == [
        "X/new/environment.json: warning: debug build, whose times mean nothing; run it again with "
          + "a release build",
        "X/new/environment.json: warning: the machine was busy (load 7.500 on 2 cores when the run "
          + "began); times may be too long",
        "X/new/environment.json: warning: cpu is 'slide rule' here and 'abacus' in the base; "
          + "compare other measures, but not times",
        "X/new/environment.json: warning: build is 'debug' here and 'release' in the base; "
          + "compare other measures, but not times",
        "X/new/experiment.yaml: note: differs from the base run in 'graph', so results may differ for "
          + "this reason",
      ])
  }

  @Test func aBusyMachineIsWarnedOfByItsLoadBeforeAndAfter() throws {
    func warnings(_ change: (inout RunEnvironment) -> Void) throws -> [String] {
      var other = sample
      change(&other.environment)
      return try place.compare(sample, other).warnings.map(\.message)
    }
    func busy(_ what: String) -> [String] {
      ["the machine was busy (\(what)); times may be too long"]
    }
    #expect(
      try warnings { $0.loadBefore = 2.1 } == busy("load 2.100 on 2 cores when the run began"))
    #expect(try warnings { $0.loadAfter = 3.1 } == busy("load 3.100 on 2 cores when the run ended"))
    // The run itself may have kept both cores at work.
    #expect(try warnings { ($0.loadBefore, $0.loadAfter) = (2, 2.4) } == [])
    #expect(try warnings { ($0.loadBefore, $0.loadAfter) = (nil, nil) } == [])
    let resumed = try warnings { environment in
      var later = environment
      later.loadAfter = 5
      environment = environment.resumed(in: later)
      // On another machine.
      environment.hosts = []
    }
    #expect(resumed == busy("load 5 on 2 cores when the run ended"))
    let onCluster = try warnings { environment in
      (environment.loadBefore, environment.hosts, environment.jobs) = (5, [], [])
    }
    #expect(onCluster == [])
  }
}
