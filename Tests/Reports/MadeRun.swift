import Foundation

@testable import ForceLabWorkbench

/// The folder of a run with tables that a test makes up, removed with its last owner.
final class MadeRun {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("made-run-\(UUID().uuidString)").path

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
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let header =
      ["trial", "configuration", "repeat", "seed"] + paths + ["status", "stop_reason"] + measures
      + ["warm_up", "contended", "message"]
    let repeats = trials.count { $0.configuration == 1 }
    var rows: [[String]] = []
    for (index, trial) in trials.enumerated() {
      let number = "\(index + 1)"
      let settings = trial.settings.map { $0.contains("\"") || $0.contains(",") ? "\"\($0)\"" : $0 }
      let row = [number, "\(trial.configuration)", number, "7"] + settings + ["ok", "done"]
      rows.append(row + trial.values.map { "\($0)" } + ["false", "false", ""])
    }
    let lines = ([header] + rows).map { $0.joined(separator: ",") }
    try write(lines.joined(separator: "\n") + "\n", to: "trials.csv")
    try write(
      (["configuration"] + paths + measures.map { "n_" + $0 }).joined(separator: ",") + "\n",
      to: "summary.csv")
    try write("name: made\nrepeat: \(repeats)\n" + experiment, to: "experiment.yaml")
    try write("{}\n", to: "environment.json")
    let sampled = samples?.prefix { $0 != "\n" }.split(separator: ",").dropFirst().map(String.init)
    try write(RunColumns(measures, samples: sampled ?? []).runJSON, to: "columns.json")
    if let samples { try write(samples, to: "samples.csv") }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// The stems of the charts in plots/, sorted.
  var charts: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/plots")) ?? []
    return names.filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// The rows of a chart's numbers, by the names of the columns.
  func numbers(of chart: String) throws -> [[String: String]] {
    let lines = try text(of: "plots/\(chart).csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { row in
      Dictionary(zip(lines[0], row), uniquingKeysWith: { first, _ in first })
    }
  }
}
