import ForceLabPlugins

/// The share of rearrangements of values whose sum is at least as far from zero as the observed one: all if
/// they are few, else a thousand. It is exact for few and equal values, too.
///
/// Source: Pitman, Significance tests which may be applied to samples from any populations, 1937.
struct RandomizationTest {
  let p: Double

  private static let maxComplete = 10
  private static let draws = 999

  /// Whether the mean of `differences` is zero: each may have the other sign.
  init(differences: [Double]) { self.init(differences, flipped: nil) }

  /// Whether `base` and `new` have one mean: each value may be of the other sample.
  init(base: [Double], new: [Double]) {
    let all = base + new
    let mean = all.reduce(0, +) / Double(all.count)
    self.init(all.map { $0 - mean }, flipped: base.count)
  }

  /// `flipped` is the number of negative signs, those of the first values; nil for any number.
  private init(_ values: [Double], flipped: Int?) {
    let total = values.reduce(0, +)
    func sum(flipping isFlipped: (Int) -> Bool) -> Double {
      values.indices.reduce(total) { isFlipped($1) ? $0 - 2 * values[$1] : $0 }.magnitude
    }
    // Equal sums differ by rounding.
    let observed = sum { $0 < flipped ?? 0 } - 1e-12 * values.reduce(0) { $0 + $1.magnitude }
    if values.count <= Self.maxComplete {
      let masks = (0..<1 << values.count).filter { flipped == nil || $0.nonzeroBitCount == flipped }
      let reached = masks.count { mask in sum { mask >> $0 & 1 == 1 } >= observed }
      p = Double(reached) / Double(masks.count)
    } else {
      var generator = SeededGenerator(seed: 1937)
      let reached = (0..<Self.draws).count { _ in
        guard let flipped else { return sum { _ in generator.unit() < 0.5 } >= observed }
        let first = values.shuffled(using: &generator).prefix(flipped)
        return (total - 2 * first.reduce(0, +)).magnitude >= observed
      }
      p = Double(reached + 1) / Double(Self.draws + 1)
    }
  }
}
