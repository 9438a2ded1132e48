import ForceLabGraphs
import ForceLabSettings
import ForceLabPlugins

public struct NodeOverlaps: Metric {
  public var radius = 5.0

  public init() {}

  public static let manual = Manual<Self>(
    "node-overlaps",
    "Number of pairs of nodes that overlap; 0 is best. Nodes are circles, or the boxes of 'nodes: {size: …}'.",
    parameters: [
      Parameter("radius", \.radius, in: 0..., unit: "px", "Radius r of a node that is no box.")
    ],
    shorthand: "radius",
    formula: """
      circles: #{i < j: ‖xi − xj‖ < 2·r}
      boxes: #{i < j: |dx| < (wi + wj)/2 and |dy| < (hi + hj)/2}, but for 10⁻⁹ of these sizes
      """,
    source: "The node occlusion of Dunne and Shneiderman 2009")

  public var columns: [Column] { [.measure("node_overlaps", better: .lower, ratioOffset: 1)] }

  /// Circles (in 3D spheres) that only touch do not overlap. Cost: n log n, plus the boxes that
  /// intersect the rim of a circle; boxes inside a circle are counted as a whole.
  public func value(of layout: FinishedLayout) -> Double? {
    if !layout.areas.isEmpty, layout.dimensions == 2 {
      return Double(NodeArea.overlapCount(layout.areas, at: layout.places))
    }
    // Scaling by a power of two keeps squares within range and rounds nothing.
    let exponent = radius > 0 ? max(-1000, radius.exponent) : 0
    let factor = Double(sign: .plus, exponent: -exponent, significand: 1)
    let coordinates = layout.coordinates.map { $0.map { $0 * factor } }
    let reach = 2 * (radius * factor)
    let tree = BoxTree(coordinates, count: layout.graph.nodeCount)
    let counts = concurrently(blocksOf: tree.items.count) { block in
      block.reduce(0) { $0 + tree.count(around: $1, below: reach * reach, after: $1) }
    }
    return Double(counts.reduce(0, +))
  }
}
