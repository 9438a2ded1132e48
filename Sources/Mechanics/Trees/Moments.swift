/// The charge, centroid and covariances of some nodes, weighted by the magnitude of the charges.
struct Moments: Sendable {
  var weight = 0.0
  var charge = 0.0
  /// Their mean position; the last number is 0.
  var centroid = SIMD4<Double>()
  var variances = SIMD4<Double>()
  /// Their covariances in x and y, y and z, z and x.
  var covariances = SIMD4<Double>()

  /// The moments of `nodes`, at least one. Their last number is not a coordinate.
  @inline(__always)
  init(_ nodes: UnsafePointer<SIMD4<Double>>, count: Int, _ charge: (Int) -> Double) {
    // Offsets from a node of the group avoid cancellation far from the origin.
    let first = nodes[0]
    var (sum, squares, products) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for index in 0..<count {
      let own = charge(index)
      // A group without charge has a centroid too.
      let weight = max(own.magnitude, 1e-150)
      var offset = nodes[index] - first
      offset.w = 0
      sum += offset * weight
      squares += offset * offset * weight
      products += offset * offset.rotated * weight
      self.charge += own
      self.weight += weight
    }
    let mean = sum / weight
    centroid = first + mean
    centroid.w = 0
    variances = squares / weight - mean * mean
    covariances = products / weight - mean * mean.rotated
  }

  /// From 0 to 1 for nodes in a row: (λ₁ − λ₂)²/(λ₁ + λ₂)² of the eigenvalues of the covariances.
  var flatAnisotropy: Double {
    let (sum, difference) = (variances.x + variances.y, variances.x - variances.y)
    return sum > 0 ? (difference * difference + 4 * covariances.x * covariances.x) / (sum * sum) : 0
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

/// Four points with the charge, the centroid and the covariances of a group of nodes (after Makino
/// 1999). For any law they act as the group does up to third order in extent/distance. In the plane
/// they are the corners of a parallelogram, in space those of a tetrahedron: a square's or a
/// regular tetrahedron's, times the Cholesky factor of the covariances.
struct PseudoParticles: Sendable {
  /// The charge of each.
  var charge = 0.0
  /// The Cholesky factor of the covariances.
  private var xx: Float = 0
  private var xy: Float = 0
  private var xz: Float = 0
  private var yy: Float = 0
  private var yz: Float = 0
  private var zz: Float = 0

  init() {}

  init(_ moments: Moments) {
    let (variances, covariances) = (moments.variances, moments.covariances)
    let xx = max(0, variances.x).squareRoot()
    let xy = xx > 0 ? covariances.x / xx : 0
    let xz = xx > 0 ? covariances.z / xx : 0
    let yy = max(0, variances.y - xy * xy).squareRoot()
    let yz = yy > 0 ? (covariances.y - xy * xz) / yy : 0
    let zz = max(0, variances.z - xz * xz - yz * yz).squareRoot()
    (self.xx, self.xy, self.xz) = (Float(xx), Float(xy), Float(xz))
    (self.yy, self.yz, self.zz) = (Float(yy), Float(yz), Float(zz))
    charge = moments.charge / 4
  }

  // The corners of a regular tetrahedron, and in x and y those of a square: their mean is zero and
  // their covariance matrix the identity.

  @inline(__always) func x<Number: KernelScalar>(about x: Number, _ corner: Int) -> Number {
    x + (corner < 2 ? Number(xx) : -Number(xx))
  }

  @inline(__always) func y<Number: KernelScalar>(about y: Number, _ corner: Int) -> Number {
    y + (corner < 2 ? Number(xy) : -Number(xy)) + (corner & 1 == 0 ? Number(yy) : -Number(yy))
  }

  @inline(__always) func z<Number: KernelScalar>(about z: Number, _ corner: Int) -> Number {
    let flat = z + (corner < 2 ? Number(xz) : -Number(xz))
    return flat + (corner & 1 == 0 ? Number(yz) : -Number(yz))
      + (corner == 0 || corner == 3 ? Number(zz) : -Number(zz))
  }
}

extension SIMD4<Double> { fileprivate var rotated: SIMD4<Double> { SIMD4(y, z, x, w) } }
