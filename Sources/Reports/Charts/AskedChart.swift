import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// A chart that the experiment asks for.
struct AskedChart {
  let run: RunRecord
  let request: ChartRequest
  /// What tells the units of swept parameters, if it is known.
  let catalog: Catalog?

  /// The chart; nil if there are no numbers to draw.
  func chart() throws(Diagnostic) -> Chart? {
    let isOfTrials =
      run.holds(request.y) && (run.paths.contains(request.x) || run.holds(request.x))
    return isOfTrials ? try chartOfTrials() : try chartOfSamples()
  }

  private func chartOfTrials() throws(Diagnostic) -> Chart? {
    let isPath = run.paths.contains(request.x)
    let splits = [request.color, request.facet].compactMap { $0 }
    let family = try CurveFamily(
      run, over: isPath ? .path(request.x) : .column(request.x), of: request.y,
      by: request.color == nil ? .everything : .paths(splits))
    let (panels, note) = try family.panels(least: 1, facet: request.facet)
    return finished(
      panels, note: note, source: "trials.csv",
      form: .points(areJoined: isPath && family.isOrdered))
  }

  private func chartOfSamples() throws(Diagnostic) -> Chart? {
    let groups = groups
    let cast = try ChartSeries(
      groups, of: run, by: nil, facet: request.facet,
      known: request.color == nil
        ? [] : Set(run.paths).subtracting([request.color, request.facet].compactMap { $0 }))
    let trials = cast.groups.flatMap(\.configurations).flatMap(\.trials).map(\.number)
    guard let curves = try SampleCurves(run, trials: Set(trials)) else { return nil }
    let panels = try cast.panels(run) { curves.spreads(request.y, over: request.x, of: $0) }
    return finished(panels, note: cast.note, source: "samples.csv", form: .lines)
  }

  /// The configurations, those of one color and one panel together.
  private var groups: [RunConfiguration] {
    guard let color = request.color else { return run.goodConfigurations }
    let telling = run.paths.indices.filter { [color, request.facet].contains(run.paths[$0]) }
    var groups: [RunConfiguration] = []
    for configuration in run.goodConfigurations {
      let settings = configuration.settings.indices.map {
        telling.contains($0) ? configuration.settings[$0] : ""
      }
      if let index = groups.firstIndex(where: { $0.settings == settings }) {
        groups[index].trials += configuration.trials
      } else {
        groups.append(
          RunConfiguration(
            number: configuration.number, settings: settings, trials: configuration.trials))
      }
    }
    return groups
  }

  private func finished(
    _ panels: [Chart.Panel], note: String, source: String, form: Chart.Form
  ) -> Chart? {
    let points = panels.flatMap(\.series).flatMap(\.points)
    guard !points.isEmpty else { return nil }
    let (x, y) = (points.map(\.x), points.map(\.y))
    let isLogX = request.scale.map { [.logX, .logLog].contains($0) }
    let isLogY = request.scale.map { [.logY, .logLog].contains($0) }
    let across =
      run.paths.contains(request.x)
      ? run.axis(ofPath: request.x, x, catalog, isLogarithmic: isLogX)
      : Chart.Axis(
        of: request.x, values: x,
        isLogarithmic: isLogX ?? (form.isOfPoints && MeasureCharts.isWide(x)))
    let up = Chart.Axis(
      of: request.y, values: y, isLogarithmic: isLogY ?? MeasureCharts.isWide(y))
    let isRefused = isLogX == true && !across.isLogarithmic || isLogY == true && !up.isLogarithmic
    let chart = Chart(
      name: MeasureCharts.name(request.y, request.x),
      title: "\(ColumnQuantity(request.y).words.capitalizedFirst) over "
        + (run.paths.contains(request.x)
          ? run.title(ofPath: request.x) : ColumnQuantity(request.x).words),
      caption: (run.repeats > 1
        ? "Medians of the trials; \(form.isOfPoints ? "bars" : "bands") hold three fifths of them."
        : "One trial of each configuration.") + note
        + (isRefused ? " Numbers that are not above zero have no logarithm." : ""),
      form: form, x: across, y: up, panels: panels, source: source)
    return chart.isWorthwhile ? chart : nil
  }
}

extension Chart.Form {
  /// Whether points are drawn, not lines alone.
  fileprivate var isOfPoints: Bool { if case .points = self { true } else { false } }
}

extension RunRecord {
  /// The charts that the experiment asks for; what is wrong with them was told before it ran.
  var chartRequests: [ChartRequest] {
    guard let node = experiment?["chart"] else { return [] }
    var decoder = ParameterDecoder(catalog: Catalog([]), folder: folder)
    return [ChartRequest].decode(node, as: Slot(name: "chart"), by: &decoder) ?? []
  }

  /// Whether trials have numbers in `column`, or measures the statistic that it names.
  func holds(_ column: String) -> Bool {
    valueColumns.contains(column) || statistic(column) != nil
  }

  /// The measure and its statistic that a column of `summary.csv` is of, as `sd` of `stress`.
  func statistic(_ column: String) -> (name: String, measure: String)? {
    let name = Statistics.numberNames.first { column.hasPrefix($0 + "_") }
    guard !valueColumns.contains(column), let name else { return nil }
    let measure = String(column.dropFirst(name.count + 1))
    return valueColumns.contains(measure) ? (name, measure) : nil
  }
}
