import Foundation
import YAML

/// How movement and energy go on from iteration to iteration, in each configuration.
struct ConvergenceCharts {
  private let run: RunRecord
  private let cast: ChartCast
  private let curves: SampleCurves

  /// Numbers of a logarithmic axis that are smaller than the greatest by this are as good as nothing.
  private static let negligible = 1e-12

  /// Reads the samples of the configurations that have room; nil if there are none.
  init?(_ run: RunRecord) throws(Diagnostic) {
    let configurations = run.goodConfigurations
    let hasSamples = FileManager.default.fileExists(atPath: run.folder + "/samples.csv")
    guard hasSamples, !configurations.isEmpty else { return nil }
    self.run = run
    cast = try ChartCast(configurations, of: run, by: run.mainMeasure)
    let trials = cast.groups.flatMap(\.configurations).flatMap(\.trials).map(\.number)
    curves = try SampleCurves(
      run, columns: ["movement", "total_energy", "kinetic_energy"], trials: Set(trials))
  }

  /// Movement and energy, if they were recorded.
  func charts() throws(Diagnostic) -> [Chart] {
    var charts: [Chart] = []
    if let movement = try chart("movement", of: "movement", "How the movement fades") {
      charts.append(movement)
    }
    if let energy = try chart("energy", of: "total_energy", "How the energy falls") {
      charts.append(energy)
    } else if let energy = try chart(
      "energy", of: "kinetic_energy", "How the kinetic energy falls",
      note: " There is no total energy, for a force has no potential.")
    {
      charts.append(energy)
    }
    return charts
  }

  private func chart(_ name: String, of column: String, _ title: String, note: String = "")
    throws(Diagnostic) -> Chart?
  {
    var panels = try cast.panels(run) { curves.spreads(column, of: $0) }
    let isExcess = panels.flatMap(\.series).flatMap(\.points).contains { $0.y < 0 }
    if isExcess { Self.subtractLeast(&panels) }
    // One point of each is no course.
    guard panels.contains(where: { $0.series.contains { $0.points.count > 1 } }) else { return nil }
    let isLogarithmic = Self.keepPositive(&panels)
    let values = panels.flatMap(\.series).flatMap(\.points).map(\.y)
    var y = Chart.Axis(of: column, values: values, isLogarithmic: isLogarithmic)
    if isExcess {
      y.column += "_above_least"
      y.title = y.title.replacing("energy", with: "energy above its least")
    }
    let beginning = isLogarithmic ? "" : Self.cutBeginning(&y, panels)
    let band = isExcess ? "" : "; three fifths of the trials lie in the band"
    let trials =
      run.repeats > 1
      ? "Medians of the trials of each configuration\(band)." : "One trial of each configuration."
    let least = isExcess ? " Drawn is how far each lies above the least that it reaches." : ""
    let chart = Chart(
      name: name, title: title, caption: trials + cast.note + note + least + beginning,
      x: Chart.Axis(of: "iteration", values: [1]), y: y, panels: panels, source: "samples.csv")
    return chart.isWorthwhile ? chart : nil
  }

  /// Energies below zero have no place on an axis for ratios; what they lie above their least has. It
  /// has no band, for the least is that of the median.
  private static func subtractLeast(_ panels: inout [Chart.Panel]) {
    for panel in panels.indices {
      for index in panels[panel].series.indices {
        let least = panels[panel].series[index].points.map(\.y).min() ?? 0
        panels[panel].series[index].points = panels[panel].series[index].points.map {
          Chart.Point(x: $0.x, y: $0.y - least)
        }
      }
    }
  }

  /// Lets the first iterations go beyond the axis if all that follows would else be a flat line, and
  /// says so.
  private static func cutBeginning(_ axis: inout Chart.Axis, _ panels: [Chart.Panel]) -> String {
    let points = panels.flatMap(\.series).flatMap(\.points)
    guard let end = points.map(\.x).max() else { return "" }
    let later = points.filter { $0.x > 0.05 * end }.map(\.y)
    let (whole, part) = (axis.span(of: points.map(\.y)), axis.span(of: later))
    let length = { (span: ClosedRange<Double>) in span.upperBound - span.lowerBound }
    guard !later.isEmpty, length(part) < length(whole) / 3 else { return "" }
    axis.range = part.lowerBound * axis.divisor...part.upperBound * axis.divisor
    return " The first iterations lie beyond the axis."
  }

  /// Leaves out what a logarithmic axis cannot show, if the numbers are for one: none below zero, and
  /// so far apart that it is worth it. Says whether they are.
  private static func keepPositive(_ panels: inout [Chart.Panel]) -> Bool {
    let values = panels.flatMap(\.series).flatMap(\.points).map(\.y)
    guard let greatest = values.max(), greatest > 0, values.allSatisfy({ $0 >= 0 }),
      let least = values.filter({ $0 > 0 }).min(), greatest / least > 5
    else { return false }
    let floor = greatest * negligible
    for panel in panels.indices {
      for series in panels[panel].series.indices {
        panels[panel].series[series].points = panels[panel].series[series].points.compactMap {
          guard $0.y > floor else { return nil }
          var point = $0
          point.low = point.low.map { max($0, floor) }
          return point
        }
      }
      panels[panel].series.removeAll { $0.points.isEmpty }
    }
    return true
  }
}

extension RunRecord {
  /// The measure by which configurations are first judged: stress, else a time; nil if there is none.
  var mainMeasure: String? {
    let names = ["stress", "tick_ns_median", "query_ns", "layout_seconds", "wall_seconds"]
    return names.first { name in
      trials.contains { trial in (try? number(name, of: trial)) ?? nil != nil }
    }
  }
}
