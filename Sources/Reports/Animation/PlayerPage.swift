import ForceLabPages
import ForceLabSettings
import ForceLabWorkbench

/// The player of one trial as a page: one HTML file that loads nothing.
struct PlayerPage {
  private let name, title, player: String
  private var style = PageFile.reportStyle.text
  private var script = PageScripts.drawing + PageFile.playerScript.text

  /// The maximum size of the frames in bytes; more of them are thinned.
  private static let budget = 16_000_000

  /// Throws if the graph is too large for a browser, or files are damaged.
  static func html(
    _ motion: TrialMotion, of trial: TrialRow, in run: RunReader
  ) throws(Diagnostic) -> String {
    let player = try PlayerFrames.json(of: trial, motion, in: run, budget: budget)
    let page = Self(name: run.name ?? "ForceLab", title: run.title(of: trial), player: player)
    return try ReportPage.html(page, .playerTemplate)
  }
}
