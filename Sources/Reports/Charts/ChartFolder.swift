import ForceLabFiles
import ForceLabSettings
import ForceLabWorkbench

/// The folder `plots/` of a run, with the data, the script and the picture of each chart.
struct ChartFolder {
  static let name = "plots"
  let files: DerivedFiles

  /// The path of the folder.
  var path: String { files.folder.location(of: Self.name).file }

  /// Writes the data of each chart, and its script unless the user changed the existing one. Returns
  /// the names of the charts whose scripts were changed and kept.
  func write(_ charts: [Chart], isFresh: Bool = false) throws(Diagnostic) -> [String] {
    var changed: [String] = []
    for chart in charts {
      try files.write(chart.csv, to: "\(Self.name)/\(chart.name).csv")
      if try isFresh ? false : isChanged(chart) {
        changed.append(chart.name)
      } else {
        try files.write(Self.script(of: chart), to: Self.script(chart.name))
      }
    }
    return changed
  }

  /// The script of `chart` as the program writes it.
  static func script(of chart: Chart) -> String {
    "# You can edit this script: edits are kept, and run only by\n"
      + "#   forcelab plot RUN \(chart.name) --run-changed-scripts\n" + ChartScript(chart).text
  }

  /// The name of the script of the chart `name`, relative to the run folder.
  static func script(_ name: String) -> String { "\(Self.name)/\(name).gp" }

  /// The names of scripts of others than `charts`.
  func userScripts(besides charts: [String]) throws(Diagnostic) -> [String] {
    let names = try files.folder.names(in: Self.name).filter { $0.hasSuffix(".gp") }
      .map { String($0.dropLast(3)) }
    var own: [String] = []
    for name in names where !charts.contains(name) {
      if try files.isChanged(Self.script(name)) { own.append(name) }
    }
    return own
  }

  /// Whether the user changed the script of `chart`.
  private func isChanged(_ chart: Chart) throws(Diagnostic) -> Bool {
    let name = Self.script(chart.name)
    guard try files.isChanged(name) else { return false }
    let text = try files.folder.bytes(of: name)
    return text?.elementsEqual(Self.script(of: chart).utf8) != true
  }
}
