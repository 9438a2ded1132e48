import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

extension PluginKind {
  fileprivate static let hill = PluginKind("hill", areInstances: true, "Is climbed.")
}

private protocol Hill: Plugin {}
extension Hill { static var kind: PluginKind { .hill } }

private struct Knoll: Hill {
  var number = 1
  static let manual = Manual<Self>(
    "knoll", "A small one.",
    parameters: [Parameter("number", \.number, within: Bounds(1...999), "Which.")],
    shorthand: "number")
}

/// A study whose cost is a quadratic function of four parameters, with its minimum at another place on each hill, and
/// noise; or noise alone.
private struct Climb: Study {
  var a = 0.1
  var b = 0.9
  var c = 0.1
  var d = 0.9
  var word = "x"
  var depth = 1.0
  var width = 1.0
  var hill: any Hill = Knoll()
  var matters = true
  var fails = false

  static let optimum = [0.62, 0.31, 0.77, 0.44]

  static let manual = Manual<Self>(
    "climb", "Climbs.",
    parameters: [
      Parameter("a", \.a, in: 0...1, "A number."), Parameter("b", \.b, in: 0...1, "A number."),
      Parameter("c", \.c, in: 0...1, "A number."), Parameter("d", \.d, in: 0...1, "A number."),
      Parameter("word", \.word, "A text."), Parameter("depth", \.depth, in: 0..., "No limit."),
      Parameter("width", \.width, within: Bounds(above: 0, through: 2), "A number above 0."),
      Parameter("hill", \.hill, of: .hill, "What is climbed."),
      Parameter("matters", \.matters, "Whether parameters have an effect."),
      Parameter("fails", \.fails, "Whether all trials fail."),
    ])

  var columns: [Column] { [.measure("cost", better: .lower), .measure("gain", better: .higher)] }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    if fails || a > 0.98 { return Outcome(.diverged, "fell") }
    let number = UInt64((hill as? Knoll)?.number ?? 0)
    var place = SeededGenerator(seed: number, stream: 1)
    // Another one for each place on each hill.
    var noise = SeededGenerator(
      seed: trial.seed ^ number << 32, stream: UInt64((a * 1e6).rounded()))
    let height = 1 + 4 * place.unit()
    let distance = zip([a, b, c, d], Self.optimum).reduce(0.0) { sum, pair in
      let gap = pair.0 - pair.1 - 0.1 * (place.unit() - 0.5)
      return sum + gap * gap
    }
    let cost = height * ((matters ? distance : 0) + 0.2) * exp(0.1 * (noise.unit() - 0.5))
    var outcome = Outcome()
    outcome.values = ["cost": .number(cost), "gain": .number(1 / cost)]
    outcome.stepNanoseconds = [Int64(1e6 * (1 + a))]
    return outcome
  }
}

/// A preset with the name that a tuning gives to what it found.
private struct Earlier: Preset {
  static let manual = Manual<Self>("tuned", "Was tuned before.")
  var settings: SettingsNode { .mapping(["b": .scalar("0.8")]) }
}

/// A preset whose name cannot be that of a variant.
private struct Second: Preset {
  static let manual = Manual<Self>("2nd", "Is another one.")
  var settings: SettingsNode { .mapping(["b": .scalar("0.7")]) }
}

/// A preset with a parameter.
private struct Apt: Preset {
  var b = 0.2
  static let manual = Manual<Self>(
    "apt", "Has a parameter.", parameters: [Parameter("b", \.b, in: 0...1, "A number.")])
  var settings: SettingsNode { .mapping(["b": b.encoded()]) }
}

/// Tuning, in this process.
@Suite struct TunerTests {
  private static let catalog = Catalog([
    Climb.self, Knoll.self, Earlier.self, Second.self, Apt.self,
  ])
  private static let over = "{a: , b: {from: 0, to: 1}, c: {from: 0, to: 1}, d: {from: 0, to: 1}}"

  private func tuned(
    _ more: String, seed: Int = 1, budget: Int = 300, hills: Int = 16, isParallel: Bool = false,
    in folder: String
  ) throws -> TuningResult {
    try tuned(
      more, seed: seed, budget: .trials(budget), hills: hills, isParallel: isParallel, in: folder)
  }

  private func tuned(
    _ more: String, seed: Int = 1, budget: Tuner.Budget, hills: Int = 16, isParallel: Bool = false,
    pause: UInt32 = 0, in folder: String
  ) throws -> TuningResult {
    var options = Runner.Options()
    options.jobs = 1
    let path = folder + "/e.yaml"
    try """
    name: climbing
    study: climb
    seed: \(seed)
    sweep: {grid: {hill: [\((1...hills).map { "{knoll: \($0)}" }.joined(separator: ", "))]}}
    \(more)
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let plan = try Plan(path: path, overrides: [], catalog: Self.catalog)
    var tuner = try Tuner(
      TuningPlan(plan), budget: budget, into: folder + "/out", isParallel: isParallel
    ) { part, folder in
      usleep(pause * UInt32(part.trialCount))
      return try Runner(part, options: options).resume(
        in: folder, environment: RunEnvironment(seed: seed))
    }
    return try tuner.run { _ in }
  }

  /// More with FORCELAB_DRAWS, and with another budget in FORCELAB_BUDGET.
  private static let draws = number("FORCELAB_DRAWS") ?? 12
  private static let budget = number("FORCELAB_BUDGET") ?? 300

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: [("minimize: [cost]", 120), ("minimize: [cost], maximize: [gain]", 200)])
  func parametersWithoutEffectAreSeldomTuned(objectives: String, budget: Int) throws {
    var gains = 0
    for seed in 1...Self.draws {
      try withFolder { folder in
        let result = try tuned(
          "matters: false\ntune: {\(objectives), over: \(Self.over)}", seed: seed, budget: budget,
          in: folder)
        gains += result.isGain ? 1 : 0
      }
    }
    #expect(gains <= max(2, Self.draws / 20), "\(gains) of \(Self.draws)")
    print("Tuned without an effect: \(gains) gains of \(Self.draws)")
  }

  @Test func theOptimumIsFound() throws {
    var distances: [Double] = []
    for seed in 1...max(4, Self.draws / 3) {
      try withFolder { folder in
        let result = try tuned(
          "tune: {minimize: [cost], over: \(Self.over)}", seed: seed, budget: Self.budget,
          in: folder)
        #expect(result.isGain)
        let ratio = try #require(result.test?.ratio)
        // The default costs 0.83 + 0.2, the optimum 0.2, times the height.
        #expect(ratio < 0.5)
        let place = result.tuned[0].settings.compactMap { Double($0.value.settingText) }
        let squares = zip(place, Climb.optimum).map { ($0 - $1) * ($0 - $1) }
        distances.append(squares.reduce(0, +).squareRoot())
      }
    }
    // The best of 200 random places is at 0.27 by the median.
    #expect(distances.sorted()[distances.count / 2] < 0.15, "\(distances)")
    print("Distances from the optimum: \(distances)")
  }

  @Test func theMeanIsThatOfConfigurationsWithTheSameChoices() throws {
    try withFolder { folder in
      let path = folder + "/e.yaml"
      try """
      name: climbing
      study: climb
      sweep: {grid: {hill: [{knoll: 1}, {knoll: 2}]}}
      tune: {minimize: [cost], over: {a: {from: 0, to: 1}, word: [x, y], b: {from: 0, to: 1}}}
      """.write(toFile: path, atomically: true, encoding: .utf8)
      let space = try TuningPlan(Plan(path: path, overrides: [], catalog: Self.catalog)).space
      // The best first: x, one that was given, y, and x without 'b' or with it.
      let places: [[Double?]] = [
        [0.2, 0.1, 0.5], [], [0.9, 0.8, 0.9], [0.5, 0.3, nil], [0.8, 0.4, 0.8],
      ]
      let mean = space.mean(of: places, like: places[0])
      #expect(zip(mean, [0.4, 0.1, 0.6]).allSatisfy { abs(($0 ?? 9) - $1) < 1e-12 }, "\(mean)")
      #expect(space.mean(of: places, like: places[2]) == places[2])
    }
  }

  /// One of them in each of as many parts of every range.
  @Test func theFirstConfigurationsAreSpreadEvenly() throws {
    try withFolder { folder in
      let result = try tuned("tune: {minimize: [cost], over: \(Self.over)}", in: folder)
      let first = result.explored.filter { $0.race == 1 && !$0.parts.isEmpty }
      for dimension in 0..<4 {
        let strata = first.map { Int(($0.parts[dimension] ?? 0) * Double(first.count)) }
        #expect(strata.sorted() == Array(0..<first.count))
      }
    }
  }

  /// Of four parameters with a like effect, one of each pair is tuned here, and one that has none.
  @Test func importanceIsThatOfTheParametersWithAnEffect() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], over: {a: {from: 0.6, to: 0.61}, b: {from: 0, to: 1}, word: [x, y, z]}}",
        budget: 600, in: folder)
      let shares = Dictionary(
        uniqueKeysWithValues: result.importance.map { ($0.parameter, $0) })
      #expect(result.importance[0].parameter == "b")
      let (b, word) = (try #require(shares["b"]), try #require(shares["word"]))
      #expect((b.share ?? 0) > 0.6 && (b.low ?? 0) > 0.4, "\(b)")
      #expect((word.share ?? 1) < 0.15 && word.low == 0, "\(word)")
      // The optimum is at 0.31, in the second quarter.
      let ranks = b.groups.map(\.rank)
      #expect(ranks.count == 4 && ranks[1] < ranks[2] && ranks[2] < ranks[3], "\(ranks)")
      #expect(b.groups[1].value == "0.25 to 0.5" && word.groups.map(\.value) == ["x", "y", "z"])
      let lines = result.explorationCSV.split(separator: "\n")
      #expect(lines[0] == "configuration,race,rank,left,a,b,word")
      #expect(lines.count == 1 + result.history.map(\.configurations).reduce(0, +))
      let json = result.prettyJSON
      #expect(json.contains(#""parameter" : "b""#))
    }
  }

  @Test func importanceOfFewConfigurationsIsUnknown() throws {
    let list = AxisValues.list([.scalar("x"), .scalar("y")])
    let few = ParameterImportance("p", [(0, 0.1), (0.9, 0.8)], list, false)
    #expect(few.share == nil && few.groups.map(\.rank) == [0.1, 0.8])
    let values = (0..<12).map { (part: $0 < 6 ? 0.0 : 0.9, rank: $0 < 6 ? 0.25 : 0.75) }
    let whole = ParameterImportance("p", values, list, false)
    #expect(whole.share == 1 && whole.low == 1 && whole.high == 1)
    let equal = ParameterImportance("p", values.map { ($0.part, 0.5) }, list, false)
    #expect(equal.share == nil)
  }

  @Test func groupsOfWholeNumbersAreTheirValues() {
    let range = AxisValues.range(
      NumberRange { ($0.from, $0.to) = (1, 4) }, at: Location(file: "x.yaml"))
    let values = (0..<8).map { (part: Double($0) / 8, rank: 0.5) }
    let groups = ParameterImportance("p", values, range, true).groups
    #expect(groups.map(\.value) == ["1", "2", "3", "3 to 4"])
  }

  @Test func drawnNumbersHaveAsManyDigitsAsTheirRangeNeeds() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], over: {a: {from: 0.6, to: 0.60001}, b: {from: 0, to: 1}}}",
        in: folder)
      for one in result.explored where !one.parts.isEmpty {
        let texts = one.settings.map(\.value.settingText)
        #expect(texts[0].count <= 11 && texts[1].count <= 7, "\(texts)")
      }
      #expect(Set(result.explored.map { $0.settings.first?.value.settingText }).count > 10)
    }
  }

  @Test func aCandidateDoesNotTakeTheNameOfWhatIsFound() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], over: \(Self.over), candidates: [{preset: tuned}, {preset: 2nd}]}",
        in: folder)
      #expect(result.tuned[0].settings.contains { $0.path == "a" })
      let names = Set(result.explored.filter(\.parts.isEmpty).map(\.name))
      #expect(names == ["default", "candidate-1", "candidate-2"])
      let table = try text(folder + "/out/test/trials.csv")
      #expect(names.union(["tuned"]).allSatisfy { table.contains(",\($0),") })
    }
  }

  /// The key `set` would override the variants.
  @Test func whatIsTunedMayBeSet() throws {
    try withFolder { folder in
      let more = "set: {a: 0.1, matters: true}\ntune: {minimize: [cost], over: \(Self.over)}"
      let result = try tuned(more, in: folder)
      let plan = try Plan(path: folder + "/e.yaml", overrides: [], catalog: Self.catalog)
      let text = try TuningPlan(plan).tunedExperiment(result)
      try text.write(toFile: folder + "/tuned.yaml", atomically: true, encoding: .utf8)
      let again = try Plan(path: folder + "/tuned.yaml", overrides: [], catalog: Self.catalog)
      #expect(again.document["variants"]?["default"]?.flowText == "{a: 0.1}")
      #expect(again.document["set"]?.flowText == "{matters: true}")
    }
  }

  /// In any order, as in a variant.
  @Test func theKeysOfACandidateReplaceThoseOfItsPreset() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], over: {a: }, candidates: [{b: 0.6, preset: tuned}, {preset.apt.b: 0.7, preset: apt}]}",
        in: folder)
      let settings = ["candidate-1", "candidate-2"].map { name in
        result.explored.first { $0.name == name }?.settings.map {
          "\($0.path) \($0.value.settingText)"
        }
      }
      #expect(settings == [["b 0.6"], ["b 0.7"]])
    }
  }

  @Test func anInterruptedTuningComesToTheSameEnd() throws {
    try withFolder { folder in
      let more = "tune: {minimize: [cost], over: \(Self.over)}"
      let whole = try tuned(more, in: folder).prettyJSON
      let files = FileManager.default
      try files.removeItem(atPath: folder + "/out/test")
      for block in 7...9 { try files.removeItem(atPath: folder + "/out/blocks/\(block)") }
      #expect(try tuned(more, in: folder).prettyJSON == whole)
    }
  }

  /// The time that is left would allow races of other sizes.
  @Test func aTuningOfATimeIsResumedWithTheSameRaces() throws {
    try withFolder { folder in
      let kept = #"{"budget": "1s", "shares": [48, 60, 1], "seconds": 0.5}"#
      try FileManager.default.createDirectory(
        atPath: folder + "/out", withIntermediateDirectories: true)
      try kept.write(toFile: folder + "/out/progress.json", atomically: true, encoding: .utf8)
      let more = "tune: {minimize: [cost], over: \(Self.over)}"
      let result = try tuned(more, budget: .seconds(1), in: folder)
      #expect(result.history.map(\.configurations) == [8, 8])
      #expect(try tuned(more, budget: .seconds(1), in: folder).prettyJSON == result.prettyJSON)
      let error = #expect(throws: Diagnostic.self) {
        try tuned(more, budget: .trials(300), in: folder)
      }
      #expect(error?.message.contains("resume it with --budget 1s, or") == true)
    }
  }

  /// A trial takes 20 ms or more. After 18 of them, on six graphs, 0.64 s are left for at most 32; the test has 36.
  @Test func aTimeAllowsFewerSlowTrials() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], over: {a: }}", budget: .seconds(1), pause: 20_000, in: folder)
      #expect(result.history.map(\.configurations) == [2])
      #expect(result.history[0].trials == 10)
      let timed = try text(folder + "/out/blocks/0/trials.csv")
      #expect(timed.split(separator: "\n").count == 1 + 3 * 6)
    }
  }

  @Test func severalObjectivesHaveBestTradeOffs() throws {
    try withFolder { folder in
      let result = try tuned(
        "tune: {minimize: [cost], maximize: [gain], over: \(Self.over)}", budget: 500, in: folder)
      #expect(result.isGain && Set(result.comparisons.map(\.measure)) == ["cost", "gain"])
      let gain = try #require(result.comparisons.first { $0.measure == "gain" })
      #expect(gain.isBetter && (gain.ratio ?? 0) > 2 && (gain.low ?? 0) > 1)
    }
  }

  @Test func ifEverythingFailsTheDefaultStays() throws {
    try withFolder { folder in
      let result = try tuned(
        "fails: true\ntune: {minimize: [cost], over: \(Self.over)}", in: folder)
      #expect(!result.isGain)
      let json = result.prettyJSON
      #expect(json.contains(#""winner" : "default""#))
      #expect(result.defaultFails)
    }
  }

  @Test func aDefaultThatFailsHasNoRatio() throws {
    try withFolder { folder in
      let result = try tuned(
        "a: 0.99\ntune: {minimize: [cost], maximize: [gain], over: \(Self.over)}", budget: 500,
        in: folder)
      #expect(result.isGain && result.defaultFails)
      for one in result.comparisons {
        #expect(one.ratio == nil && one.difference == nil && one.low == nil && one.high == nil)
        #expect(one.defaultFailures == one.graphs && one.failures == 0)
      }
    }
  }

  @Test(arguments: [
    ("tune: {over: {a: }}", "e.yaml:5:7: error: no measure to tune for; add 'minimize: [stress]'"),
    ("tune: {minimize: [cost]}", "error: 'tune' needs the key 'over'"),
    ("tune: {minimize: [cost], over: {}}", "'over' is empty; name a path and its values"),
    ("tune: {minimize: [csot], over: {a: }}", "unknown measure 'csot'; did you mean 'cost'?"),
    ("tune: {minimize: [cost], over: {e: }}", "e.yaml:5:33: error: no path 'e'"),
    ("tune: {minimize: [cost], over: {a: []}}", "'a' has no values; list some"),
    (
      "tune: {minimize: [cost], over: {a: 3}}",
      "the values of 'a' must be a list, a range {from, to}, or nothing for the range in the manual"
    ),
    ("tune: {minimize: [cost], over: {a: {from: 1, to: 1}}}", "the range of 'a' is empty"),
    ("tune: {minimize: [cost], over: {depth: }}", "the manual gives no range for 'depth'"),
    (
      "tune: {minimize: [cost], over: {width: }}",
      "the range of 'width' in the manual does not include its lower bound; write {from, to}"
    ),
    (
      "tune: {minimize: [cost], over: {a: }, candidates: [5]}",
      "each item of 'candidates' must be a mapping, such as {preset: forceatlas2}"
    ),
    (
      "tune: {minimize: [cost], over: {hill.knoll.number: [5, 40]}}",
      "e.yaml:5:33: error: 'hill.knoll.number' changes the hills, on which all configurations must run; remove it"
    ),
    (
      "tune: {minimize: [cost], over: {a: }, candidates: [{hill: {knoll: 5}}]}",
      "e.yaml:5:53: error: 'hill' changes the hills"
    ),
    (
      "variants: {x: {a: 1}}\ntune: {minimize: [cost], over: {a: }}",
      "remove its 'sweep' and 'variants'"
    ),
    ("a: 0.5", "the experiment has no 'tune'; add it"),
  ])
  func errors(more: String, message: String) throws {
    try withFolder { folder in
      let error = #expect(throws: InvalidExperiment.self) { try tuned(more, in: folder) }
      let texts = error?.diagnostics.map(\.description) ?? []
      #expect(texts.contains { $0.contains(message) }, "\(texts)")
      #expect(!FileManager.default.fileExists(atPath: folder + "/out"))
    }
  }

  @Test func timesOfEveryStudyAreMeasures() throws {
    try withFolder { folder in
      let more = "tune: {minimize: [wall_seconds], over: {a: {from: 0, to: 0.05}}}"
      let result = try tuned(more, budget: 90, in: folder)
      #expect(result.isGain && result.test?.measure == "wall_seconds")
      let error = #expect(throws: InvalidExperiment.self) {
        try tuned(more, budget: 90, isParallel: true, in: folder)
      }
      #expect(
        error?.diagnostics[0].message.hasPrefix("times of trials that run in parallel") == true)
    }
  }

  @Test func budgetsAndGraphsMustSuffice() throws {
    let more = "tune: {minimize: [cost], over: {a: }}"
    try withFolder { folder in
      let few = #expect(throws: InvalidExperiment.self) { try tuned(more, hills: 1, in: folder) }
      #expect(few?.diagnostics[0].message.hasPrefix("1 graph is too few: 6 are kept") == true)
      let small = #expect(throws: InvalidExperiment.self) {
        try tuned(more, budget: 20, in: folder)
      }
      #expect(
        small?.diagnostics[0].message.contains("a budget of 20 trials is too small: ") == true)
      // Six graphs, three seeds, the default and four trade-offs; and a race.
      let several = "tune: {minimize: [cost], maximize: [gain], over: \(Self.over)}"
      let error = #expect(throws: InvalidExperiment.self) {
        try tuned(several, budget: 131, in: folder)
      }
      #expect(
        error?.diagnostics[0].message.hasSuffix("132 are needed, 90 of them for the test") == true)
      let used = try tuned(several, budget: 132, in: folder).budget.used
      #expect(used <= 132)
    }
  }
}

@Suite struct RankedRaceTests {
  @Test func theWorstDropOut() {
    let costs = (0..<8).map { block in [1, 2, 3, 9].map { $0 + 0.1 * Double(block) } }
    let race = RankedRace(costs)
    #expect(race.meanRanks == [1, 2, 3, 4] && race.survivors == [0])
  }

  /// R: PMCMRplus::frdAllPairsConovTest, without adjustment.
  @Test func closeOnesStay() {
    let costs: [[Double]] = [
      [1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3],
    ]
    #expect(RankedRace(costs).survivors == [0, 1])
  }

  @Test func noiseKeepsAll() {
    let costs: [[Double]] = [
      [1, 2, 3], [3, 1, 2], [2, 3, 1], [1, 3, 2], [3, 2, 1], [2, 1, 3],
    ]
    #expect(RankedRace(costs).survivors.count == 3)
  }

  @Test func failuresAreWorst() {
    let costs = Array(repeating: [1.0, .infinity, .infinity], count: 9)
    #expect(RankedRace(costs).survivors == [0])
    #expect(
      RankedRace.dominations([[1, 5], [2, 2], [3, 3], [.infinity, .infinity]]) == [0, 0, 1, 3])
  }
}
