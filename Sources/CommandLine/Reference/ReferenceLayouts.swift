import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import Foundation

/// Measures of layouts by nine algorithms on generated graphs, with which `forcelab measure` compares drawings. They are
/// those of a run of `Experiments/reference/percentiles.yaml`.
struct ReferenceLayouts {
  private var columns: [String: Int] = [:]
  /// The layouts by the numbers of nodes and edges of their graphs; nil where a measure has no value.
  private var layouts: [SIMD2<Int>: [[Double?]]] = [:]

  /// Graphs are similar up to this factor in nodes and in mean degree.
  private static let maxFactor = 2.0
  private static let maxGraphs = 8
  private static let minGraphs = 3

  init() {
    let lines = String(decoding: PackageResources.reference_layouts_csv, as: UTF8.self)
      .split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for (index, name) in (lines.first ?? []).enumerated() { columns[String(name)] = index }
    for line in lines.dropFirst() {
      let values = line.map { Double($0) }
      guard let nodes = values[0], let edges = values[1] else { continue }
      layouts[SIMD2(Int(clamping: nodes), Int(clamping: edges)), default: []].append(values)
    }
  }

  /// Whether the layouts were measured with the parameters of `metric`: the defaults, or those of another definition.
  static func has(_ metric: any Metric) -> Bool {
    metric.reference.scalar != nil
      || MetricDefinitions.groups.joined().contains {
        $0.reference.hasSameContent(as: metric.reference)
      }
  }

  /// The most similar graphs; none if there are not enough.
  func similarGraphs(nodes: Int, edges: Int) -> [SIMD2<Int>] {
    guard nodes > 0, edges > 0 else { return [] }
    func distance(_ graph: SIMD2<Int>) -> Double {
      let (n, m) = (Double(graph.x), Double(graph.y))
      return max(abs(log(n / Double(nodes))), abs(log(m / n / (Double(edges) / Double(nodes)))))
    }
    let similar = layouts.keys.map { (graph: $0, distance: distance($0)) }
      .filter { $0.distance <= log(Self.maxFactor) }
      .sorted { ($0.distance, $0.graph.x, $0.graph.y) < ($1.distance, $1.graph.x, $1.graph.y) }
    return similar.count < Self.minGraphs ? [] : similar.prefix(Self.maxGraphs).map(\.graph)
  }

  /// The part of the layouts of `similar` graphs that are worse than `value`, where equal ones count half; nil if the
  /// measure has no direction or is not in the table, or if there are no similar graphs.
  func percentile(of value: Double, _ column: Column, edges: Int, among similar: [SIMD2<Int>])
    -> Double?
  {
    guard let better = column.better, let index = columns[column.name] else { return nil }
    // Counts, those of crossings, grow with the square of the edges.
    func scale(_ edges: Int) -> Double { column.isCount ? Double(edges) * Double(edges) : 1 }
    let value = value / scale(edges)
    let values = similar.flatMap { graph in
      (layouts[graph] ?? []).compactMap { $0[index].map { $0 / scale(graph.y) } }
    }
    guard !values.isEmpty else { return nil }
    let worse = values.reduce(0.0) {
      $0 + ($1 == value ? 0.5 : ($1 > value) == (better == .lower) ? 1 : 0)
    }
    return worse / Double(values.count)
  }
}
