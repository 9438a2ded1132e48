import ForceLabKit

/// A chart: the longest edge of each configuration.
public struct LongestEdgeChart: ChartKind {
  public init() {}

  public func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    var rows: [Chart.Row] = []
    for configuration in run.configurations {
      guard let edge = run.spread("longest_edge", of: configuration) else { return [] }
      rows.append(Chart.Row(x: Double(configuration.number), y: edge.median))
    }
    return [
      Chart(
        name: "longest-edge", title: "Longest edge", caption: run.pointNote,
        form: .points, x: Chart.Axis(of: .fact("configuration"), values: rows.map(\.x)),
        y: Chart.Axis(of: run.column("longest_edge"), values: rows.map(\.y)), rows: rows)
    ]
  }
}
