import ForceLabPages
import ForceLabSettings
import ForceLabWorkbench

/// The player of one trial as a page: one HTML file that loads nothing.
enum PlayerPage {

  /// The maximum size of the frames in bytes; more of them are thinned.
  private static let budget = 16_000_000

  /// Throws if the graph is too large for a browser, or files are damaged.
  static func html(
    _ motion: TrialMotion, of trial: TrialRow, in run: RunReader
  ) throws(Diagnostic) -> String {
    let content = [
      "name": run.name ?? "ForceLab", "title": run.title(of: trial),
      "player": try PlayerFrames.json(of: trial, motion, in: run, budget: budget),
      "style": PageFile.reportStyle.text,
      "script": PageScripts.drawing + PageFile.playerScript.text,
    ]
    return try ReportPage.html(content, .playerTemplate)
  }
}
