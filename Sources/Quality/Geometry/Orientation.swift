/// The side of the line through `a` and `b` on which `c` lies: 1 for left, −1 for right, 0 on the
/// line. Exact, unless products of coordinates overflow or underflow. The sign of (a − c) ×
/// (b − c). Shewchuk, “Adaptive precision floating-point arithmetic and fast robust geometric
/// predicates”, 1997: rounded if the error bound allows, else exact sums.
func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
  let (u, v) = (a - c, b - c)
  let (left, right) = (u.x * v.y, u.y * v.x)
  let rounded = left - right
  if rounded.magnitude > ExactArithmetic.errorBound * (left.magnitude + right.magnitude) {
    return ExactArithmetic.sign(rounded)
  }
  return ExactArithmetic.orientation(a, b, c)
}

/// Arithmetic without rounding: numbers as sums of two or more doubles.
private enum ExactArithmetic {
  /// (3 + 16ε)ε with ε = 2⁻⁵³.
  static let errorBound = (3 + 0x1p-49) * 0x1p-53

  static func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    if a == b || b == c || c == a { return 0 }
    let (u, v) = (a - c, b - c)
    if tail(a, c, u) == .zero && tail(b, c, v) == .zero {
      // The differences are exact, as on a lattice, and rounding is monotone.
      let (left, right) = (product(u.x, v.y), product(u.y, v.x))
      return left.high == right.high ? sign(left.low - right.low) : sign(left.high - right.high)
    }
    return sign(ofSum: [
      product(a.x, b.y), product(-a.y, b.x), product(b.x, c.y), product(-b.y, c.x),
      product(c.x, a.y), product(-c.y, a.x),
    ])
  }

  static func sign(_ value: Double) -> Int { value > 0 ? 1 : value < 0 ? -1 : 0 }

  /// The rounding error of `difference`, the rounded a − b.
  private static func tail(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ difference: SIMD2<Double>
  ) -> SIMD2<Double> {
    let fromB = a - difference
    let fromA = difference + fromB
    return (a - fromA) + (fromB - b)
  }

  private static func product(_ a: Double, _ b: Double) -> (high: Double, low: Double) {
    let high = a * b
    return (high, (-high).addingProduct(a, b))
  }

  /// The sign of a sum: that of the largest term of its expansion.
  private static func sign(ofSum terms: [(high: Double, low: Double)]) -> Int {
    var expansion: [Double] = []
    expansion.reserveCapacity(2 * terms.count)
    for term in terms.flatMap({ [$0.low, $0.high] }) {
      var sum = term
      for index in expansion.indices {
        let part = expansion[index]
        let total = sum + part
        let partOfTotal = total - sum
        expansion[index] = (sum - (total - partOfTotal)) + (part - partOfTotal)
        sum = total
      }
      expansion.append(sum)
    }
    return sign(expansion.last { $0 != 0 } ?? 0)
  }
}
