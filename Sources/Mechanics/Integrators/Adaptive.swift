import ForceLabPlugins

/// Hu's integrator, whose step adapts.
public struct Adaptive: Integrator {
  /// How far every node goes in the first tick.
  public var step = 3.0
  /// t, by which the step is multiplied or divided.
  public var factor = 0.9
  /// After how many decreases of energy in a row the step grows.
  public var patience = 5

  /// How far every node goes next.
  @Scratch private var next: Double?
  @Scratch private var last: Double?
  @Scratch private var energy = Double.infinity
  @Scratch private var progress = 0

  public init() {}

  public init(step: Double = 3.0, factor: Double = 0.9, patience: Int = 5) {
    (self.step, self.factor, self.patience) = (step, factor, patience)
  }

  public static let manual = Manual<Self>(
    "adaptive",
    "Moves every node by one step, the same for all, in the direction of the force on it; the step "
      + "shrinks when the energy Σ|F|² grows, and grows after some decreases in a row.",
    parameters: [
      Parameter("step", \.step, above: 0, unit: "px", "How far every node goes in the first tick."),
      Parameter(
        "factor", \.factor, in: 0.01...1,
        "Factor t: the step shrinks to t·step and grows to step/t."),
      Parameter(
        "patience", \.patience, within: Bounds(1...1_000_000), unit: "ticks",
        "How many decreases in a row let the step grow."),
    ],
    formula: """
      x ← x + step·F/‖F‖, E = Σ‖F‖²
      step ← t·step where E did not fall; step ← step/t after so many falls in a row (patience)
      """,
    source: "Y. Hu, “Efficient, high-quality force-directed graph drawing”, 2005, who moves the "
      + "nodes one after another; here all move at once")

  /// The step of the last tick as a part of the first.
  public var temperature: Double {
    get { (last ?? step) / step }
    set {
      last = newValue * step
      (next, energy, progress) = (last, .infinity, 0)
    }
  }
  /// It is a descent along the forces, not a motion.
  public var conservesEnergy: Bool { false }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    let length = next ?? step
    particles.rest()
    forces(1)
    particles.holdPins()
    let sum =
      world.dimensions == 2
      ? particles.level(to: length, SIMD2.self) : particles.level(to: length, SIMD3.self)
    last = length
    next = adapted(length, to: sum)
    return world.drift()
  }

  /// The step after one of `length`, which began at an energy of `sum`.
  private mutating func adapted(_ length: Double, to sum: Double) -> Double {
    defer { energy = sum }
    guard sum < energy else {
      progress = 0
      return length * factor
    }
    progress += 1
    guard progress >= patience else { return length }
    progress = 0
    return length / factor
  }
}

extension Particles {
  /// Gives every velocity but zero the length `step`, and tells the sum of their squares before.
  /// A length beyond the numbers stays, to be seen.
  fileprivate func level<P: Point>(to step: Double, _: P.Type) -> Double {
    var sum = 0.0
    for node in 0..<count {
      let way = P(velocity, node)
      let length = way.length
      sum += length * length
      if length > 0 && length.isFinite { (way * (step / length)).store(velocity, node) }
    }
    return sum
  }
}
