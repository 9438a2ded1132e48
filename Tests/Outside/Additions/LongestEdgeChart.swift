import ForceLabKit

/// A chart: the longest edge of each configuration.
public struct LongestEdgeChart: ChartKind {
  public init() {}

  public func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    var points: [Chart.Point] = []
    for configuration in run.configurations {
      guard let edge = run.spread("longest_edge", of: configuration) else { return [] }
      points.append(Chart.Point(x: Double(configuration.number), y: edge.median))
    }
    return [
      Chart(
        name: "longest-edge", title: "Longest edge", caption: run.pointNote,
        form: .points(areJoined: false),
        x: Chart.Axis(of: .fact("configuration"), values: points.map(\.x)),
        y: Chart.Axis(of: run.column("longest_edge"), values: points.map(\.y)),
        panels: [Chart.Panel(series: [Chart.Series(points: points)])], source: "trials.csv")
    ]
  }
}
