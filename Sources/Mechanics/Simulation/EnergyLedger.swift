/// The energies at one moment of a run.
public struct EnergyLedger: Sendable {
  /// ½·Σ m·|v|², with the velocities of the last step.
  public let kinetic: Double
  /// The potential of each force at alpha = 1, in the order of the forces; nil where it has none.
  public let potentials: [Double?]
  /// Whether the integrator would keep the total energy, were its steps small enough.
  public let isConserved: Bool

  /// A ledger of these energies.
  public init(kinetic: Double, potentials: [Double?], isConserved: Bool) {
    self.kinetic = kinetic
    self.potentials = potentials
    self.isConserved = isConserved
  }

  /// The sum of the potentials; nil if a force has none, for half a sum would mislead.
  public var potential: Double? {
    potentials.reduce(0) { sum, potential in sum.flatMap { s in potential.map { s + $0 } } }
  }

  /// Kinetic and potential energy together; nil if a force has no potential.
  public var total: Double? { potential.map { kinetic + $0 } }
}
