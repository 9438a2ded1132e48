import Foundation
import Testing

/// A sample run whose charts are drawn, in a folder that is removed with its last owner.
final class MadeRun {
  private let place: TemporaryFolder
  let folder: String

  /// A trial that ended well.
  struct Trial {
    let configuration: Int
    /// The value at each swept path.
    let settings: [String]
    /// The numbers measured.
    let values: [Double]

    init(_ configuration: Int, _ settings: [String], _ values: [Double]) {
      (self.configuration, self.settings, self.values) = (configuration, settings, values)
    }
  }

  /// A run that swept `paths` and measured `measures`; `samples` are all lines of samples.csv.
  init(
    _ paths: [String], _ measures: [String], trials: [Trial], samples: String? = nil,
    experiment: String = ""
  ) throws {
    place = try TemporaryFolder()
    var run = SampleRun()
    (run.paths, run.measures, run.samples) = (paths, measures, samples)
    (run.experiment, run.repeats) = (experiment, trials.count { $0.configuration == 1 })
    run.trials = trials.enumerated().map { index, trial in
      SampleRun.Trial(settings: trial.settings, repetition: index + 1, values: trial.values)
    }
    folder = try run.write("run", in: place)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
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
