import ForceLabPlugins
import Foundation
import Testing

@testable import ForceLabReports
@testable import ForceLabWorkbench

/// The folder of a run as `forcelab run` leaves it, with numbers that a test makes up.
struct SampleRun {
  /// A row of `trials.csv`.
  struct Trial {
    var settings: [String] = []
    var repetition = 1
    var seed = "7"
    var status = "ok"
    var values: [Double?] = []
    var isWarmUp = false
    var ranConcurrently = false
  }

  var paths: [String] = []
  /// The measures, which stand between the stop reason and the end.
  var measures = ["tick_ns_median"]
  var trials: [Trial] = []
  /// The paths that name graphs, over which algorithms are compared.
  var instances: [String] = []
  /// Whether times of trials that ran in parallel count.
  var countsContended: Bool?
  /// Configurations without a trial.
  var untried: [[String]] = []
  var repeats = 1
  /// The configurations of the limits and published claims of `experiment`.
  var limits: [FigureRows]?
  var published: [FigureRows]?
  /// Where it was made: by default on two idle cores of an abacus.
  var environment = Self.idle
  var experiment = ""
  /// The text of `samples.csv`; nil if there is none.
  var samples: String?
  /// What becomes of the text of `trials.csv`.
  var damage: (String) -> String = { $0 }
  /// The text of layouts, by the numbers of their trials.
  var layouts: [Int: String] = [:]

  /// The runs of `values` of one measure, a trial for each.
  init(_ values: [Double], of measure: String = "tick_ns_median", seed: String = "s") {
    measures = [measure]
    repeats = values.count
    trials = values.enumerated().map { index, value in
      Trial(repetition: index + 1, seed: "\(seed)\(index)", values: [value])
    }
  }

  init() {}

  private static let idle = {
    var environment = RunEnvironment(seed: 1, command: ["forcelab", "run"])
    (environment.build, environment.cpu, environment.cores) = ("release", "abacus", 2)
    (environment.loadBefore, environment.loadAfter, environment.commit) = (0.1, 1.1, nil)
    return environment
  }()

  var trialsText: String {
    let header =
      ["trial", "configuration", "repeat", "seed"] + paths + ["status", "stop_reason"] + measures
      + ["warm_up", "contended", "message"]
    let numbers = Dictionary(
      uniqueKeysWithValues: configurations.enumerated().map { ($1, $0 + 1) })
    let rows = trials.enumerated().map { index, trial in
      var row: [Field] = [.integer(index + 1), .integer(numbers[trial.settings] ?? 1)]
      row += [.integer(trial.repetition), .text(trial.seed)]
      row += trial.settings.map { .text($0) }
      row += [.text(trial.status), .text("done")]
      row += trial.values.map { Field($0) }
      row += [.text("\(trial.isWarmUp)"), .text("\(trial.ranConcurrently)"), .text("")]
      return csvLine(row)
    }
    return csvLine(header) + rows.joined()
  }

  /// Sets the trials to `count` repeats of the methods `exact` and `grid`, each with its `values`.
  mutating func `repeat`(_ values: [[Double]], times count: Int) {
    repeats = count
    trials = (1...count).flatMap { repetition in
      zip(["exact", "{grid: {cell: 50}}"], values).map { method, values in
        Trial(settings: [method], repetition: repetition, values: values)
      }
    }
  }

  private var configurations: [[String]] { (trials.map(\.settings) + untried).uniqued }

  private func columnsText() -> String {
    let header = samples?.prefix { $0 != "\n" }.split(separator: ",").dropFirst()
    var columns = RunColumns(measures, samples: header?.map(String.init) ?? [])
    if !instances.isEmpty {
      columns.instances = InstanceAxes(name: "graph", plural: "graphs", paths: instances)
    }
    columns.configurations = configurations
    columns.countsContended = countsContended
    (columns.limits, columns.published) = (limits, published)
    return columns.prettyJSON
  }

  /// Writes the run into a new folder `name` of `place`, and reads it again.
  @discardableResult
  func write(_ name: String, in place: TemporaryFolder) throws -> String {
    let folder = place.path + "/" + name
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: folder + "/layouts", withIntermediateDirectories: true)
    var files = [
      "trials.csv": damage(trialsText),
      "environment.json": environment.prettyJSON,
      "columns.json": columnsText(),
      "experiment.yaml": "name: sample\nrepeat: \(repeats)\n" + experiment,
    ]
    files["samples.csv"] = samples
    for (file, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    }
    for (number, text) in layouts {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/layouts/\(number).csv"))
    }
    return folder
  }

  func record(_ name: String = "run", in place: TemporaryFolder) throws -> RunReader {
    try RunReader(folder: write(name, in: place))
  }
}

extension SampleRun {
  /// All combinations of the values of `axes`, the last varying fastest, and `repeats` of each.
  init(
    _ axes: KeyValuePairs<String, [String]>, _ measures: [String], repeats: Int,
    values: (_ indices: [Int], _ repetition: Int) -> [Double?]
  ) {
    (paths, self.measures, self.repeats) = (axes.map(\.key), measures, repeats)
    let combinations = axes.reduce([[]]) { rows, axis in
      rows.flatMap { row in axis.value.indices.map { row + [$0] } }
    }
    trials = (1...repeats).flatMap { repetition in
      combinations.map { indices in
        Trial(
          settings: zip(axes, indices).map { $0.value[$1] }, repetition: repetition,
          seed: "\(repetition)", values: values(indices, repetition))
      }
    }
  }

  /// Eight repeats of two methods at two sizes: `b` takes 1.2 times as long as `a`, and at size 20
  /// its stress is half as great.
  static var twoMethods: SampleRun {
    SampleRun(
      ["method": ["a", "b"], "size": ["10", "20"]],
      ["iterations", "stress", "energy", "tick_ns_median"], repeats: 8
    ) { indices, repetition in
      let (isB, isLarge) = (indices[0] == 1, indices[1] == 1)
      let time = (isLarge ? 20 : 10) * 100 * (1 + 0.01 * Double(repetition)) * (isB ? 1.2 : 1)
      return [300, isB && isLarge ? 0.1 : 0.2, isB ? -2 : -1, time]
    }
  }
}

extension Observations {
  /// The numbers of trials, those of one place being pairs or none.
  init(_ base: [Double], _ new: [Double], arePairs: Bool) {
    self.init(
      base: base, new: new,
      pairs: arePairs ? zip(base, new).enumerated().map { ($1.0, $1.1, $0) } : [])
  }
}

/// A folder of its own, removed with its last owner.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("compare-tests-\(UUID().uuidString)").path

  init() {
    // If this fails, so does the first test that writes into it.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Effect {
  /// As the only one of its family.
  static func alone(_ sample: Observations, isTime: Bool, threshold: Double) -> Effect? {
    guard var effect = Effect(sample, isTime: isTime, threshold: threshold) else { return nil }
    var family = StatementFamily()
    if let number = add([effect], to: &family)[0] { effect.judge(family.judged()[number]) }
    return effect
  }
}

extension Comparison {
  var ofLayouts: Effect? { rows.first { $0.measure == Self.layouts }?.result }
}

extension TemporaryFolder {
  /// Writes both runs and compares them.
  func compare(
    _ base: SampleRun, _ new: SampleRun, _ options: Comparison.Options = .init()
  ) throws -> Comparison {
    try Comparison(
      PairedTable(base.record("base", in: self), [new.record("new", in: self)]), options)
  }

  /// Writes the run and compares the values of `path` in it.
  func compared(by path: String, _ run: SampleRun) throws -> Comparison {
    try Comparison(PairedTable(run.record(in: self), by: path))
  }
}

/// A sample run whose charts are drawn, in a folder that is removed with its last owner.
final class MadeRun {
  private let place: TemporaryFolder
  let folder: String

  /// A run that swept `paths` and measured `measures`, with the settings and the values of each trial;
  /// `samples` are all lines of samples.csv.
  init(
    _ paths: [String] = [], _ measures: [String] = ["movement"],
    trials: [(settings: [String], values: [Double])] = [([], [1])], samples: String? = nil,
    experiment: String = "", isDrawn: Bool = true
  ) throws {
    place = TemporaryFolder()
    var run = SampleRun()
    (run.paths, run.measures, run.samples) = (paths, measures, samples)
    (run.experiment, run.repeats) = (experiment, trials.count / Set(trials.map(\.settings)).count)
    run.trials = trials.enumerated().map { index, trial in
      SampleRun.Trial(settings: trial.settings, repetition: index + 1, values: trial.values)
    }
    folder = try run.write("run", in: place)
    if isDrawn { #expect(try RunCharts.draw(folder).notes.isEmpty) }
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// The names of the charts in plots/, sorted.
  var charts: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/plots")) ?? []
    return names.filter { $0.hasSuffix(".vl.json") }.map { String($0.dropLast(8)) }.sorted()
  }

  /// The Vega-Lite specification of a chart.
  func specification(of chart: String) throws -> [String: Any] {
    let data = Data(try text(of: "plots/\(chart).vl.json").utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The rows of a chart as texts, by the names of the fields.
  func rows(of chart: String) throws -> [[String: String]] {
    let data = try #require(try specification(of: chart)["data"] as? [String: Any])
    let rows = try #require(data["values"] as? [[String: Any]])
    return rows.map { $0.mapValues { "\($0)" } }
  }
}
