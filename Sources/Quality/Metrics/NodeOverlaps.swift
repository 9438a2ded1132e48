import ForceLabGraphs
import ForceLabPlugins

public struct NodeOverlaps: Metric {
  public var radius = 5.0

  public init() {}

  public static let manual = Manual<Self>(
    "node-overlaps",
    "Number of pairs of nodes that overlap, ‖xi − xj‖ < 2r; 0 is best.",
    parameters: [Parameter("radius", \.radius, in: 0..., unit: "px", "Radius r of a node.")],
    shorthand: "radius",
    formula: "#{i < j: ‖xi − xj‖ < 2·r}",
    source: "The node occlusion of Dunne and Shneiderman 2009")

  public var columns: [Column] { [.measure("node_overlaps", better: .lower)] }

  /// Circles (in 3D spheres) that only touch do not overlap. Cost: n log n, plus the boxes that
  /// intersect the rim of a circle; boxes inside a circle are counted as a whole.
  public func value(of layout: FinishedLayout) -> Double? {
    // Scaling by a power of two keeps squares within range and rounds nothing.
    let exponent = radius > 0 ? max(-1000, radius.exponent) : 0
    let factor = Double(sign: .plus, exponent: -exponent, significand: 1)
    let coordinates = layout.coordinates.map { $0.map { $0 * factor } }
    let reach = 2 * (radius * factor)
    let tree = BoxTree(coordinates, count: layout.graph.nodeCount)
    let counts = concurrently(blocksOf: tree.items.count) { block in
      block.reduce(0) { $0 + tree.count(after: $1, within: reach * reach) }
    }
    return Double(counts.reduce(0, +))
  }
}

extension BoxTree {
  /// How many items stand after `position` in the tree and have squared distances below `limit`.
  /// Rounding is monotone: no computed distance to an item is below that to its box, nor above that
  /// to the far corner. So the answer is the one that going through all items would give.
  fileprivate func count(after position: Int, within limit: Double) -> Int {
    let item = items[position]
    var count = 0
    var node = 1
    repeat {
      let range = range(of: node)
      guard range.upperBound > position + 1, square(from: item, to: boxes[node]) < limit else {
        node = successor(of: node)
        continue
      }
      if range.lowerBound > position && farSquare(from: item, to: boxes[node]) < limit {
        count += range.count
      } else if isLeaf(node) {
        for other in max(position + 1, range.lowerBound)..<range.upperBound
        where Self.square(item - items[other]) < limit { count += 1 }
      } else {
        node *= 2
        continue
      }
      node = successor(of: node)
    } while node > 1
    return count
  }

  private func farSquare(from item: SIMD4<Double>, to box: Box) -> Double {
    let (below, above) = (item - box.lower, box.upper - item)
    return Self.square(pointwiseMax(below, above))
  }
}
