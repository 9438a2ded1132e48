/// Some nodes that stand together, with their real extent and what they amount to as one.
struct Cell: Sendable {
  /// The lowest coordinates of its nodes.
  var lower: SIMD4<Double>
  /// The highest coordinates of its nodes.
  var upper: SIMD4<Double>
  /// The mean position of its nodes.
  var centroid: SIMD4<Double>
  /// The sum of their charges.
  var charge: Double
  /// Which entries of the node order they are.
  var nodes: Range<Int>
  /// In a tree, the cell after this one's subtree.
  var next = 0
  /// In a tree, whether there are no cells below it.
  var isLeaf = true

  /// The cell of the entries `nodes`, of which there must be at least one.
  init(_ entries: [NodeOrder.Entry], _ nodes: Range<Int>) {
    let first = entries[nodes.lowerBound].point
    (lower, upper) = (first, first)
    var (offset, charge) = (SIMD4<Double>(), 0.0)
    for index in nodes {
      let entry = entries[index]
      lower = pointwiseMin(lower, entry.point)
      upper = pointwiseMax(upper, entry.point)
      offset += entry.point - first
      charge += entry.charge
    }
    // Offsets from a node of the cell keep their digits where the cell is far from the origin.
    centroid = first + offset / Double(nodes.count)
    self.charge = charge
    self.nodes = nodes
  }

  /// The length of its longest side.
  var extent: Double { (upper - lower).max() }

  /// The squared distance from `point` to the nearest point of its box.
  func squaredDistance(to point: SIMD4<Double>) -> Double {
    let gap = pointwiseMax(pointwiseMax(lower - point, point - upper), SIMD4<Double>())
    return (gap * gap).sum()
  }
}
