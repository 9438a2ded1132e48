import ForceLabPlugins
import Foundation

extension SeededGenerator {
  /// A number of the normal distribution, of mean 0 and variance 1.
  ///
  /// Source: Box and Muller, “A note on the generation of random normal deviates”, 1958.
  package mutating func normal() -> Double {
    (-2 * log(1 - unit())).squareRoot() * cos(2 * Double.pi * unit())
  }
}
