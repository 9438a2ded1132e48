import Foundation
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The charts of a run, chosen by what it swept and measured, and kept in its folder `plots/`.
public enum RunCharts {
  struct Item {
    let name: String
    let title: String
    let caption: String
    /// The columns of its axes and colors.
    let columns: Set<String>
    /// The picture in the text color of the page; nil if it could not be drawn.
    let svg: String?
    /// The files with its data, relative to the run folder.
    let data: [String]
    /// The gnuplot script, relative to the run folder.
    let script: String
  }

  /// What happens to scripts that a user changed or added, which can do anything that the user who
  /// draws them can do.
  public enum ChangedScripts: Sendable {
    case list, run
    /// Scripts of the program's charts are replaced.
    case replace
  }

  /// Draws all charts or those called `names`. Returns the paths of pictures, and the errors of
  /// others.
  public static func draw(
    _ folder: String, names: [String] = [], as format: PictureFormat = .svg,
    changedScripts: ChangedScripts = .list, catalog: Catalog? = nil,
    charts kinds: [any ChartKind] = standardCharts
  ) throws(Diagnostic) -> (paths: [String], problems: [Diagnostic]) {
    let run = try RunReader(folder: folder)
    let plots = ChartFolder(files: DerivedFiles(of: run.files))
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    let known = choice.charts.map(\.name)
    let wanted = try wanted(names, known + plots.userScripts(besides: known), run)
    let charts = choice.charts.filter { wanted.contains($0.name) }
    let kept = try plots.write(charts, isFresh: changedScripts == .replace)
    guard let gnuplot = Gnuplot() else {
      throw Diagnostic(Gnuplot.advice, at: Location(file: plots.path))
    }
    let changed = wanted.filter { kept.contains($0) || !known.contains($0) }
    let unchanged = charts.filter { !changed.contains($0.name) }
    var problems: [String: Diagnostic] = [:]
    for (chart, picture) in zip(unchanged, try gnuplot.draw(unchanged, as: format, for: plots)) {
      switch picture {
      case .success(let bytes):
        try plots.files.write(bytes, to: "\(ChartFolder.name)/\(chart.name).\(format.rawValue)")
      case .failure(let problem): problems[chart.name] = problem
      }
    }
    for name in changed {
      problems[name] =
        changedScripts == .run
        ? gnuplot.drawChanged(name, as: format, in: plots)
        : Diagnostic(
          "not run, because somebody changed or added it after the run; read it, then use "
            + "`forcelab plot \(run.folder) \(name) --run-changed-scripts`",
          at: plots.files.folder.location(of: ChartFolder.script(name)), severity: .warning)
    }
    try plots.files.record()
    let notes = choice.notes.map {
      Diagnostic($0, at: Location(file: run.folder), severity: .note)
    }
    let drawn = wanted.filter { problems[$0] == nil }
    return (
      drawn.map { "\(plots.path)/\($0).\(format.rawValue)" },
      wanted.compactMap { problems[$0] } + notes
    )
  }

  /// The charts for a page; what could not be drawn is in the notes. Throws if files are damaged or
  /// `plots/` cannot be written. Cost: a pass over `samples.csv`, and two processes of gnuplot.
  static func items(
    _ run: RunReader, _ files: DerivedFiles, catalog: Catalog? = nil, charts kinds: [any ChartKind]
  ) throws(Diagnostic) -> (items: [Item], notes: [String]) {
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    guard !choice.charts.isEmpty else { return ([], choice.notes) }
    let folder = ChartFolder(files: files)
    let changed = try folder.write(choice.charts)
    let pictures = try Gnuplot()?.draw(choice.charts, as: .svg, for: folder)
    var items: [Item] = []
    var failures = pictures == nil ? [Gnuplot.advice] : []
    for (index, chart) in choice.charts.enumerated() {
      var svg: String?
      switch pictures?[index] {
      case .success(let bytes):
        // A changed script has a picture of its own.
        if !changed.contains(chart.name) {
          try files.write(bytes, to: "\(ChartFolder.name)/\(chart.name).svg")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        svg =
          InlineSVG(
            text, id: chart.name, title: chart.title, tooltips: ChartTooltips(chart))?.text
      case .failure(let problem): failures.append(problem.description)
      case nil: break
      }
      items.append(
        Item(
          name: chart.name, title: chart.title,
          caption: chart.caption
            + (ChartScript(chart).isCut ? " Bars and bands are cut off at the edge." : ""),
          columns: chart.columns, svg: svg,
          data: ["\(ChartFolder.name)/\(chart.name).csv", chart.source],
          script: ChartFolder.script(chart.name)))
    }
    if !changed.isEmpty {
      failures.append(
        "The report shows the program's own charts. Somebody changed these scripts, which it does not "
          + "run: \(changed.joined(separator: ", ")). Run them with "
          + "`forcelab plot RUN NAME --run-changed-scripts`.")
    }
    return (items, choice.notes + failures)
  }

  private static func wanted(_ names: [String], _ known: [String], _ run: RunReader)
    throws(Diagnostic) -> [String]
  {
    guard !known.isEmpty else {
      throw Diagnostic(
        "no charts: all trials failed or have the same values; see trials.csv",
        at: Location(file: run.folder))
    }
    for name in names where !known.contains(name) {
      throw Diagnostic(
        "unknown chart '\(name)'; \(advice(for: name, among: known, label: "valid charts"))",
        at: Location(file: run.folder))
    }
    return names.isEmpty ? known : names.uniqued
  }
}
