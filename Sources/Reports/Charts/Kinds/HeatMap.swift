import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// The main measure over two swept numbers, as a grid of colored cells.
struct HeatMap: ChartKind {
  private struct Side {
    let path: Int
    let values: [String]

    func index(of configuration: ConfigurationTrials) -> Double? {
      values.firstIndex(of: configuration.settings[path]).map(Double.init)
    }
  }

  /// The two numeric paths with most values, a panel for each other setting; none for too many or mostly empty ones.
  func charts(of run: ChartedRun) -> [Chart] {
    guard let measure = run.chartMeasures.first, let (x, y) = Self.sides(run) else { return [] }
    let crossed = run.configurations.filter { x.index(of: $0) != nil && y.index(of: $0) != nil }
    let groups = Self.groups(crossed, x, y, run.paths)
    let full = groups.filter { 2 * $0.configurations.count > x.values.count * y.values.count }
    guard 1...Chart.maxPanels ~= full.count else { return [] }
    let cells = full.flatMap { group in
      // Configurations of the same cell are alike, so that the first stands for all.
      group.configurations.compactMap { configuration -> Chart.Row? in
        guard let column = x.index(of: configuration), let row = y.index(of: configuration),
          let spread = run.spread(measure.name, of: configuration)
        else { return nil }
        return Chart.Row(x: column, y: row, value: spread.median, panel: group.title)
      }.uniqued(on: { [$0.x, $0.y] })
    }
    let values = cells.compactMap(\.value)
    guard run.differ(values, in: measure) else { return [] }
    let colors = CellColors(of: measure, values: values)
    let titles = [x, y].map { run.column(run.paths[$0.path]).title }
    let axes = [x, y].map { side in
      Chart.Axis(
        title: run.axis(ofPath: run.paths[side.path], [1]).title,
        names: side.values.map { ConfigurationLabels.typographic($0, among: side.values) })
    }
    return [
      Chart(
        name: "heatmap",
        title: "\(measure.title.capitalizedFirst) over \(titles[0]) and \(titles[1])",
        caption: run.note(ofRepeats: "Medians of the trials.")
          + (full.count < groups.count
            ? " Settings without most combinations of the two are left out." : "")
          + colors.note,
        form: .cells, x: axes[0], y: axes[1], color: colors.axis, rows: cells)
    ]
  }

  /// The two paths, the one with more values first; it has at least three values.
  private static func sides(_ run: ChartedRun) -> (x: Side, y: Side)? {
    let sides = run.numericPaths(minimum: 2).map { path in
      let values = run.configurations.map { $0.settings[path] }.uniqued.filter { !$0.isEmpty }
      return Side(path: path, values: inOrder(values))
    }
    let sorted = sides.sorted { ($1.values.count, $0.path) < ($0.values.count, $1.path) }
    guard sorted.count > 1, sorted[0].values.count > 2 else { return nil }
    return (sorted[0], sorted[1])
  }

  /// The configurations in groups that differ only in what the axes show.
  private static func groups(
    _ configurations: [ConfigurationTrials], _ x: Side, _ y: Side, _ paths: [String]
  ) -> [ConfigurationPanels.Group] {
    let others = paths.indices.filter { $0 != x.path && $0 != y.path }
    let keys = configurations.map { configuration in
      others.map { path in
        let setting = configuration.settings[path]
        // The setting of a plugin repeats a swept number below it: only the name of the plugin counts.
        let isParent = [x, y].contains { paths[$0.path].hasPrefix(paths[path] + ".") }
        return isParent
          ? ConfigurationLabels.text(setting, called: "", isParent: true) ?? "" : setting
      }
    }
    let names = shortNames(of: paths)
    let different = others.indices.filter { index in Set(keys.map { $0[index] }).count > 1 }
    return configurations.indices.grouped { keys[$0] }.map { key, own in
      let title = different.compactMap {
        ConfigurationLabels.text(key[$0], called: names[others[$0]])
      }
      return ConfigurationPanels.Group(
        title: title.joined(separator: " · "), configurations: own.map { configurations[$0] })
    }
  }
}

/// The color axis of a heat map, which a few extreme values do not flatten: colors end at Tukey's
/// outer fences, three times the interquartile range beyond the quartiles.
struct CellColors {
  let axis: Chart.Axis
  /// A sentence about the values beyond the fences; empty if there are none.
  let note: String

  init(of measure: Column, values: [Double]) {
    let inside = Self.inside(values)
    let isLogarithmic = inside.isWide && values.allSatisfy { $0 > 0 }
    let kept = isLogarithmic ? Self.inside(values) { log($0) } : inside
    // The unit suits most values.
    var axis = Chart.Axis(of: measure, values: kept, isLogarithmic: isLogarithmic)
    let count = values.count - kept.count
    if count > 0, let minimum = kept.min(), let maximum = kept.max() {
      axis.range = minimum...maximum
    }
    self.axis = axis
    note =
      count == 0
      ? ""
      : " Colors end at three interquartile ranges beyond the quartiles; "
        + "\(counted(count, "value")) beyond \(count == 1 ? "has" : "have") the color of the end and "
        + "the mark ▲ (above) or ▼ (below)."
  }

  /// The values between the fences; all if the fences coincide or nothing else varies.
  private static func inside(
    _ values: [Double], by scale: (Double) -> Double = { $0 }
  ) -> [Double] {
    let sorted = values.map(scale).sorted()
    guard sorted.count > 4 else { return values }
    let (low, high) = (quantile(sorted, 0.25), quantile(sorted, 0.75))
    let reach = 3 * (high - low)
    let kept = values.filter { low - reach...high + reach ~= scale($0) }
    return reach > 0 && Set(kept).count > 1 ? kept : values
  }
}
