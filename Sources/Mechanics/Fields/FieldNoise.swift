import ForceLabPlugins

/// A vector that varies at random in space and time: value noise on a lattice, in octaves.
public struct FieldNoise: Record {
  public var smoothness = 0.5
  public var animationSpeed = 0.01
  public var size = 100.0
  public var seed = 0

  /// Each octave has features half as large as the one before.
  private static let octaves = 4

  public init() {}

  public static let manual = Manual<Self>(
    "noise",
    "Random vectors on a lattice with smooth transitions, a function of the seed, the place and the tick.",
    parameters: [
      Parameter(
        "smoothness", \.smoothness, in: 0...1,
        "1 for large features alone; less adds features of a half, a quarter and an eighth of their size, "
          + "each (1 − smoothness) times as strong as the one before."),
      Parameter(
        "animation-speed", \.animationSpeed, in: 0..., unit: "1/tick",
        "How fast the noise changes: 1 brings new random vectors in each tick, 0 none."),
      Parameter("size", \.size, above: 0, unit: "px", "Distance between points of the lattice."),
      Parameter("seed", \.seed, "Seed, combined with that of the trial; different for each field."),
    ],
    source: "K. Perlin, “Improving noise”, 2002, for the fade 6t⁵ − 15t⁴ + 10t³")

  /// From −1 to 1 on each axis. Cost: 2^(dimensions + 1) hashes per octave.
  func vector<P: Point>(at item: FieldItem<P>) -> P {
    let key = SeededGenerator.mix(item.seed) &+ UInt64(bitPattern: Int64(seed))
    let time = item.time * animationSpeed
    var (sum, total, amplitude, scale) = (P.zero, 0.0, 1.0, 1 / size)
    for octave in 0..<Self.octaves where amplitude > 0 {
      let layer = SeededGenerator.mix(key &+ UInt64(octave))
      sum += Self.value(item.offset * scale, time, layer) * amplitude
      total += amplitude
      (amplitude, scale) = (amplitude * (1 - smoothness), scale * 2)
    }
    return sum / total
  }

  /// The vectors of the corners of a cell of the lattice, and of two moments, interpolated.
  private static func value<P: Point>(_ place: P, _ time: Double, _ key: UInt64) -> P {
    let corner = place.rounded(.down)
    let part = place - corner
    let moment = time.rounded(.down)
    var fades = P.zero
    for axis in 0..<P.scalarCount { fades[axis] = fade(part[axis]) }
    let timeFade = fade(time - moment)
    var sum = P.zero
    for choice in 0..<(2 << P.scalarCount) {
      var (hash, weight) = (key, 1.0)
      for axis in 0...P.scalarCount {
        let bit = Double(choice >> axis & 1)
        // −0 and 0 are the same cell, and −0 + 0 is 0.
        let cell = (axis < P.scalarCount ? corner[axis] : moment) + bit
        hash = SeededGenerator.mix(hash ^ cell.bitPattern)
        let fade = axis < P.scalarCount ? fades[axis] : timeFade
        weight *= bit == 0 ? 1 - fade : fade
      }
      var generator = SeededGenerator(seed: hash)
      for axis in 0..<P.scalarCount { sum[axis] += weight * (2 * generator.unit() - 1) }
    }
    return sum
  }

  private static func fade(_ part: Double) -> Double {
    part * part * part * (part * (6 * part - 15) + 10)
  }
}
