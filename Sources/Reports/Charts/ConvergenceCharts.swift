import ForceLabSettings

/// How movement and energy go on from iteration to iteration, in each configuration.
struct ConvergenceCharts {
  let run: RunRecord
  /// The configurations that are shown.
  let cast: ChartSeries
  let curves: SampleCurves

  /// Numbers of a logarithmic axis that are smaller than the greatest by this are as good as nothing.
  private static let negligible = 1e-12

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
    let beginning =
      isLogarithmic
      ? ""
      : y.cutBeginning(
        of: panels.flatMap(\.series).flatMap(\.points).map { Chart.Point(x: $0.x, y: $0.y) })
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

extension Chart.Axis {
  /// Lets the first iterations go beyond the axis if all that follows would else be a flat line, and
  /// says so.
  mutating func cutBeginning(of points: [Chart.Point]) -> String {
    guard let end = points.map(\.x).max() else { return "" }
    let values = { (points: [Chart.Point]) in
      points.flatMap { [$0.y, $0.low, $0.high].compactMap { $0 } }
    }
    let later = points.filter { $0.x > 0.05 * end }
    let (whole, part) = (span(of: values(points)), span(of: values(later)))
    let length = { (span: ClosedRange<Double>) in span.upperBound - span.lowerBound }
    guard !later.isEmpty, length(part) < length(whole) / 3 else { return "" }
    range = part.lowerBound * divisor...part.upperBound * divisor
    return " The first iterations lie beyond the axis."
  }
}
