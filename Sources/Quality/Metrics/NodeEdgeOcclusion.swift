import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct NodeEdgeOcclusion: EdgeMetric {
  public var radius = 5.0
  public var margin = 0.02

  public init() {}

  public static let manual = Manual<Self>(
    "node-edge-occlusion",
    "How much edges run over or near nodes that are not their ends: the mean over edges of a penalty of the node next "
      + "to the edge, 1 if they touch and 0 from a distance on that is a part of the layout's diagonal.",
    parameters: [
      Parameter("radius", \.radius, in: 0..., unit: "px", "Radius r of a node."),
      Parameter(
        "margin", \.margin, in: 0...,
        "The distance from which there is no penalty, as a part of the diagonal D."),
    ],
    formula: "1/m·Σ max(0, 1 − gap/(margin·D))³, gap = max(0, distance to the nearest node − r)",
    source: "1 minus the node-edge occlusion of geg-metrics 0.4, Mooney et al. 2024")

  public var columns: [Column] { [.measure("node_edge_occlusion", better: .lower)] }

  /// Nil without edges. Cost: about m·log n, more if edges are long, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard graph.edgeCount > 0 else { return nil }
    let page = layout.normalized
    let tree = BoxTree(page.coordinates, count: graph.nodeCount)
    let places = tree.centers
    let disk = radius * layout.normalizingFactor
    let diagonal = page.extents.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let zone = margin * diagonal
    let penalties = concurrently(blocksOf: graph.edgeCount) { block in
      block.reduce(0.0) { sum, edge in
        let ends = (places[Int(graph.sources[edge])], places[Int(graph.targets[edge])])
        var nearest = Double.infinity
        if page.route(of: edge) == nil {
          nearest = tree.distance(to: ends, below: disk + zone, enough: disk)
        } else {
          page.forEachSegment(of: edge) { piece in
            let places = (
              SIMD4(piece.a.x, piece.a.y, 0, ends.0.w), SIMD4(piece.b.x, piece.b.y, 0, ends.1.w)
            )
            nearest = min(
              nearest, tree.distance(to: places, below: disk + zone, enough: disk))
          }
        }
        let gap = max(0, nearest - disk)
        guard gap > 0 else { return sum + 1 }
        let part = zone > 0 ? max(0, 1 - gap / zone) : 0
        return sum + part * part * part
      }
    }
    return penalties.reduce(0, +) / Double(graph.edgeCount)
  }
}

extension BoxTree {
  /// The distance of the nearest item, other than the ends, to the segment between `ends`, or of one that is near
  /// `enough`; infinite if none is within `reach`.
  fileprivate func distance(
    to ends: (SIMD4<Double>, SIMD4<Double>), below reach: Double, enough: Double
  ) -> Double {
    var (nearest, isFound) = (reach.nextUp, false)
    let way = ends.1 - ends.0
    let square = Self.square(way)
    func distance(_ point: SIMD4<Double>) -> Double {
      let gap = point - ends.0
      let along = gap * way
      let part = square > 0 ? min(1, max(0, (along.x + along.y + along.z) / square)) : 0
      return Self.square(gap - part * way).squareRoot()
    }
    func isNear(_ box: Box) -> Bool {
      let (center, half) = ((box.lower + box.upper) / 2, (box.upper - box.lower) / 2)
      // Rounding must not leave out a box.
      return distance(center) - Self.square(half).squareRoot() <= nearest * (1 + 1e-9)
    }
    visitLeaves(where: { isNear(boxes[$0]) }) { range in
      for item in items[range] where item.w != ends.0.w && item.w != ends.1.w {
        let length = distance(item)
        if length < nearest { (nearest, isFound) = (length, true) }
      }
      return nearest > enough
    }
    return isFound ? nearest : .infinity
  }
}
