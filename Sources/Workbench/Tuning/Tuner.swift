import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Tunes parameters by iterated racing (López-Ibáñez et al., “The irace package”, 2016): configurations run block by
/// block, a graph with a seed each; those that are significantly worse than the best drop out; the next race draws
/// configurations around those that are left. Graphs that no race has seen decide at the end.
///
/// Every block is an ordinary run, in a folder of its own, and so is the test. So an interrupted tuning continues with
/// the results that it has, and comes to the same end.
public struct Tuner {
  public struct Interrupted: Error { public init() {} }

  /// Blocks before the first configurations drop out.
  private static let minBlocks = 5
  private static let minTestGraphs = 6
  private static let minRaceGraphs = 2

  private let tuning: TuningPlan
  /// Numbers of configurations of the plan.
  private let testGraphs: [Int]
  private let folder: String
  private let budget: Budget
  private let start = ContinuousClock.now
  private var progress: TuningProgress
  /// The time that earlier processes have used.
  private var earlierSeconds = 0.0
  private var runs: TuningRuns
  private var races: [Race] = []
  private var drawnCount = 0
  private var explored: [ExploredConfiguration] = []
  private var generator: SeededGenerator

  /// `run` runs a part of the experiment in a folder, or continues with the results that are there. Throws
  /// `InvalidExperiment` if there are too few graphs or trials, or if times count that `isParallel` spoils.
  public init(
    _ tuning: TuningPlan, budget: Budget, into folder: String, isParallel: Bool = false,
    run: @escaping (Plan, RunFolder) throws -> Runner.Report
  ) throws(InvalidExperiment) {
    (self.tuning, self.budget, self.folder) = (tuning, budget, folder)
    progress = TuningProgress(budget: "\(budget)")
    let plan = tuning.plan
    generator = SeededGenerator(seed: UInt64(plan.experiment.seed), stream: Self.stream)
    let count = plan.configurations.count
    var testCount = Int(clamping: (tuning.testShare * Double(count)).rounded())
    if case .trials(let trials) = budget {
      testCount = min(
        testCount, trials / 3 / (Self.testSeeds * (tuning.testedCount + tuning.given.count)))
    }
    // With fewer, no p-value that is corrected for the measures could be 5 %.
    let least = log2(20 * Double(tuning.objectives.count)).rounded(.up)
    let minTestGraphs = max(Self.minTestGraphs, Int(clamping: least))
    testCount = max(minTestGraphs, testCount)
    guard count - testCount >= Self.minRaceGraphs else {
      throw plan.problem(
        "\(counted(count, "graph")) \(count == 1 ? "is" : "are") too few: \(minTestGraphs) are kept for the "
          + "test, and \(Self.minRaceGraphs) are needed to tune with; add graphs, such as a corpus",
        "graph")
    }
    let order = (1...count).shuffled(using: &generator)
    testGraphs = order.prefix(testCount).sorted()
    runs = TuningRuns(tuning, on: Array(order.dropFirst(testCount)), into: folder, run: run)
    let times = Set((plan.columns + StepTimes.columns).filter(\.isTime).map(\.name))
    if isParallel, tuning.objectives.contains(where: { times.contains($0.column) }) {
      throw plan.problem("times of trials that run in parallel do not count; use --jobs 1")
    }
    if case .trials(let trials) = budget, trials < minBudget {
      throw plan.problem(
        "a budget of \(counted(trials, "trial")) is too small: \(minBudget) are needed, \(testTrials) of them for "
          + "the test")
    }
  }

  private static let stream: UInt64 = 0x74756e65

  // MARK: Budget

  /// Repeats of each graph in the test.
  private static let testSeeds = 3

  private var testTrials: Int {
    testGraphs.count * Self.testSeeds * (tuning.testedCount + tuning.given.count)
  }

  private var fewest: Int { tuning.fewest }
  private var raceCount: Int { 2 + Int(clamping: log2(Double(tuning.space.count))) }

  private var minBudget: Int {
    testTrials + (tuning.given.count + fewest + 2) * (Self.minBlocks + 1)
  }

  private var elapsed: Double { earlierSeconds + start.duration(to: .now) / .seconds(1) }

  /// The trials that may still run before the test.
  private var remaining: Int {
    switch budget {
    case .trials(let trials):
      return trials - testTrials - runs.used
    case .seconds(let seconds):
      return Int(clamping: (seconds - elapsed) * Double(runs.used) / elapsed) - testTrials
    }
  }

  /// The trials that a race may use: as many as before in a tuning that is resumed.
  private mutating func share(of race: Int) throws(Diagnostic) -> Int {
    if race <= progress.shares.count { return progress.shares[race - 1] }
    progress.shares.append(remaining / max(1, raceCount - race + 1))
    try writeProgress()
    return progress.shares[race - 1]
  }

  private mutating func writeProgress() throws(Diagnostic) {
    progress.seconds = elapsed
    try progress.write(to: folder)
  }

  // MARK: Races

  private static let firstSpread = 0.5
  private static let timedCount = 2

  /// Calls `observe` after each race. Throws `Interrupted`, or a `Diagnostic` if a run fails.
  public mutating func run(observe: (Race) -> Void) throws -> TuningResult {
    try progress.resume(in: folder)
    earlierSeconds = progress.seconds
    if case .seconds = budget { try timeTrials() }
    var left: [TunedConfiguration] = []
    var spread = Self.firstSpread
    // More races than planned if these ended early, because few configurations were left.
    for number in 1... {
      let share = try share(of: number)
      let blocks = Self.minBlocks + min(5, number)
      let elites = Array(left.prefix(fewest))
      let wanted = max(elites.count + fewest, share / blocks)
      let old = number == 1 ? tuning.given : elites
      let count = max(1, wanted - old.count)
      guard share >= (count + fewest) * Self.minBlocks || number == 1 else { break }
      let keeping = min(0.9, Double(number - 1) / Double(raceCount))
      let drawn = tuning.space.evenParts(count, &generator).map { parts in
        drawnCount += 1
        return tuning.space.drawn(
          "c\(drawnCount)", around: parent(among: elites, left), else: parts, spread: spread,
          keeping: keeping, &generator)
      }
      let raced = old + drawn
      left = try race(raced, number: number, trials: share, observe)
      note(raced, left, number)
      spread *= pow(1 / Double(max(2, count)), 1 / Double(tuning.space.count))
    }
    return try test(Array(left.prefix(fewest)))
  }

  /// Measures the time of a trial, by some configurations on graphs of the first race.
  private mutating func timeTrials() throws {
    var copy = generator
    let drawn = tuning.space.evenParts(Self.timedCount, &copy).enumerated().map { index, parts in
      tuning.space.drawn(
        "c\(index + 1)", around: nil, else: parts, spread: Self.firstSpread, keeping: 0, &copy)
    }
    defer { try? writeProgress() }
    try runs.time(tuning.given + drawn, graphCount: Self.minBlocks + 1)
  }

  /// Keeps what the first blocks of a race say of its configurations: all of them have run there.
  private mutating func note(
    _ raced: [TunedConfiguration], _ left: [TunedConfiguration], _ number: Int
  ) {
    let ranks = RankedRace(runs.matrix(of: raced, blocks: Self.minBlocks)).meanRanks
    explored += zip(raced, ranks).map { one, rank in
      ExploredConfiguration(
        name: one.name, race: number, rank: (rank - 1) / Double(max(1, raced.count - 1)),
        isLeft: left.contains { $0.name == one.name }, settings: one.settings, parts: one.parts)
    }
  }

  /// The place of one of the elites, the better ones more often; every second time that of all that are `left` and
  /// have its choices, because their mean has less noise (recombination with weights, as in Hansen and Ostermeier
  /// 2001). Nil without any that was drawn.
  private mutating func parent(
    among elites: [TunedConfiguration], _ left: [TunedConfiguration]
  ) -> [Double?]? {
    let drawn = elites.filter { !$0.parts.isEmpty }
    guard !drawn.isEmpty else { return nil }
    let weights = drawn.indices.map { drawn.count - $0 }
    var pick = generator.index(below: weights.reduce(0, +))
    let parent = zip(drawn, weights).first { _, weight in
      pick -= weight
      return pick < 0
    }
    let parts = parent?.0.parts ?? drawn[0].parts
    return generator.unit() < 0.5 ? parts : tuning.space.mean(of: left.map(\.parts), like: parts)
  }

  /// The configurations that are left, the best first.
  private mutating func race(
    _ configurations: [TunedConfiguration], number: Int, trials: Int, _ observe: (Race) -> Void
  ) throws -> [TunedConfiguration] {
    // A configuration of an earlier race stays until others have run on its blocks: the luck of a few does not win
    // against many.
    let earlier = runs.costs.mapValues(\.count)
    let known = configurations.compactMap { earlier[$0.name] }.max() ?? 0
    var alive = configurations
    var survivors: [Int] = []
    let before = runs.used
    while true {
      let block = survivors.count
      let needed = runs.missing(alive, block).count
      let isEnough = block >= Self.minBlocks && runs.used - before + needed > trials
      if isEnough || alive.count <= fewest && block > max(Self.minBlocks, known) { break }
      defer { try? writeProgress() }
      try runs.evaluate(alive, block)
      if block + 1 >= Self.minBlocks {
        let left = Set(RankedRace(runs.matrix(of: alive, blocks: block + 1)).survivors)
        alive = alive.indices.filter {
          left.contains($0) || earlier[alive[$0].name, default: 0] > block + 1
        }
        .map { alive[$0] }
      }
      survivors.append(alive.count)
      if alive.count == 1 { break }
    }
    let order = RankedRace(runs.matrix(of: alive, blocks: survivors.count)).meanRanks
    alive = alive.indices.sorted { (order[$0], $0) < (order[$1], $1) }.map { alive[$0] }
    let race = Race(
      race: number, configurations: configurations.count, blocks: survivors.count,
      survivors: survivors, trials: runs.used - before, used: runs.used, best: alive[0].name)
    races.append(race)
    observe(race)
    return alive
  }

  // MARK: Test

  /// The test of the best `elites` on graphs and seeds that no race has seen. They are in the order of their ranks: if the
  /// default is the first, nothing may replace it.
  private func test(_ elites: [TunedConfiguration]) throws -> TuningResult {
    var tuned = elites.prefix(tuning.testedCount).filter { $0.name != "default" }
    let given = Set(tuning.given.map(\.name))
    let drawn = tuned.indices.filter { !given.contains(tuned[$0].name) }
    for (number, index) in zip(1..., drawn) {
      tuned[index].name = number == 1 ? "tuned" : "tuned-\(number)"
    }
    let run = try runs.test(
      tuning.given + tuned.filter { !given.contains($0.name) }, on: testGraphs,
      repeats: Self.testSeeds)
    return TuningResult(
      tuning, tuned: tuned, run, budget: budget, used: runs.used + run.allTrials.count,
      history: races, explored: explored)
  }
}
