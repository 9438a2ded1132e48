import ForceLabGraphs
import ForceLabPlugins

public protocol Metric: Plugin {
  /// The measure; nil if it does not apply, such as the length of edges in a graph without edges.
  func value(of layout: FinishedLayout) -> Double?
  /// The columns of the measures; by default one with the metric's name.
  var columns: [Column] { get }
  /// The measures, one per column; by default the one measure.
  func values(of layout: FinishedLayout) -> [Double?]
  /// What the metric needs besides the graph and the coordinates; by default nothing.
  var needs: Set<LayoutKnowledge> { get }
  /// The numeric attributes of edges that it uses; by default none.
  var edgeAttributes: Set<String> { get }
  /// Throws if the metric cannot measure layouts of `graph`.
  func check(on graph: Graph) throws(ParameterError)
}

extension PluginKind {
  public static let metric = PluginKind("metric", "Measure a finished layout.")
}

extension Metric {
  public static var kind: PluginKind { .metric }
  public var columns: [Column] { [.measure(name.replacing("-", with: "_"))] }
  public func values(of layout: FinishedLayout) -> [Double?] { [value(of: layout)] }
  public var needs: Set<LayoutKnowledge> { [] }
  public var edgeAttributes: Set<String> { [] }
  public func check(on graph: Graph) throws(ParameterError) {}
}

extension Catalog {
  public static let quality = Catalog([
    Stress.self, NeighborhoodPreservation.self, EdgeCrossings.self, CrossingAngle.self,
    AngularResolution.self, EdgeLengthCV.self, NodeOverlaps.self, AspectRatio.self,
    Procrustes.self, Stability.self, ForceError.self, Modularity.self, QualityMetrics.self,
  ])
}
