import Foundation
import ForceLabSettings

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
    try writeFile(
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
