import ForceLabGraphs
import ForceLabPlugins

/// A measure of a finished layout, or several that are computed together. To write one, give the manual
/// and `value(of:)`, or also `columns` and `values(of:)` for several.
public protocol Metric: Plugin {
  /// The measure; nil if it does not apply, such as the length of edges in a graph without edges.
  func value(of layout: FinishedLayout) -> Double?
  /// The columns of the measures; by default one with the metric's name.
  var columns: [Column] { get }
  /// The measures, one entry per column of `columns` in their order, nil where undefined; by default the
  /// one measure. It depends on the layout and the parameters alone, and may be called on any thread.
  func values(of layout: FinishedLayout) -> [Double?]
  /// What the metric needs besides the graph and the coordinates; by default nothing.
  var needs: Set<LayoutKnowledge> { get }
  /// Whether layouts of a graph can be compared by a large part of them, because the measure is a mean over nodes or
  /// edges that depends only on what is near each; by default false.
  var isLocal: Bool { get }
  /// The numeric attributes of edges that it uses; by default none.
  var edgeAttributes: Set<String> { get }
  /// Throws if the metric cannot measure layouts of `graph`.
  func check(on graph: Graph) throws(ParameterError)
  /// Why columns stay empty for all layouts of `graph` in two or three dimensions, such as “the graph
  /// has no edges”; nil, the default, if none is known to.
  func lack(on graph: Graph, dimensions: Int) -> String?
}

extension PluginKind {
  public static let metric = PluginKind("metric", "Measure a finished layout.")
}

extension Metric {
  public static var kind: PluginKind { .metric }
  public var columns: [Column] { [.measure(name.replacing("-", with: "_"))] }
  public func values(of layout: FinishedLayout) -> [Double?] { [value(of: layout)] }
  public var needs: Set<LayoutKnowledge> { [] }
  public var isLocal: Bool { false }
  public var edgeAttributes: Set<String> { [] }
  public func check(on graph: Graph) throws(ParameterError) {}
  public func lack(on graph: Graph, dimensions: Int) -> String? {
    if self is any PlaneMetric, dimensions != 2 { return "it is measured in 2D only" }
    return self is any EdgeMetric && graph.edgeCount == 0 ? "the graph has no edges" : nil
  }
}

/// Several measures, of which the first is the value.
protocol MetricGroup: Metric {}

extension MetricGroup {
  public func value(of layout: FinishedLayout) -> Double? { values(of: layout)[0] }
}

/// A measure that stays empty without edges.
protocol EdgeMetric: Metric {}

/// A measure that stays empty in 3D.
protocol PlaneMetric: Metric {}

extension Catalog {
  public static let quality = Catalog([
    Stress.self, NeighborhoodPreservation.self, EdgeCrossings.self, CrossingAngle.self,
    AngularResolution.self, EdgeLengthCV.self, NodeOverlaps.self, AspectRatio.self,
    KruskalStress.self, NormalizedCrossings.self, EdgeLengthDeviation.self,
    EdgeOrthogonality.self, GabrielRatio.self, NodeResolution.self, NodeUniformity.self,
    Silhouette.self, DistanceConsistency.self, RawStress.self, PooledNeighborhoods.self,
    Trustworthiness.self, ShapeFaithfulness.self, NodeEdgeOcclusion.self, Balance.self,
    HullArea.self, Symmetry.self, UpwardFlow.self, Procrustes.self, Stability.self,
    ChangeFaithfulness.self, ForceError.self,
    Modularity.self,
    QualityMetrics.self, KeepOverlaps.self, Prism.self, GrowingTree.self,
  ])
}

extension [any Metric] {
  /// The indices of those with a column of an earlier one, each with a message.
  package var repeated: [(index: Int, message: String)] {
    var owners: [String: String] = [:]
    return indices.compactMap { index in
      let columns = self[index].columns.map(\.name)
      let known = columns.first { owners[$0] != nil }
      for column in columns where owners[column] == nil { owners[column] = self[index].name }
      guard let known, let owner = owners[known] else { return nil }
      return (index, "'\(owner)' measures \(known), too; remove one of them")
    }
  }
}
