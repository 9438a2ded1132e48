import ForceLabPlugins

public struct Procrustes: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "procrustes",
    "Difference from the layout of the configuration's first trial after the best translation, "
      + "rotation, reflection and scaling; from 0, identical, to 1. The first trial has none.",
    formula:
      "min over s, R of Σ‖xi − s·R·yi‖², with Σ‖xi‖² = Σ‖yi‖² = 1, Σxi = Σyi = 0, R orthogonal",
    source: "Procrustes analysis, Gower 1975; scipy.spatial.procrustes calls it disparity")

  public var columns: [Column] { [.measure("procrustes", better: .lower)] }
  public var needs: Set<LayoutKnowledge> { [.first] }

  public func value(of layout: FinishedLayout) -> Double? {
    layout.first.flatMap { Self.distance($0, layout.coordinates) }
  }

  /// 1 − (Σσ)²/(‖X‖²·‖Y‖²), where X and Y are the centered layouts, lists of coordinates per axis, and σ the singular
  /// values of XᵀY; nil if their numbers of nodes or axes differ, or if all nodes of one of them coincide. The rounding
  /// error is about 10⁻¹⁶. Cost: a few passes over the nodes.
  public static func distance(_ first: [[Double]], _ second: [[Double]]) -> Double? {
    guard let (x, y) = centeredPair(second, first) else { return nil }
    let size = square(x) * square(y)
    guard size > 0 else { return nil }
    if first == second { return 0 }
    let shared = singularValues(products(x, y)).reduce(0, +)
    return min(1, max(0, 1 - shared * shared / size))
  }

  /// `layout` after the rotation or reflection about the origin that brings it nearest to `first`,
  /// without translation and scaling; `layout` itself if their numbers of nodes or axes differ, or
  /// if the result would not be finite. Cost: a few passes over the nodes.
  public static func aligned(_ layout: [[Double]], to first: [[Double]]) -> [[Double]] {
    guard let (x, y) = centeredPair(layout, first) else { return layout }
    let (left, right) = singularVectors(products(x, y))
    let axes = layout.indices
    let turned = axes.map { a in
      let row = axes.map { b in axes.reduce(0) { $0 + right[$1][a] * left[$1][b] } }
      return layout[0].indices.map { node in axes.reduce(0) { $0 + row[$1] * layout[$1][node] } }
    }
    return turned.joined().allSatisfy(\.isFinite) ? turned : layout
  }

  /// Nil if the numbers of nodes or axes differ, or if there are none.
  private static func centeredPair(_ x: [[Double]], _ y: [[Double]]) -> ([[Double]], [[Double]])? {
    guard x.map(\.count) == y.map(\.count), x.first?.isEmpty == false else { return nil }
    return (centered(x), centered(y))
  }

  private static func products(_ x: [[Double]], _ y: [[Double]]) -> [[Double]] {
    y.map { v in x.map { u in dot(u, v) } }
  }

  /// The coordinates relative to their mean, scaled so that squares neither overflow nor underflow.
  private static func centered(_ coordinates: [[Double]]) -> [[Double]] {
    // Relative to the first node, so that coincident nodes are exactly at zero.
    let offsets = FinishedLayout.normalized(coordinates).map { axis in axis.map { $0 - axis[0] } }
    return FinishedLayout.normalized(offsets).map { axis in
      let mean = axis.reduce(0, +) / Double(axis.count)
      return axis.map { $0 - mean }
    }
  }

  private static func square(_ axes: [[Double]]) -> Double {
    axes.joined().reduce(0) { $0 + $1 * $1 }
  }

  /// The singular values of the square matrix with these columns, in no order: the lengths of the
  /// columns after rotations of two at a time have made them orthogonal. Source: one-sided Jacobi;
  /// Hestenes 1958. For 2 or 3 columns, a few sweeps are enough.
  static func singularValues(_ matrix: [[Double]]) -> [Double] {
    orthogonalized(matrix).columns.map { dot($0, $0).squareRoot() }
  }

  /// The left and right singular vectors of the square matrix with these columns, in the order of
  /// each other. Where the matrix determines none, they are any that complete the others.
  private static func singularVectors(_ matrix: [[Double]])
    -> (left: [[Double]], right: [[Double]])
  {
    let (columns, turns) = orthogonalized(matrix)
    let lengths = columns.map { dot($0, $0).squareRoot() }
    let minimum = 1e-12 * (lengths.max() ?? 0)
    var left = zip(columns, lengths).map { column, length in
      length > minimum ? column.map { $0 / length } : []
    }
    for index in left.indices where left[index].isEmpty {
      // The unit vector that the others leave most of, without its parts along them.
      let rests = left.indices.map { axis in
        var rest = left.indices.map { $0 == axis ? 1.0 : 0 }
        for _ in 0..<2 {
          for other in left where !other.isEmpty {
            let part = dot(rest, other)
            rest = zip(rest, other).map { $0 - part * $1 }
          }
        }
        return rest
      }
      let best = rests.max { dot($0, $0) < dot($1, $1) } ?? []
      let length = dot(best, best).squareRoot()
      left[index] = best.map { $0 / length }
    }
    return (left, turns)
  }

  /// The matrix with these columns times a rotation that makes them orthogonal, and the rotation.
  private static func orthogonalized(_ matrix: [[Double]])
    -> (columns: [[Double]], turns: [[Double]])
  {
    var columns = matrix
    var turns = matrix.indices.map { axis in matrix.indices.map { $0 == axis ? 1.0 : 0 } }
    for _ in 0..<30 {
      var isOrthogonal = true
      for p in columns.indices {
        for q in columns.indices where q > p {
          if rotate(&columns, &turns, p, q) { isOrthogonal = false }
        }
      }
      if isOrthogonal { break }
    }
    return (columns, turns)
  }

  /// Makes two columns orthogonal, and rotates `turns` with them; false if they already were.
  private static func rotate(
    _ columns: inout [[Double]], _ turns: inout [[Double]], _ p: Int, _ q: Int
  ) -> Bool {
    let (a, b) = (columns[p], columns[q])
    let (alpha, beta, gamma) = (dot(a, a), dot(b, b), dot(a, b))
    guard gamma.magnitude > 1e-16 * (alpha * beta).squareRoot() else { return false }
    let zeta = (beta - alpha) / (2 * gamma)
    let tangent = (zeta < 0 ? -1 : 1) / (zeta.magnitude + (1 + zeta * zeta).squareRoot())
    let cosine = 1 / (1 + tangent * tangent).squareRoot()
    let sine = cosine * tangent
    columns[p] = zip(a, b).map { cosine * $0 - sine * $1 }
    columns[q] = zip(a, b).map { sine * $0 + cosine * $1 }
    let (c, d) = (turns[p], turns[q])
    turns[p] = zip(c, d).map { cosine * $0 - sine * $1 }
    turns[q] = zip(c, d).map { sine * $0 + cosine * $1 }
    return true
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
