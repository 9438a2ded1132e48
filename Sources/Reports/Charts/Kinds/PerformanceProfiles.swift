import ForceLabWorkbench

/// For each algorithm, the share of instances that it solves within a factor of the best.
struct PerformanceProfiles: ChartKind {
  /// Greater ratios are outside the axis.
  private static let maxFactor = 100.0

  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    return instances.comparisons.compactMap { comparison -> Chart? in
      let table = comparison.table
      guard let ratios = table.ratios else { return nil }
      let shown = comparison.ranked.prefix(Chart.maxSeries).map(\.algorithm)
      let profiles = shown.compactMap { name in
        table.algorithms.firstIndex(of: name).map { column in
          (name: name, profile: PerformanceProfile(ratios: ratios.map { $0[column] }))
        }
      }
      let maximum = profiles.flatMap(\.profile.steps).max() ?? 1
      guard maximum > 1 else { return nil }
      let end = min(maximum, Self.maxFactor)
      let styles = run.styles(of: shown)
      let rows = profiles.flatMap { name, profile in
        let configuration = instances.configuration(of: name)
        return Self.corners(of: profile, to: end).map { factor, share in
          Chart.Row(
            x: factor, y: share, series: name, style: styles[name] ?? 0,
            configuration: configuration)
        }
      }
      return Chart(
        name: Chart.name(comparison.measure, "profile"),
        title: "Performance profile of \(table.measure.title)",
        caption: "Share of the \(table.axes.counted(comparison.instances)) on which the "
          + "\(table.measure.title) \(table.measure.isPlural ? "are" : "is") within a factor of the best "
          + "algorithm there; higher is better (Dolan and Moré 2002). Failed trials count as never."
          + (table.measure.ratioNote.map { " Ratios are those of the \($0)." } ?? "")
          + (maximum > end ? " Factors above \(Int(clamping: end)) are outside the axis." : "")
          + (shown.count < table.algorithms.count
            ? " \(shown.count) of \(table.algorithms.count) algorithms, the best by rank." : ""),
        x: Chart.Axis(
          column: "factor", title: "factor of the best \(table.measure.title)", isLogarithmic: true,
          range: 1...end),
        y: Chart.Axis(column: "share", title: "share of \(table.axes.plural)", range: 0...1.02),
        rows: rows)
    }
  }

  private static func corners(of profile: PerformanceProfile, to end: Double)
    -> [(factor: Double, share: Double)]
  {
    let steps = profile.steps.filter { $0 > 1 && $0 <= end }
    let befores = zip(steps, [1] + steps).map { ($0, profile[$1]) }
    let corners = zip(befores, steps).flatMap { [$0, ($1, profile[$1])] }
    return [(1, profile[1])] + corners + [(end, profile[end])]
  }
}
