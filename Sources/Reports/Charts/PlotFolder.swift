import Foundation
import YAML

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
    try Self.write(chart.csv, to: "\(path)/\(chart.name).csv")
    let script = "\(path)/\(chart.name).gp"
    let text = FileManager.default.contents(atPath: script)
    if !isFresh, let text, ScriptSeal.isChanged(String(decoding: text, as: UTF8.self)) {
      return false
    }
    try Self.write(ScriptSeal.sealed(ChartScript(chart).text), to: script)
    return true
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

  static func write(_ text: String, to path: String) throws(Diagnostic) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw failure(error, path)
    }
  }

  static func failure(_ error: any Error, _ path: String) -> Diagnostic {
    Diagnostic(
      "cannot write: \((error as NSError).localizedDescription); charts stand in the run's folder, "
        + "which you must be able to write to", at: Location(file: path))
  }
}

/// Pictures for narrow screens, in a folder that is removed when the page has them.
struct NarrowPictures {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("forcelab-\(UUID().uuidString)").path

  init() throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw PlotFolder.failure(error, folder)
    }
  }

  /// The drawing of `chart`, to be run where its numbers are.
  func job(of chart: Chart) throws(Diagnostic) -> Gnuplot.Job {
    let script = "\(folder)/\(chart.name).gp"
    try PlotFolder.write(
      ChartScript(narrow: chart, into: "\(folder)/\(chart.name).svg").text, to: script)
    return Gnuplot.Job(script: script, place: script)
  }

  func picture(of chart: Chart) -> InlineSVG? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(chart.name).svg") else {
      return nil
    }
    return InlineSVG(
      String(decoding: data, as: UTF8.self), id: chart.name + "-narrow", kind: "chart-narrow",
      title: chart.title)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// A line in a script that tells whether a person changed it.
enum ScriptSeal {
  private static let mark = "# Change it as you like: what you change is kept. Unchanged: "

  /// `script` with the line that holds for it as it is.
  static func sealed(_ script: String) -> String { "\(mark)\(digest(script))\n\(script)" }

  /// Whether `script` is not what was sealed, or never was.
  static func isChanged(_ script: String) -> Bool {
    guard script.hasPrefix(mark), let end = script.firstIndex(of: "\n") else { return true }
    return script[..<end].dropFirst(mark.count)
      != digest(String(script[script.index(after: end)...]))
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo): enough to notice a change that nobody hides.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
