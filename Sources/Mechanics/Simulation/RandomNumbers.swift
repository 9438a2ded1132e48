import ForceLabCVectors
import ForceLabPlugins
import Foundation

/// The offset of coincident nodes, up to ±½·10⁻⁶ per axis as in d3-force, but whatever the order of
/// summation: a function of the seed and the pair, opposite for (b, a) and (a, b).
func jiggle(_ a: Int32, _ b: Int32, seed: UInt64) -> SIMD3<Double> {
  let low = UInt64(UInt32(bitPattern: min(a, b)))
  let high = UInt64(UInt32(bitPattern: max(a, b)))
  var generator = SeededGenerator(seed: seed, stream: high << 32 | low)
  let offset = SIMD3(generator.unit() - 0.5, generator.unit() - 0.5, generator.unit() - 0.5)
  return (a < b ? 1e-6 : -1e-6) * offset
}

/// The same for loops in C.
let jiggleInC: CJiggle = { node, other, seed, offset in
  let way = jiggle(node, other, seed: seed)
  for axis in 0..<3 { offset?[axis] = way[axis] }
}

extension SeededGenerator {
  /// Independent normal numbers of mean 0 and variance 1, made in pairs. Source: G. Box and M. Muller, 1958.
  mutating func normalNumbers(_ count: Int) -> SIMD4<Double> {
    var numbers = SIMD4<Double>()
    for first in stride(from: 0, to: count, by: 2) {
      // 1 − unit is never zero.
      let radius = (-2 * log(1 - unit())).squareRoot()
      let angle = 2 * Double.pi * unit()
      (numbers[first], numbers[first + 1]) = (radius * cos(angle), radius * sin(angle))
    }
    return numbers
  }
}
