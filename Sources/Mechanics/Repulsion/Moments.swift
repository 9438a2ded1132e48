/// What a group of nodes amounts to from afar: its charge, its centroid and its covariances.
struct Moments: Sendable {
  /// How many nodes there are.
  var count = 0.0
  /// The sum of their charges.
  var charge = 0.0
  /// Their mean position.
  var centroid = SIMD4<Double>()
  /// Their variances along x, y and z.
  var variances = SIMD4<Double>()
  /// Their covariances in x and y, y and z, z and x.
  var covariances = SIMD4<Double>()

  init() {}

  /// The moments of the nodes `range`, of which there must be at least one.
  init(_ nodes: Lanes, _ range: Range<Int>, axes: Int) {
    func point(_ index: Int) -> SIMD4<Double> {
      SIMD4(nodes[0][index], nodes[1][index], axes == 3 ? nodes[2][index] : 0, 0)
    }
    // Offsets from a node of the group keep their digits where the group is far from the origin.
    let first = point(range.lowerBound)
    var (sum, squares, products) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for index in range {
      let offset = point(index) - first
      sum += offset
      squares += offset * offset
      products += offset * offset.rotated
      charge += nodes[axes][index]
    }
    count = Double(range.count)
    let mean = sum / count
    centroid = first + mean
    variances = squares / count - mean * mean
    covariances = products / count - mean * mean.rotated
  }

  /// Adds another group of nodes to this one (the parallel axis theorem).
  mutating func add(_ other: Moments) {
    let total = count + other.count
    let way = other.centroid - centroid
    let (own, others) = (count / total, other.count / total)
    centroid += way * others
    variances = variances * own + other.variances * others + way * way * (own * others)
    covariances =
      covariances * own + other.covariances * others + way * way.rotated * (own * others)
    charge += other.charge
    count = total
  }

  /// Writes, from `index` on, four points that have the centroid and the covariances of the nodes:
  /// with the charge shared among them they act as the group does up to terms of third order in
  /// extent/distance, whatever the law. In the plane they are the corners of a parallelogram, in
  /// space those of a tetrahedron: a square's or a regular tetrahedron's, times the Cholesky factor
  /// of the covariances. The charge of each goes into the last lane.
  func writeStandIns(to lanes: Lanes, at index: Int, axes: Int) {
    let xx = max(0, variances.x).squareRoot()
    let xy = xx > 0 ? covariances.x / xx : 0
    let xz = xx > 0 ? covariances.z / xx : 0
    let yy = max(0, variances.y - xy * xy).squareRoot()
    let yz = yy > 0 ? (covariances.y - xy * xz) / yy : 0
    let zz = max(0, variances.z - xz * xz - yz * yz).squareRoot()
    for (corner, sign) in Self.corners.enumerated() {
      lanes[0][index + corner] = centroid.x + sign.x * xx
      lanes[1][index + corner] = centroid.y + sign.x * xy + sign.y * yy
      if axes == 3 {
        lanes[2][index + corner] = centroid.z + sign.x * xz + sign.y * yz + sign.z * zz
      }
      lanes[axes][index + corner] = charge / 4
    }
  }

  /// The corners of a regular tetrahedron, and in x and y those of a square: their mean is zero and
  /// their covariance matrix the identity.
  private static let corners: [SIMD3<Double>] = [
    SIMD3(1, 1, 1), SIMD3(1, -1, -1), SIMD3(-1, 1, -1), SIMD3(-1, -1, 1),
  ]
}

extension SIMD4<Double> {
  /// y, z, x.
  fileprivate var rotated: SIMD4<Double> { SIMD4(y, z, x, w) }
}
