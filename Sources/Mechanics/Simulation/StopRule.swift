import ForceLabPlugins

/// Decides when a run ends.
public protocol StopRule: Plugin {
  /// Whether the rule uses energies, which are then computed in every tick; false by default.
  var needsEnergy: Bool { get }
  /// Whether the run ends now. Called once after each tick, in order.
  mutating func isMet(by progress: SimulationProgress) -> Bool
}

extension PluginKind {
  public static let stopRule = PluginKind("stop rule", "Decide when a run ends.")
}

extension StopRule {
  public static var kind: PluginKind { .stopRule }
  public var needsEnergy: Bool { false }
}

/// The state of a simulation after a tick.
public struct SimulationProgress: Sendable {
  public var iteration = 0
  public var movement = Movement()
  /// The factor of the forces in the last tick.
  public var alpha = 1.0
  /// The energies after the last tick, if they were computed.
  public var energy: EnergyLedger?

  public init() {}
}

/// The energies of a simulation at one moment.
public struct EnergyLedger: Sendable {
  /// ½·Σ m·‖v‖², with the velocities of the last tick.
  public let kinetic: Double
  /// The potential energy of each force at alpha = 1, in the order of the forces; nil if it has none.
  public let potentials: [Double?]
  /// Whether the integrator conserves the total energy in the limit of short time steps.
  public let isConserved: Bool

  public init(kinetic: Double, potentials: [Double?], isConserved: Bool) {
    (self.kinetic, self.potentials, self.isConserved) = (kinetic, potentials, isConserved)
  }

  /// The sum of the potential energies; nil if a force has none, since a partial sum would mislead.
  public var potential: Double? {
    potentials.reduce(0) { sum, potential in sum.flatMap { s in potential.map { s + $0 } } }
  }

  public var total: Double? { potential.map { kinetic + $0 } }
}
