import Foundation
import ForceLabPlugins
import ForceLabSettings

/// A chart of a run as it stands in its `plots/`.
struct DrawnChart {
  /// The stem of its files.
  let name: String
  /// What it shows, in a few words.
  let title: String
  /// What one must know to read it, in sentences.
  let caption: String
  /// A wide picture and one for narrow screens, of which the page shows one, in the page's text
  /// color; nil if it could not be drawn.
  let svg: String?
  /// The files that hold its numbers, from the run's folder on: its own first.
  let data: [String]
  /// Its gnuplot script, from the run's folder on.
  let script: String
}

/// The charts of a run: chosen by what it swept and measured, kept in its `plots/` as CSV, script and
/// picture.
struct RunCharts {
  /// Writes the charts of `run` and draws those that gnuplot can draw; what is missing is told in the
  /// notes. Scripts that a person changed stay, and are drawn as they are.
  ///
  /// The units of swept parameters are known if `catalog` has their plugins.
  ///
  /// Throws a `Diagnostic` if the run's files are damaged or `plots/` cannot be written. Cost: a pass
  /// over `samples.csv`, and a process of gnuplot for each picture, all at the same time.
  static func draw(_ run: RunRecord, catalog: Catalog? = nil) throws(Diagnostic)
    -> (charts: [DrawnChart], notes: [String])
  {
    let choice = try ChartChoice(run, catalog: catalog)
    let charts = choice.charts
    guard !charts.isEmpty else { return ([], choice.notes) }
    let folder = PlotFolder(of: run)
    try folder.make()
    var unchanged: [Bool] = []
    for chart in charts { unchanged.append(try folder.write(chart, isFresh: false)) }
    guard let gnuplot = Gnuplot() else {
      return (charts.map { DrawnChart($0, svg: nil) }, choice.notes + [Gnuplot.advice])
    }
    let narrow = try NarrowPictures()
    defer { narrow.remove() }
    var jobs: [Gnuplot.Job] = []
    for chart in charts {
      jobs.append(folder.job(of: chart.name))
      jobs.append(try narrow.job(of: chart))
    }
    let problems = gnuplot.run(jobs, in: folder.path)
    let drawn = charts.indices.map { index in
      let chart = charts[index]
      let wide = problems[2 * index] == nil ? folder.picture(of: chart) : nil
      // What a person changed is shown as it was changed, on any screen.
      let small =
        unchanged[index] && problems[2 * index + 1] == nil ? narrow.picture(of: chart) : nil
      let both = wide.map { wide in
        small.map { InlineSVG.pair(wide: wide, narrow: $0) } ?? wide.text
      }
      return DrawnChart(chart, svg: both)
    }
    let failures = problems.indices.filter { $0.isMultiple(of: 2) }.compactMap {
      problems[$0]?.description
    }
    return (drawn, choice.notes + failures)
  }
}

extension DrawnChart {
  fileprivate init(_ chart: Chart, svg: String?) {
    self.init(
      name: chart.name, title: chart.title, caption: chart.caption, svg: svg,
      data: ["plots/\(chart.name).csv", chart.source], script: "plots/\(chart.name).gp")
  }
}
