import ForceLabPlugins

/// The offset by which coincident nodes are parted: up to ±½·10⁻⁶ per axis, as in d3-force,
/// but a function of the seed and the pair, so that no order of summation changes it.
/// The offset of (b, a) is the opposite of that of (a, b).
@usableFromInline
func jiggle(_ a: Int32, _ b: Int32, seed: UInt64) -> SIMD3<Double> {
  let low = UInt64(UInt32(bitPattern: min(a, b)))
  let high = UInt64(UInt32(bitPattern: max(a, b)))
  var generator = SeededGenerator(seed: seed, stream: high << 32 | low)
  let offset = SIMD3(generator.unit() - 0.5, generator.unit() - 0.5, generator.unit() - 0.5)
  return (a < b ? 1e-6 : -1e-6) * offset
}
