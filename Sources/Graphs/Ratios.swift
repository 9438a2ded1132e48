/// Sums over pairs of nodes of r = distance in the layout / distance in the graph.
package struct Ratios: Sendable {
  package var pairs: Double
  package var sum: Double
  package var squares: Double

  package init(pairs: Double = 0, sum: Double = 0, squares: Double = 0) {
    (self.pairs, self.sum, self.squares) = (pairs, sum, squares)
  }

  /// The minimum of the mean of (s·r − 1)², at s = Σr/Σr²: 1 − (Σr)²/(N·Σr²); nil if all r are 0, and 0 below the
  /// error of rounding.
  package var stress: Double? {
    guard squares > 0 else { return nil }
    let stress = 1 - sum / squares * (sum / pairs)
    return stress < 8 * .ulpOfOne ? 0 : stress
  }

  @inlinable package mutating func add(_ ratio: Double, times weight: Double = 1) {
    pairs += weight
    sum += weight * ratio
    squares += weight * ratio * ratio
  }

  package mutating func add(_ other: Ratios, times weight: Double = 1) {
    pairs += weight * other.pairs
    sum += weight * other.sum
    squares += weight * other.squares
  }
}
