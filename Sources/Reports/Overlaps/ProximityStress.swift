/// The stress Σ (‖xi − xj‖ − d_ij)²/d_ij² of some pairs of points, and its minimization by majorization.
/// Source: Gansner, Koren and North, “Graph drawing by stress majorization”, 2004.
struct ProximityStress {
  private let pairs: [(Int, Int)]
  private let lengths: [Double]
  private let weights: [Double]
  /// The sum of the weights of each point's pairs.
  private let totals: [Double]

  /// The pairs must connect all points, and their lengths must be positive.
  init(_ pairs: [(Int, Int)], lengths: [Double], points: Int) {
    (self.pairs, self.lengths) = (pairs, lengths)
    let weights = lengths.map { 1 / ($0 * $0) }
    var totals = Array(repeating: 0.0, count: points)
    for (index, (a, b)) in pairs.enumerated() {
      totals[a] += weights[index]
      totals[b] += weights[index]
    }
    (self.weights, self.totals) = (weights, totals)
  }

  /// Moves `points` towards a minimum, in at most `steps` steps, until one is small. Their center stays.
  func minimize(_ points: inout [SIMD2<Double>], steps: Int) {
    for _ in 0..<steps {
      // The minimum of a quadratic function that is nowhere below the stress.
      var target = Array(repeating: SIMD2(0.0, 0), count: points.count)
      for (index, (a, b)) in pairs.enumerated() {
        let gap = points[a] - points[b]
        let length = (gap * gap).sum().squareRoot()
        guard length > 0 else { continue }
        let pull = gap * (weights[index] * lengths[index] / length)
        target[a] += pull
        target[b] -= pull
      }
      if solve(target, &points) < 1e-3 { return }
    }
  }

  /// Conjugate gradients with the diagonal as preconditioner, for both axes at once, from `points`.
  /// Returns the norm of the residual before the first step, relative to `target`.
  private func solve(_ target: [SIMD2<Double>], _ points: inout [SIMD2<Double>]) -> Double {
    var residual = target
    let image = product(points)
    for node in points.indices { residual[node] -= image[node] }
    func scaled(_ residual: [SIMD2<Double>]) -> [SIMD2<Double>] {
      residual.indices.map { totals[$0] > 0 ? residual[$0] / totals[$0] : .zero }
    }
    func dot(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> SIMD2<Double> {
      zip(a, b).reduce(into: .zero) { $0 += $1.0 * $1.1 }
    }
    func quotient(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(b.x > 0 ? a.x / b.x : 0, b.y > 0 ? a.y / b.y : 0)
    }
    var step = scaled(residual)
    var energy = dot(residual, step)
    let whole = dot(target, scaled(target)).sum()
    let first = energy.sum()
    guard whole > 0, first > 0 else { return 0 }
    for _ in 0..<100 {
      let image = product(step)
      let part = quotient(energy, dot(step, image))
      for node in points.indices {
        points[node] += part * step[node]
        residual[node] -= part * image[node]
      }
      let next = scaled(residual)
      let nextEnergy = dot(residual, next)
      if nextEnergy.sum() <= 1e-4 * first { break }
      let turn = quotient(nextEnergy, energy)
      for node in points.indices { step[node] = next[node] + turn * step[node] }
      energy = nextEnergy
    }
    return (first / whole).squareRoot()
  }

  /// The weighted Laplacian of the pairs times `points`.
  private func product(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var product = points.indices.map { points[$0] * totals[$0] }
    for (index, (a, b)) in pairs.enumerated() {
      product[a] -= points[b] * weights[index]
      product[b] -= points[a] * weights[index]
    }
    return product
  }
}
