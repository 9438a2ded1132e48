import ForceLabFiles
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
  public enum Budget: Sendable {
    case trials(Int)
    /// Of wall time.
    case seconds(Double)
  }

  /// What happened in a race.
  public struct Race: Encodable, Sendable {
    public let race: Int
    public let configurations: Int
    public let blocks: Int
    /// The number of configurations after each block.
    public let survivors: [Int]
    /// The trials of this race, and those that the tuning has used with it.
    public let trials: Int
    public let used: Int
    public let best: String
  }

  public struct Interrupted: Error {}

  /// Blocks before the first configurations drop out.
  private static let minBlocks = 5
  private static let minTestGraphs = 6
  private static let minRaceGraphs = 2

  private let tuning: Tuning
  /// The experiment without what is tuned. Its configurations are the graphs.
  private let plan: Plan
  private let document: SettingsNode
  private let space: TunedSpace
  private let objectives: [TunedObjective]
  private let given: [TunedConfiguration]
  /// Numbers of configurations of `plan`.
  private let raceGraphs, testGraphs: [Int]
  private let folder: String
  private let options: Runner.Options
  private let check: ([ExternalProgram]) throws -> Void
  private let environment: RunEnvironment

  private var budget: Budget
  private let start = ContinuousClock.now
  private var used = 0
  private var blockRuns = 0
  private var races: [Race] = []
  /// The costs by objective, by the name of the configuration and the block.
  private var costs: [String: [Int: [Double]]] = [:]
  private var drawnCount = 0
  private var generator: SeededGenerator

  /// `check` is called with the programs of each run before it starts them. Throws `InvalidExperiment` if the
  /// experiment cannot be tuned, with all errors.
  public init(
    path: String, overrides: [Override], catalog: Catalog, budget: Budget, into folder: String,
    options: Runner.Options, environment: RunEnvironment,
    check: @escaping ([ExternalProgram]) throws -> Void = { _ in }
  ) throws(InvalidExperiment) {
    let whole = try Plan(path: path, overrides: overrides, catalog: catalog)
    guard let tuning = whole.experiment.tune else {
      throw Self.problem(
        "the experiment has no 'tune'; add it, as in 'tune: {minimize: [stress], over: {forces.link.length: "
          + "{from: 10, to: 100}}}'", in: whole, path)
    }
    guard whole.paths.allSatisfy({ whole.instances?.paths.contains($0) == true }) else {
      throw Self.problem(
        "the experiment varies other settings than graphs; remove its 'sweep' and 'variants', because 'tune' chooses "
          + "configurations", whole.document["sweep"] != nil ? "sweep" : "variants", in: whole, path
      )
    }
    objectives = tuning.objectives
    plan = try Self.measuring(objectives, whole, path)
    (self.tuning, document) = (tuning, whole.document)
    space = try TunedSpace(tuning.over, of: plan)
    given = try Self.given(tuning.candidates, plan)
    (self.folder, self.options, self.environment, self.budget) = (
      folder, options, environment, budget
    )
    self.check = check
    // Reports errors of all values before anything runs.
    _ = try plan.part(
      of: given + space.probes, on: [1], seed: 0, repeats: 1, keepsLayouts: false)
    generator = SeededGenerator(seed: UInt64(plan.experiment.seed), stream: Self.stream)
    let count = plan.configurations.count
    var testCount = Int(clamping: (tuning.test * Double(count)).rounded())
    if case .trials(let trials) = budget {
      testCount = min(testCount, trials / 3 / (Self.testSeeds * (1 + given.count)))
    }
    testCount = max(Self.minTestGraphs, testCount)
    guard count - testCount >= Self.minRaceGraphs else {
      throw Self.problem(
        "\(counted(count, "graph")) \(count == 1 ? "is" : "are") too few: \(Self.minTestGraphs) are kept for the "
          + "test, and \(Self.minRaceGraphs) are needed to tune with; add graphs, such as a corpus",
        "graph", in: plan, path)
    }
    let order = (1...count).shuffled(using: &generator)
    (testGraphs, raceGraphs) = (order.prefix(testCount).sorted(), Array(order.dropFirst(testCount)))
    if options.jobs > 1,
      plan.columns.contains(where: { column in
        column.isTime && objectives.contains { $0.column == column.name }
      })
    {
      throw Self.problem(
        "times of trials that run in parallel do not count; use --jobs 1", in: plan, path)
    }
    if case .trials(let trials) = budget, trials < minBudget {
      throw Self.problem(
        "a budget of \(counted(trials, "trial")) is too small: \(minBudget) are needed, \(testTrials(of: 1)) of them for "
          + "the test", in: plan, path)
    }
  }

  private static func problem(
    _ message: String, _ key: String? = nil, in plan: Plan, _ path: String
  ) -> InvalidExperiment {
    InvalidExperiment([
      Diagnostic(message, at: key.flatMap { plan.document[$0]?.location } ?? Location(file: path))
    ])
  }

  /// `plan`, with the metrics of the objectives that it does not have.
  private static func measuring(
    _ objectives: [TunedObjective], _ plan: Plan, _ path: String
  ) throws(InvalidExperiment) -> Plan {
    let known = Set(plan.columns.map(\.name))
    let missing = objectives.map(\.column).filter { !known.contains($0) }
    guard !missing.isEmpty else { return plan }
    let form = try? ParameterPath("metrics").form(from: plan.root, in: plan.catalog)
    let metrics = (form?.pluginKind).map { plan.catalog.names(of: $0) } ?? []
    let names = missing.map { $0.replacing("_", with: "-") }
    if let name = names.first(where: { !metrics.contains($0) }) {
      let measures = plan.columns.filter(\.isMeasure).map(\.name)
      let advice = "the experiment has \(measures.joined(separator: ", "))"
      throw problem(
        "unknown measure '\(name)'; "
          + suggestion(for: name, among: measures + metrics, else: advice),
        "tune", in: plan, path)
    }
    var mapping = plan.document.mapping ?? Mapping()
    let location = mapping["tune"]?.location ?? .generated
    mapping["metrics"] = .sequence(
      (mapping["metrics"]?.sequence ?? []) + names.map { .scalar($0, at: location) }, at: location)
    return try Plan(
      document: SettingsNode(.mapping(mapping), at: plan.document.location), folder: plan.folder,
      catalog: plan.catalog)
  }

  private static let stream: UInt64 = 0x74756e65

  /// The configurations that the file gives, after the default.
  private static func given(
    _ candidates: [AnyValue], _ plan: Plan
  ) throws(InvalidExperiment) -> [TunedConfiguration] {
    var problems: [Diagnostic] = []
    var found = [TunedConfiguration(name: "default", settings: [])]
    for (index, candidate) in candidates.enumerated() {
      guard let entries = candidate.node.mapping?.entries else {
        problems.append(
          Diagnostic(
            "a candidate must be a mapping of paths to values, such as {preset: forceatlas2}; found "
              + candidate.node.kindDescription, at: candidate.node.location))
        continue
      }
      var settings: [Setting] = []
      for entry in entries {
        guard entry.key == "preset" else {
          settings.append(entry)
          continue
        }
        // Its keys replace those of the experiment.
        var decoder = ParameterDecoder(catalog: plan.catalog)
        let preset = decoder.plugin(.preset, from: entry.value) as? any Preset
        problems += decoder.diagnostics
        settings += (preset?.settings.mapping?.entries ?? []).map {
          Setting(
            key: $0.key, keyLocation: entry.keyLocation,
            value: $0.value.moved(to: entry.keyLocation))
        }
      }
      let name = entries.first.flatMap { $0.key == "preset" ? $0.value.pluginName : nil }
      let isNew = name.map { name in !found.contains { $0.name == name } } ?? false
      found.append(
        TunedConfiguration(
          name: isNew ? name ?? "" : "candidate-\(index + 1)", settings: settings))
    }
    guard problems.isEmpty else { throw InvalidExperiment(problems) }
    return found
  }

  // MARK: Budget

  /// Repeats of each graph in the test.
  private static let testSeeds = 3

  private func testTrials(of tuned: Int) -> Int {
    testGraphs.count * Self.testSeeds * (tuned + given.count)
  }

  /// Configurations at which a race ends.
  private var fewest: Int { 2 + Int(clamping: log2(Double(space.count))) }
  private var raceCount: Int { 2 + Int(clamping: log2(Double(space.count))) }

  private var minBudget: Int {
    testTrials(of: 1) + (given.count + fewest + 2) * (Self.minBlocks + 1)
  }

  /// The trials that may still run before the test.
  private var remaining: Int {
    switch budget {
    case .trials(let trials):
      return trials - testTrials(of: objectives.count > 1 ? fewest : 1) - used
    case .seconds(let seconds):
      let elapsed = start.duration(to: .now) / .seconds(1)
      // Unknown before the first block.
      let each = used > 0 ? elapsed / Double(used) : 0.01
      return Int(clamping: (seconds - elapsed) / each) - testTrials(of: 1)
    }
  }

  // MARK: Races

  /// Calls `observe` after each race. Throws `Interrupted`, or a `Diagnostic` if a run fails.
  public mutating func run(observe: (Race) -> Void) throws -> TuningResult {
    var elites: [TunedConfiguration] = []
    var spread = 0.5
    for number in 1...raceCount {
      let share = remaining / (raceCount - number + 1)
      let blocks = Self.minBlocks + min(5, number)
      let wanted = max(elites.count + fewest, share / blocks)
      let old = number == 1 ? given : elites
      let count = max(1, wanted - old.count)
      guard share >= (count + fewest) * Self.minBlocks || number == 1 else { break }
      let keeping = Double(number - 1) / Double(raceCount)
      let drawn = (0..<count).map { _ in
        drawnCount += 1
        return space.drawn(
          "c\(drawnCount)", around: parent(among: elites), spread: spread, keeping: keeping,
          &generator)
      }
      elites = Array(try race(old + drawn, number: number, trials: share, observe).prefix(fewest))
      spread *= pow(1 / Double(max(2, count)), 1 / Double(space.count))
    }
    return try TuningTest(elites, objectives.count > 1 ? fewest : 1, self).result()
  }

  /// One of the elites, the better ones more often; nil without any that was drawn.
  private mutating func parent(among elites: [TunedConfiguration]) -> TunedConfiguration? {
    let drawn = elites.filter { !$0.parts.isEmpty }
    guard !drawn.isEmpty else { return nil }
    let weights = drawn.indices.map { drawn.count - $0 }
    var pick = generator.index(below: weights.reduce(0, +))
    for (elite, weight) in zip(drawn, weights) {
      if pick < weight { return elite }
      pick -= weight
    }
    return drawn[0]
  }

  /// The configurations that are left, the best first.
  private mutating func race(
    _ configurations: [TunedConfiguration], number: Int, trials: Int, _ observe: (Race) -> Void
  ) throws -> [TunedConfiguration] {
    var alive = configurations
    var survivors: [Int] = []
    let before = used
    while true {
      let block = survivors.count
      let needed = alive.count { costs[$0.name]?[block] == nil }
      let isEnough = block >= Self.minBlocks && used - before + needed > trials
      if isEnough || alive.count <= fewest && block > Self.minBlocks { break }
      try evaluate(alive, block)
      if block + 1 >= Self.minBlocks {
        alive = RankedRace(matrix(of: alive, blocks: block + 1)).survivors.map { alive[$0] }
      }
      survivors.append(alive.count)
      if alive.count == 1 { break }
    }
    let order = RankedRace(matrix(of: alive, blocks: survivors.count)).meanRanks
    alive = alive.indices.sorted { (order[$0], $0) < (order[$1], $1) }.map { alive[$0] }
    let race = Race(
      race: number, configurations: configurations.count, blocks: survivors.count,
      survivors: survivors, trials: used - before, used: used, best: alive[0].name)
    races.append(race)
    observe(race)
    return alive
  }

  private func matrix(of configurations: [TunedConfiguration], blocks: Int) -> [[Double]] {
    (0..<blocks).map { block in
      let rows = configurations.map { costs[$0.name]?[block] ?? [.infinity] }
      return objectives.count == 1 ? rows.map { $0[0] } : RankedRace.dominations(rows)
    }
  }

  /// Runs those of the configurations that have not run in this block.
  private mutating func evaluate(_ configurations: [TunedConfiguration], _ block: Int) throws {
    let missing = configurations.filter { costs[$0.name]?[block] == nil }
    guard !missing.isEmpty else { return }
    let (round, place) = block.quotientAndRemainder(dividingBy: raceGraphs.count)
    let graph = raceGraphs[place]
    blockRuns += 1
    let run = try results(
      of: missing, on: [graph], seed: seed(of: graph, round: round), repeats: 1,
      into: "blocks/\(blockRuns)", keepsLayouts: false)
    used += missing.count
    for trial in run.allTrials {
      let values = objectives.map { objective in
        objective.cost(trial.isGood ? run.number(objective.column, of: trial) : nil)
      }
      costs[missing[(trial.configuration - 1) % missing.count].name, default: [:]][block] = values
    }
  }

  private func seed(of graph: Int, round: Int) -> Int {
    let stream = UInt64(graph) << 32 | UInt64(round)
    var seeds = SeededGenerator(seed: UInt64(plan.experiment.seed), stream: stream)
    return Int(seeds.next() >> 11)
  }

  /// The run of `configurations` on `graphs`, which is continued if it is not complete.
  private func results(
    of configurations: [TunedConfiguration], on graphs: [Int], seed: Int, repeats: Int,
    into name: String,
    keepsLayouts: Bool
  ) throws -> RunReader {
    let part = try plan.part(
      of: configurations, on: graphs, seed: seed, repeats: repeats, keepsLayouts: keepsLayouts)
    try check(part.programs)
    let path = "\(folder)/\(name)"
    let report = try Runner(part, options: options).resume(
      in: RunFolder(resuming: path), environment: environment)
    if report.isInterrupted { throw Interrupted() }
    return try RunReader(folder: path)
  }

  // MARK: Test

  /// The experiment without `tune`, with the best settings as the variant `tuned` beside the default.
  public func tunedExperiment(_ result: TuningResult) throws(Diagnostic) -> String {
    var mapping = document.mapping ?? Mapping()
    mapping["tune"] = nil
    let tuned = result.tuned.map { ($0.name, $0.settings.node) }
    mapping["variants"] = .mapping(of: [("default", .mapping([:]))] + tuned)
    return SettingsNode(.mapping(mapping), at: document.location).blockText
  }

  /// The test of the best configurations on graphs and seeds that no race has seen.
  private struct TuningTest {
    let tuner: Tuner
    let best: [TunedConfiguration]

    /// `elites` are in the order of their ranks. If the default is the first, nothing may replace it.
    init(_ elites: [TunedConfiguration], _ count: Int, _ tuner: Tuner) {
      self.tuner = tuner
      best = elites.prefix(count).filter { $0.name != "default" }
    }

    func result() throws -> TuningResult {
      let given = Set(tuner.given.map(\.name))
      let drawn = best.filter { !given.contains($0.name) }
      let tuned = best.map { configuration in
        let number = drawn.firstIndex { $0.name == configuration.name }
        let name = number.map { $0 == 0 ? "tuned" : "tuned-\($0 + 1)" }
        return TunedConfiguration(
          name: name ?? configuration.name, settings: configuration.settings)
      }
      let run = try tuner.results(
        of: tuner.given + tuned.filter { !given.contains($0.name) }, on: tuner.testGraphs,
        seed: tuner.seed(of: 0, round: 1 << 20), repeats: Tuner.testSeeds, into: "test",
        keepsLayouts: true)
      return TuningResult(
        experiment: tuner.plan.experiment.name, tuned: tuned, tuner.objectives, run,
        budget: tuner.budget, used: tuner.used + run.allTrials.count, history: tuner.races)
    }
  }
}

extension Plan {
  /// An experiment with `configurations` as variants on some of the graphs that are the configurations of this plan.
  fileprivate func part(
    of configurations: [TunedConfiguration], on graphs: [Int], seed: Int, repeats: Int,
    keepsLayouts: Bool
  ) throws(InvalidExperiment) -> Plan {
    var mapping =
      experiment(of: trials[experiment.warmUp * self.configurations.count + graphs[0] - 1]).mapping
      ?? Mapping()
    mapping["seed"] = seed.encoded()
    mapping["repeat"] = repeats.encoded()
    mapping["variants"] = .mapping(of: configurations.map { ($0.name, $0.settings.node) })
    if graphs.count > 1 {
      mapping["sweep"] = .mapping([
        "grid": .mapping(
          of: paths.map { path in
            (
              path,
              .sequence(
                graphs.compactMap {
                  ParameterPath(path).value(in: self.configurations[$0 - 1].tree)
                })
            )
          })
      ])
    }
    if !keepsLayouts, mapping["record"] == nil,
      root.entries.contains(where: { $0.name == "record" })
    {
      mapping["record"] = .mapping(["every": 1_000_000_000.encoded(), "layout": .scalar("none")])
    }
    return try Plan(
      document: SettingsNode(.mapping(mapping), at: document.location), folder: folder,
      catalog: catalog)
  }
}
