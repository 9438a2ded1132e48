/// A small seeded generator, so that every run tests the same lists.
///
/// Source: Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Between zero and `longest` numbers, each from anywhere in `range`.
  package mutating func list(upTo longest: Int, in range: ClosedRange<Int64> = .min ... .max)
    -> [Int64]
  {
    let length = Int.random(in: 0...longest, using: &self)
    return (0..<length).map { _ in Int64.random(in: range, using: &self) }
  }

  /// Exactly `length` numbers, each the least or the greatest `Int64` or one of their neighbors.
  package mutating func extremes(_ length: Int) -> [Int64] {
    let choices: [Int64] = [.min, .min + 1, .max - 1, .max]
    return (0..<length).map { _ in choices[Int.random(in: 0..<4, using: &self)] }
  }
}
