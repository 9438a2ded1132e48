import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The charts that suit what a run swept and measured.
struct ChartChoice {
  /// The charts, those first that most want to see first.
  private(set) var charts: [Chart] = []
  /// What could not be drawn, and why.
  private(set) var notes: [String] = []

  /// Throws a `Diagnostic` if the run's files are damaged.
  init(_ run: RunRecord, catalog: Catalog? = nil) throws(Diagnostic) {
    try ask(run, catalog)
    charts += try Self.iterations(run)
    let measures = MeasureCharts(run: run, catalog: catalog)
    charts += try measures.scaling()
    charts += [try measures.timeOverError(), try measures.qualityOverTime()].compactMap { $0 }
    if let main = run.chartMeasures.first,
      let map = try HeatMap(run: run, measure: main, catalog: catalog).chart()
    {
      charts.append(map)
    }
    let sweeps = try measures.sweeps()
    charts += sweeps.filter { sweep in !charts.contains { $0.name == sweep.name } }
    // What no number was swept of is told by a list.
    if sweeps.isEmpty {
      let told = charts.map(\.name).contains { ["scaling", "time-error"].contains($0) }
      for measure in run.chartMeasures where !(told && Column.isTime(measure)) {
        if let list = try ConfigurationList(run: run, measure: measure).chart() {
          charts.append(list)
        }
      }
    }
  }

  /// The charts that the experiment asks for.
  private mutating func ask(_ run: RunRecord, _ catalog: Catalog?) throws(Diagnostic) {
    for request in run.chartRequests {
      let asked = AskedChart(run: run, request: request, catalog: catalog)
      guard var chart = try asked.chart() else {
        notes.append("No chart of \(request.y) over \(request.x): there are no numbers to draw.")
        continue
      }
      let namesakes = charts.count {
        $0.name == chart.name || $0.name.hasPrefix(chart.name + "-no-")
      }
      if namesakes > 0 { chart.name += "-no-\(namesakes + 1)" }
      charts.append(chart)
    }
  }

  private static func iterations(_ run: RunRecord) throws(Diagnostic) -> [Chart] {
    let configurations = run.goodConfigurations
    let cast = try ChartSeries(configurations, of: run, by: run.mainMeasure)
    let trials = cast.groups.flatMap(\.configurations).flatMap(\.trials).map(\.number)
    guard let curves = try SampleCurves(run, trials: Set(trials)) else { return [] }
    let courses = try ConvergenceCharts(run: run, cast: cast, curves: curves).charts()
    let ledger = try EnergyLedgerChart(run: run, cast: cast, curves: curves).chart(
      by: run.mainMeasure)
    return courses + [ledger].compactMap { $0 }
  }
}
