import Plugins

/// A plugin that measures a finished layout.
public protocol Metric: Plugin {
  /// The measure; nil where it does not apply, such as the edge lengths of a graph without edges.
  func value(of layout: Layout) -> Double?
}

extension PluginKind {
  /// Metrics.
  public static let metric = PluginKind("metric", "Measure a finished layout.")
}

extension Metric {
  /// Metrics are of the kind `metric`.
  public static var kind: PluginKind { .metric }
}

extension Catalog {
  /// The metrics of this module.
  public static let quality = Catalog([
    Stress.self, NeighborhoodPreservation.self, EdgeCrossings.self, CrossingAngle.self,
    AngularResolution.self, EdgeLengthCV.self, NodeOverlaps.self, AspectRatio.self,
  ])
}
