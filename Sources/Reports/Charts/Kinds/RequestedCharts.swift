import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The charts that the experiment requests with `chart:`.
struct RequestedCharts: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    var charts: [Chart] = []
    for request in run.requests {
      guard var chart = try Self.chart(request, run) else {
        run.notes.append("No chart of \(request.y) over \(request.x): there are no values.")
        continue
      }
      let namesakes = charts.count {
        $0.name == chart.name || $0.name.hasPrefix(chart.name + "-no-")
      }
      if namesakes > 0 { chart.name += "-no-\(namesakes + 1)" }
      charts.append(chart)
    }
    return charts
  }

  private static func chart(_ request: ChartRequest, _ run: ChartedRun) throws(Diagnostic) -> Chart?
  {
    let isOfTrials =
      run.hasNumbers(in: request.y)
      && (run.paths.contains(request.x) || run.hasNumbers(in: request.x))
    let (rows, note, areJoined) = try isOfTrials ? trials(request, run) : samples(request, run)
    guard !rows.isEmpty else { return nil }
    let (x, y) = (rows.map(\.x), rows.map(\.y))
    let isLogX = request.scale.map { [.logX, .logLog].contains($0) }
    let isLogY = request.scale.map { [.logY, .logLog].contains($0) }
    let across =
      run.paths.contains(request.x)
      ? run.axis(ofPath: request.x, x, isLogarithmic: isLogX)
      : Chart.Axis(
        of: run.column(request.x), values: x, isLogarithmic: isLogX ?? (isOfTrials && x.isWide))
    let up = Chart.Axis(of: run.column(request.y), values: y, isLogarithmic: isLogY ?? y.isWide)
    let isRefused = isLogX == true && !across.isLogarithmic || isLogY == true && !up.isLogarithmic
    let chart = Chart(
      name: Chart.name(request.y, run.run.shortName(of: request.x, from: 2)),
      title: "\(run.column(request.y).title.capitalizedFirst) over \(run.column(request.x).title)",
      caption: (isOfTrials ? run.pointNote : run.curveNote) + note
        + (isRefused ? " A linear axis is used, because some values are not above zero." : ""),
      form: isOfTrials ? areJoined ? .joinedPoints : .points : .lines, x: across, y: up, rows: rows,
      source: isOfTrials ? "trials.csv" : "samples.csv")
    return chart.isWorthwhile ? chart : nil
  }

  private typealias Content = (rows: [Chart.Row], note: String, areJoined: Bool)

  private static func trials(_ request: ChartRequest, _ run: ChartedRun) -> Content {
    let lines = ConfigurationLines(
      run, over: request.x, of: request.y,
      by: request.color == nil ? .everything : .paths(request.splits))
    let (rows, note) = lines.rows(minPoints: 1, facet: request.facet)
    return (rows, note, run.paths.contains(request.x) && lines.isOrdered)
  }

  private static func samples(_ request: ChartRequest, _ run: ChartedRun) throws(Diagnostic)
    -> Content
  {
    // Those with the same color and facet are one.
    let groups =
      request.color == nil
      ? run.configurations
      : run.configurations.merged { configuration in
        zip(run.paths, configuration.settings).map { request.splits.contains($0) ? $1 : "" }
      }
    let shown = ConfigurationPanels(
      groups, of: run, facet: request.facet,
      known: request.color == nil ? [] : Set(run.paths).subtracting(request.splits))
    let curves = try run.curves(of: shown.configurations)
    let rows = curves.map { curves in
      shown.rows { curves.spreads(request.y, over: request.x, of: $0) }
    }
    return (rows ?? [], shown.note(on: rows ?? []), true)
  }
}

extension ChartRequest { fileprivate var splits: [String] { [color, facet].compactMap { $0 } } }

extension ChartedRun {
  /// Their errors were reported before the run.
  fileprivate var requests: [ChartRequest] {
    guard let node = run.experiment?["chart"] else { return [] }
    var decoder = ParameterDecoder(catalog: Catalog([]), folder: run.folder)
    return [ChartRequest].decode(node, as: Slot(name: "chart"), by: &decoder) ?? []
  }
}
