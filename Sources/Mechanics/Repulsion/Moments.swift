/// What a group of nodes amounts to from afar: its charge, and its centroid and covariances with
/// every node weighed by the magnitude of its charge.
struct Moments: Sendable {
  /// The sum of the weights.
  var weight = 0.0
  /// The sum of their charges.
  var charge = 0.0
  /// Their mean position; the last number is 0.
  var centroid = SIMD4<Double>()
  /// Their variances along x, y and z.
  var variances = SIMD4<Double>()
  /// Their covariances in x and y, y and z, z and x.
  var covariances = SIMD4<Double>()

  init() {}

  /// The moments of `nodes`, the last number of each being no coordinate, with `charges`; there
  /// must be at least one.
  init(_ nodes: UnsafePointer<SIMD4<Double>>, _ charges: UnsafePointer<Double>, count: Int) {
    // Offsets from a node of the group keep their digits where the group is far from the origin.
    let first = nodes[0]
    var (sum, squares, products) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for index in 0..<count {
      let own = charges[index]
      // A group without charge has a place, too.
      let weight = max(own.magnitude, 1e-150)
      var offset = nodes[index] - first
      offset.w = 0
      sum += offset * weight
      squares += offset * offset * weight
      products += offset * offset.rotated * weight
      charge += own
      self.weight += weight
    }
    let mean = sum / weight
    centroid = first + mean
    centroid.w = 0
    variances = squares / weight - mean * mean
    covariances = products / weight - mean * mean.rotated
  }

  /// Adds another group of nodes to this one (the parallel axis theorem).
  mutating func add(_ other: Moments) {
    let total = weight + other.weight
    let way = other.centroid - centroid
    let (own, others) = (weight / total, other.weight / total)
    centroid += way * others
    variances = variances * own + other.variances * others + way * way * (own * others)
    covariances =
      covariances * own + other.covariances * others + way * way.rotated * (own * others)
    charge += other.charge
    weight = total
  }
}

/// Four points that have the centroid and the covariances of a group of nodes: with the charge
/// shared among them they act as the group does up to terms of third order in extent/distance,
/// whatever the law.
///
/// In the plane they are the corners of a parallelogram, in space those of a tetrahedron: a
/// square's or a regular tetrahedron's, times the Cholesky factor of the covariances.
struct StandIns: Sendable {
  var x = SIMD4<Double>()
  var y = SIMD4<Double>()
  var z = SIMD4<Double>()
  /// The charge of each.
  var charge = 0.0

  init() {}

  init(_ moments: Moments) {
    let (centroid, variances, covariances) = (
      moments.centroid, moments.variances, moments.covariances
    )
    let xx = max(0, variances.x).squareRoot()
    let xy = xx > 0 ? covariances.x / xx : 0
    let xz = xx > 0 ? covariances.z / xx : 0
    let yy = max(0, variances.y - xy * xy).squareRoot()
    let yz = yy > 0 ? (covariances.y - xy * xz) / yy : 0
    let zz = max(0, variances.z - xz * xz - yz * yz).squareRoot()
    // The corners of a regular tetrahedron, and in x and y those of a square: their mean is zero
    // and their covariance matrix the identity.
    let cornersX = SIMD4<Double>(1, 1, -1, -1)
    let cornersY = SIMD4<Double>(1, -1, 1, -1)
    let cornersZ = SIMD4<Double>(1, -1, -1, 1)
    x = centroid.x + cornersX * xx
    y = centroid.y + cornersX * xy + cornersY * yy
    z = centroid.z + cornersX * xz + cornersY * yz + cornersZ * zz
    charge = moments.charge / 4
  }
}

extension SIMD4<Double> {
  /// y, z, x.
  fileprivate var rotated: SIMD4<Double> { SIMD4(y, z, x, w) }
}
