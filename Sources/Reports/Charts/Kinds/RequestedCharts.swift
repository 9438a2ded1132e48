import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The charts that the experiment requests with `chart:`.
struct RequestedCharts: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    var charts: [Chart] = []
    for request in run.requests {
      let isOfTrials =
        run.hasNumbers(in: request.y)
        && (run.paths.contains(request.x) || run.hasNumbers(in: request.x))
      guard
        var chart = try isOfTrials
          ? Self.chartOfTrials(request, run) : Self.chartOfSamples(request, run)
      else {
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

  private static func chartOfTrials(_ request: ChartRequest, _ run: ChartedRun) -> Chart? {
    let splits = [request.color, request.facet].compactMap { $0 }
    let lines = ConfigurationLines(
      run, over: request.x, of: request.y,
      by: request.color == nil ? .everything : .paths(splits))
    let (panels, note) = lines.panels(minPoints: 1, facet: request.facet)
    let areJoined = run.paths.contains(request.x) && lines.isOrdered
    return chart(request, run, panels, note, .points(areJoined: areJoined), "trials.csv")
  }

  private static func chartOfSamples(_ request: ChartRequest, _ run: ChartedRun) throws(Diagnostic)
    -> Chart?
  {
    let splits = [request.color, request.facet].compactMap { $0 }
    let shown = ConfigurationPanels(
      groups(request, run), of: run, facet: request.facet,
      known: request.color == nil ? [] : Set(run.paths).subtracting(splits))
    guard let curves = try run.curves(of: shown.configurations) else { return nil }
    let panels = shown.panels { curves.spreads(request.y, over: request.x, of: $0) }
    return chart(request, run, panels, shown.note, .lines, "samples.csv")
  }

  private static func groups(_ request: ChartRequest, _ run: ChartedRun) -> [ConfigurationTrials] {
    guard let color = request.color else { return run.configurations }
    var groups: [ConfigurationTrials] = []
    for configuration in run.configurations {
      let settings = zip(run.paths, configuration.settings).map { path, setting in
        [color, request.facet].contains(path) ? setting : ""
      }
      if let index = groups.firstIndex(where: { $0.settings == settings }) {
        groups[index].trials += configuration.trials
      } else {
        groups.append(
          ConfigurationTrials(
            number: configuration.number, settings: settings, trials: configuration.trials))
      }
    }
    return groups
  }

  private static func chart(
    _ request: ChartRequest, _ run: ChartedRun, _ panels: [Chart.Panel], _ note: String,
    _ form: Chart.Form, _ source: String
  ) -> Chart? {
    let points = panels.flatMap(\.series).flatMap(\.points)
    guard !points.isEmpty else { return nil }
    let (x, y) = (points.map(\.x), points.map(\.y))
    let isLogX = request.scale.map { [.logX, .logLog].contains($0) }
    let isLogY = request.scale.map { [.logY, .logLog].contains($0) }
    let isOfTrials = source == "trials.csv"
    let across =
      run.paths.contains(request.x)
      ? run.axis(ofPath: request.x, x, isLogarithmic: isLogX)
      : Chart.Axis(
        of: run.column(request.x), values: x, isLogarithmic: isLogX ?? (isOfTrials && x.isWide))
    let up = Chart.Axis(of: run.column(request.y), values: y, isLogarithmic: isLogY ?? y.isWide)
    let isRefused = isLogX == true && !across.isLogarithmic || isLogY == true && !up.isLogarithmic
    let chart = Chart(
      name: Chart.name(request.y, request.x),
      title: "\(run.column(request.y).title.capitalizedFirst) over \(run.column(request.x).title)",
      caption: (isOfTrials ? run.pointNote : run.curveNote) + note
        + (isRefused ? " A linear axis is used, because some values are not above zero." : ""),
      form: form, x: across, y: up, panels: panels, source: source)
    return chart.isWorthwhile ? chart : nil
  }
}

extension ChartedRun {
  /// Their errors were reported before the run.
  fileprivate var requests: [ChartRequest] {
    guard let node = run.experiment?["chart"] else { return [] }
    var decoder = ParameterDecoder(catalog: Catalog([]), folder: run.folder)
    return [ChartRequest].decode(node, as: Slot(name: "chart"), by: &decoder) ?? []
  }
}
