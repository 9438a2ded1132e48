import ForceLabPlugins

/// Moves every node by the same step length, which adapts to the change of energy.
public struct Adaptive: Integrator {
  public var step = 3.0
  public var factor = 0.9
  public var patience = 5

  /// The step length of the next tick and of the last one.
  @Scratch private var next: Double?
  @Scratch private var last: Double?
  @Scratch private var energy = Double.infinity
  @Scratch private var progress = 0

  public init() {}

  public static let manual = Manual<Self>(
    "adaptive",
    "Moves every node by the same step length along its force; the step shrinks when the energy "
      + "Σ‖F‖² rises and grows after several decreases in a row.",
    parameters: [
      Parameter("step", \.step, above: 0, unit: "px", "Step length of the first tick."),
      Parameter(
        "factor", \.factor, in: 0.01...1,
        "Factor t: the step shrinks to t·step and grows to step/t."),
      Parameter(
        "patience", \.patience, within: Bounds(1...1_000_000), unit: "ticks",
        "Decreases in a row after which the step grows."),
    ],
    formula: """
      x ← x + step·F/‖F‖, E = Σ‖F‖²
      step ← t·step if E did not fall; step ← step/t after `patience` decreases in a row
      """,
    source: "Y. Hu, “Efficient, high-quality force-directed graph drawing”, 2005, where nodes move "
      + "one after another; here all move at once")

  /// The last step length as a fraction of the first.
  public var temperature: Double {
    get { (last ?? step) / step }
    set {
      last = newValue * step
      (next, energy, progress) = (last, .infinity, 0)
    }
  }

  /// Steps grow as long as the energy falls.
  public var stepGrowth: Double { .infinity }

  public func coarsened(by stretch: Double) -> any Integrator {
    setting(\.step, to: step * stretch)
  }

  /// Energies of other nodes cannot be compared.
  public mutating func renumber(_ origins: [Int?]) { (energy, progress) = (.infinity, 0) }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let length = next ?? step
    var sum = 0.0
    let movement = world.descend(forces) { force in
      sum += force * force
      return length
    }
    last = length
    next = nextStep(after: length, energy: sum)
    return movement
  }

  private mutating func nextStep(after length: Double, energy sum: Double) -> Double {
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
