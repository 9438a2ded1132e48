import Foundation
import ForceLabSettings

/// The folder `plots/` of a run: for each chart its numbers, its script and its picture.
struct PlotFolder {
  let path: String

  init(of run: RunRecord) { path = run.folder + "/plots" }

  func make() throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Writes the numbers of `chart`, and its script unless a person changed that which is there; says
  /// whether the script is that of the chart.
  func write(_ chart: Chart, isFresh: Bool) throws(Diagnostic) -> Bool {
    try writeFile(chart.csv, to: "\(path)/\(chart.name).csv")
    let script = "\(path)/\(chart.name).gp"
    let text = FileManager.default.contents(atPath: script)
    if !isFresh, let text, ScriptSeal.isChanged(String(decoding: text, as: UTF8.self)) {
      return false
    }
    try writeFile(ScriptSeal.sealed(ChartScript(chart).text), to: script)
    return true
  }

  /// The names of scripts that a person wrote, or changed when there was a chart of them.
  func strangers(to charts: [String]) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let scripts = names.filter { $0.hasSuffix(".gp") && !charts.contains(String($0.dropLast(3))) }
    return scripts.sorted().filter { name in
      let text = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
      return ScriptSeal.isChanged(String(decoding: text, as: UTF8.self))
    }.map { String($0.dropLast(3)) }
  }

  /// The drawing of the picture `name` in a format that scripts know.
  func job(of name: String, format: String = "svg") -> Gnuplot.Job {
    Gnuplot.Job(
      script: "\(name).gp", place: "\(path)/\(name).gp", definition: "format='\(format)'")
  }

  /// The picture of `chart`, for a page.
  func picture(of chart: Chart) -> InlineSVG? {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(chart.name).svg") else {
      return nil
    }
    return InlineSVG(
      String(decoding: data, as: UTF8.self), id: chart.name, kind: "chart-wide", title: chart.title)
  }

  static func failure(_ error: any Error, _ path: String) -> Diagnostic {
    Diagnostic(
      "cannot write: \((error as NSError).localizedDescription); charts stand in the run's folder, "
        + "which you must be able to write to", at: Location(file: path))
  }
}
