/// SplitMix64, which gives the same numbers for the same seed on every machine: Steele, Lea and
/// Flood, “Fast splittable pseudorandom number generators”, 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Generators with the same seed and different streams are independent.
  public init(seed: UInt64, stream: UInt64 = 0) {
    state = Self.mix(seed &+ Self.mix(stream &+ Self.increment))
  }

  public mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  /// A random number from [0, 1), a multiple of 2⁻⁵³.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An unbiased random number from 0 ..< `bound`, which must be positive.
  public mutating func index(below bound: Int) -> Int {
    let bound = UInt64(bound)
    // Lemire's method: the high word of the product, drawn again if the low word shows bias.
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// A hash, every bit of which depends on every bit of `value`.
  public static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The seed of the generator of `stream` whose first number is `number`.
  package static func seed(ofFirst number: UInt64, stream: UInt64) -> UInt64 {
    unmix(unmix(number) &- increment) &- mix(stream &+ increment)
  }

  /// The value whose hash `mix` is `hash`: each step of the hash can be undone.
  private static func unmix(_ hash: UInt64) -> UInt64 {
    var z = hash
    z = (z ^ (z >> 31) ^ (z >> 62)) &* 0x3196_42b2_d24d_8ec3
    z = (z ^ (z >> 27) ^ (z >> 54)) &* 0x96de_1b17_3f11_9089
    return z ^ (z >> 30) ^ (z >> 60)
  }

  private static let increment: UInt64 = 0x9e37_79b9_7f4a_7c15
}
