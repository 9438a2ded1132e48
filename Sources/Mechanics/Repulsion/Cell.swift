/// Some nodes that stand together, with their real extent and what they amount to as one.
struct Cell: Sendable {
  /// The lowest coordinates of its nodes.
  var lower: SIMD4<Double>
  /// The highest coordinates of its nodes.
  var upper: SIMD4<Double>
  /// The mean position of its nodes.
  var centroid: SIMD4<Double>
  /// The variances of its nodes along x, y and z.
  var variances: SIMD4<Double>
  /// The covariances of its nodes in x and y, y and z, z and x.
  var covariances: SIMD4<Double>
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
    var charge = 0.0
    // Offsets from a node of the cell keep their digits where the cell is far from the origin.
    var (sum, squares, products) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for index in nodes {
      let entry = entries[index]
      lower = pointwiseMin(lower, entry.point)
      upper = pointwiseMax(upper, entry.point)
      let offset = entry.point - first
      sum += offset
      squares += offset * offset
      products += offset * offset.rotated
      charge += entry.charge
    }
    let mean = sum / Double(nodes.count)
    centroid = first + mean
    variances = squares / Double(nodes.count) - mean * mean
    covariances = products / Double(nodes.count) - mean * mean.rotated
    self.charge = charge
    self.nodes = nodes
  }

  /// Twice the distance from its centroid to its farthest side: the longest side of a box about the
  /// centroid. A side's length alone would let a cell count as one node whose centroid is far off,
  /// but whose near edge touches the target.
  var extent: Double { 2 * pointwiseMax(upper - centroid, centroid - lower).max() }

  /// The squared distance from `point` to the nearest point of its box.
  func squaredDistance(to point: SIMD4<Double>) -> Double {
    let gap = pointwiseMax(pointwiseMax(lower - point, point - upper), SIMD4<Double>())
    return (gap * gap).sum()
  }
}

extension Cell {
  /// Four points that have the centroid and the covariances of the cell's nodes: with the charge
  /// shared among them they act as the cell does up to terms of third order in extent/distance,
  /// whatever the law. In the plane they are the corners of a parallelogram, in space those of a
  /// tetrahedron: a square's or a regular tetrahedron's, times the Cholesky factor of the covariances.
  func standIns(axes: Int) -> [SIMD4<Double>] {
    let xx = variances.x.squareRoot()
    let xy = xx > 0 ? covariances.x / xx : 0
    let xz = xx > 0 ? covariances.z / xx : 0
    let yy = max(0, variances.y - xy * xy).squareRoot()
    let yz = yy > 0 ? (covariances.y - xy * xz) / yy : 0
    let zz = max(0, variances.z - xz * xz - yz * yz).squareRoot()
    let columns = (SIMD4(xx, xy, xz, 0), SIMD4(0, yy, yz, 0), SIMD4(0, 0, zz, 0))
    return (axes == 2 ? Self.square : Self.tetrahedron).map { corner in
      let way = corner.x * columns.0 + corner.y * columns.1 + corner.z * columns.2
      return centroid + way
    }
  }

  /// Corners whose mean is zero and whose covariance matrix is the identity.
  private static let square: [SIMD3<Double>] = [
    SIMD3(1, 1, 0), SIMD3(-1, 1, 0), SIMD3(1, -1, 0), SIMD3(-1, -1, 0),
  ]
  private static let tetrahedron: [SIMD3<Double>] = [
    SIMD3(1, 1, 1), SIMD3(1, -1, -1), SIMD3(-1, 1, -1), SIMD3(-1, -1, 1),
  ]
}

extension SIMD4<Double> {
  /// y, z, x.
  fileprivate var rotated: SIMD4<Double> { SIMD4(y, z, x, w) }
}
