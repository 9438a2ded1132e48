import Foundation
import ForceLabPlugins

extension SeededGenerator {
  /// Two independent numbers of mean 0 and variance 1, normally distributed.
  ///
  /// Source: G. Box and M. Muller, 1958.
  mutating func normalPair() -> (Double, Double) {
    // 1 − unit is never zero.
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    return (radius * cos(angle), radius * sin(angle))
  }
}
