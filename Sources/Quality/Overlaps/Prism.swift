import ForceLabPlugins

/// Moves nodes apart until none overlap, and keeps which nodes are near each other.
///
/// First the layout is scaled up until nodes have some room: wide labels that fill it would push each other to the left
/// and right alone, until the layout is a ribbon. A Delaunay triangulation shows which nodes are near. Its edges keep
/// their lengths, but those between nodes that overlap become longer, by at most half at once. Stress majorization
/// moves the nodes to fit these lengths, and all is repeated until nothing overlaps.
public struct Prism: OverlapRemoval {
  public init() {}

  public static let manual = Manual<Self>(
    "prism",
    "Scales the layout up until nodes fill at most a tenth of it, stretches the edges of a Delaunay triangulation between "
      + "nodes that overlap, and fits the layout to the new lengths, until none overlap. The layout becomes smaller than "
      + "by 'growing-tree'. Seconds for 10⁴ nodes.",
    source:
      "Gansner and Hu, “Efficient, proximity-preserving node overlap removal”, 2010, but for the scaling",
    context: "nodes: {size: label}")

  /// The largest factor of a length in one round.
  private static let maxGrowth = 1.5
  /// Overlaps by at most this factor, ten times as much after 100 rounds, and all at the end are removed by scaling.
  private static let nearlyOne = 1.01
  private static let roundLimit = 200
  /// Rounds that may leave overlaps across others. The last overlaps of neighbors take long without these.
  private static let nearRounds = 10
  /// The areas fill at most this part of the bounding box at first.
  private static let density = 0.1

  /// Cost: n·log n for each round, of which there are 10 to 200. Deterministic.
  public func separated(_ start: [SIMD2<Double>], _ areas: [NodeArea]) -> [SIMD2<Double>] {
    var layout = PlacedAreas(areas: areas, places: start)
    layout.part()
    guard layout.hasOverlap else { return layout.places }
    layout.spread(Self.density)
    // First those that are near, then also those that overlap across others.
    var withAll = false
    for round in 0..<Self.roundLimit {
      var pairs = layout.triangulation
      withAll =
        withAll || round >= Self.nearRounds
        || !pairs.contains { layout.factor($0) > Self.nearlyOne }
      if withAll {
        let overlaps = layout.overlaps
        let enough = 1 + (Self.nearlyOne - 1) * max(1, Double(round) / 10)
        if !overlaps.contains(where: { layout.factor($0) > enough }) { break }
        let known = Set(pairs.map { SIMD2($0.0, $0.1) })
        pairs += overlaps.map { (min($0.0, $0.1), max($0.0, $0.1)) }
          .filter { !known.contains(SIMD2($0.0, $0.1)) }
      }
      Self.fit(&layout, pairs)
    }
    layout.part()
    return layout.scaled(by: layout.scale)
  }

  /// Stretches the pairs that overlap, and lets all others keep their lengths.
  private static func fit(_ layout: inout PlacedAreas, _ pairs: [(Int, Int)]) {
    let lengths = pairs.map { pair in
      let (gap, factor) = (layout.places[pair.1] - layout.places[pair.0], layout.factor(pair))
      // A little more than needed, so that the rounds come to an end.
      let growth = factor > 1 ? min(maxGrowth, factor * nearlyOne) : 1
      return (gap * gap).sum().squareRoot() * growth
    }
    let known = pairs.indices.filter { lengths[$0] > 0 }
    let stress = ProximityStress(
      known.map { pairs[$0] }, lengths: known.map { lengths[$0] }, points: layout.places.count)
    // More would keep less of the shape: each round measures lengths anew.
    stress.minimize(&layout.places, steps: 2)
  }
}

/// The stress Σ (‖xi − xj‖ − d_ij)²/d_ij² of some pairs of points, and its minimization by majorization.
/// Source: Gansner, Koren and North, “Graph drawing by stress majorization”, 2004.
struct ProximityStress {
  private let pairs: [(Int, Int)]
  private let lengths: [Double]
  private let weights: [Double]
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
    // More would take longer, and keep no more of the shape.
    for _ in 0..<30 {
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
