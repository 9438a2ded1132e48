import ForceLabPlugins

/// A plugin that measures a finished layout.
public protocol Metric: Plugin {
  /// The measure; nil where it does not apply, such as the edge lengths of a graph without edges.
  func value(of layout: FinishedLayout) -> Double?
  /// The columns of the measures; by default one that has the metric's name.
  var columns: [Column] { get }
  /// The measures, one per column.
  func values(of layout: FinishedLayout) -> [Double?]
  /// What the layout must know besides the graph and the coordinates.
  var needs: Set<LayoutKnowledge> { get }
}

extension PluginKind {
  /// Metrics.
  public static let metric = PluginKind("metric", "Measure a finished layout.")
}

extension Metric {
  /// Metrics are of the kind `metric`.
  public static var kind: PluginKind { .metric }
  /// One column that has the metric's name.
  public var columns: [Column] { [.measure(name.replacing("-", with: "_"))] }
  /// The one measure.
  public func values(of layout: FinishedLayout) -> [Double?] { [value(of: layout)] }
  /// Nothing, unless the metric says otherwise.
  public var needs: Set<LayoutKnowledge> { [] }
}

extension Catalog {
  /// The metrics of this module.
  public static let quality = Catalog([
    Stress.self, NeighborhoodPreservation.self, EdgeCrossings.self, CrossingAngle.self,
    AngularResolution.self, EdgeLengthCV.self, NodeOverlaps.self, AspectRatio.self,
    Procrustes.self, ForceError.self,
  ])
}
