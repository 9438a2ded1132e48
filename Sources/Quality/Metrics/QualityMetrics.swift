import ForceLabGraphs
import ForceLabPlugins

public struct QualityMetrics: MetricGroup {
  public var distance = EdgeDistance.unit
  public var radius = 5.0

  public init() {}

  public static let manual = Manual<Self>(
    "quality",
    "The measures that papers report: stress, neighborhood-preservation, edge-crossings, crossing-angle, "
      + "angular-resolution, edge-length-cv, node-overlaps and aspect-ratio.",
    parameters: [
      Parameter("distance", \.distance, "As in `stress`."),
      Parameter(
        "radius", \.radius, in: 0..., unit: "px", "Radius of a node, as in `node-overlaps`."),
    ],
    formula: "as in each of these metrics",
    source: "The criteria that layout papers evaluate; Di Bartolomeo et al. 2024")

  private var stress: Stress { Stress { $0.distance = distance } }

  /// Without the two of crossings, which are found together.
  private var others: [any Metric] {
    [AngularResolution(), EdgeLengthCV(), NodeOverlaps { $0.radius = radius }, AspectRatio()]
  }

  private var members: [any Metric] {
    [stress, NeighborhoodPreservation(), EdgeCrossings(), CrossingAngle()] + others
  }

  public var columns: [Column] { members.flatMap(\.columns) }
  public var edgeAttributes: Set<String> { stress.edgeAttributes }
  public func check(on graph: Graph) throws(ParameterError) { try stress.check(on: graph) }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    let reasons = members.compactMap { member in
      member.lack(on: graph, dimensions: dimensions).map { "\(member.name): \($0)" }
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Cost: that of the members, but crossings are found once.
  public func values(of layout: FinishedLayout) -> [Double?] {
    let crossings = Crossings(layout, withAngles: true)
    return stress.values(of: layout) + NeighborhoodPreservation().values(of: layout)
      + EdgeCrossings().values(crossings) + CrossingAngle().values(crossings)
      + others.flatMap { $0.values(of: layout) }
  }
}
