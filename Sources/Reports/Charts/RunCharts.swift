import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The charts of a run, chosen by what it swept and measured, and kept in its folder `plots/`.
public enum RunCharts {
  struct Item {
    let name: String
    let title: String
    let caption: String
    /// The picture in the text color of the page; nil if it could not be drawn.
    let svg: String?
    /// The files with its data, relative to the run folder.
    let data: [String]
    /// The gnuplot script, relative to the run folder.
    let script: String
  }

  /// Draws all charts or those called `names`. Returns the paths of pictures, and the errors of
  /// others.
  public static func draw(
    _ folder: String, names: [String] = [], as format: PictureFormat = .svg, isFresh: Bool = false,
    catalog: Catalog? = nil, charts kinds: [any ChartKind] = standardCharts
  ) throws(Diagnostic) -> (paths: [String], problems: [Diagnostic]) {
    let run = try RunReader(folder: folder)
    let plots = ChartFolder(of: run)
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    let known = choice.charts.map(\.name)
    let wanted = try wanted(names, known + plots.userScripts(besides: known), run)
    try plots.write(choice.charts.filter { wanted.contains($0.name) }, isFresh: isFresh)
    guard let gnuplot = Gnuplot() else {
      throw Diagnostic(Gnuplot.advice, at: Location(file: plots.path))
    }
    let problems = gnuplot.draw(wanted, as: format, in: plots)
    let drawn = wanted.indices.filter { problems[$0] == nil }.map { wanted[$0] }
    let notes = choice.notes.map {
      Diagnostic($0, at: Location(file: run.folder), severity: .note)
    }
    return (
      drawn.map { "\(plots.path)/\($0).\(format.rawValue)" }, problems.compactMap { $0 } + notes
    )
  }

  /// The charts for a page; what could not be drawn is in the notes. Throws if files are damaged or
  /// `plots/` cannot be written. Cost: a pass over `samples.csv`, and two processes of gnuplot.
  static func items(
    _ run: RunReader, catalog: Catalog? = nil, charts kinds: [any ChartKind]
  ) throws(Diagnostic) -> (items: [Item], notes: [String]) {
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    guard !choice.charts.isEmpty else { return ([], choice.notes) }
    let folder = ChartFolder(of: run)
    try folder.write(choice.charts)
    let names = choice.charts.map(\.name)
    let gnuplot = Gnuplot()
    let problems = gnuplot?.draw(names, as: .svg, in: folder) ?? names.map { _ in nil }
    let items = choice.charts.map { chart in
      let svg = gnuplot == nil ? nil : folder.svg(of: chart.name)
      return Item(
        name: chart.name, title: chart.title, caption: chart.caption,
        svg: svg.flatMap { InlineSVG($0, id: chart.name, title: chart.title)?.text },
        data: ["plots/\(chart.name).csv", chart.source], script: "plots/\(chart.name).gp")
    }
    let failures = gnuplot == nil ? [Gnuplot.advice] : problems.compactMap { $0?.description }
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
