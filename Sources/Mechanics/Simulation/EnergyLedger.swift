/// The energies of a simulation at one moment.
public struct EnergyLedger: Sendable {
  /// ½·Σ m·‖v‖², with the velocities of the last tick.
  public let kinetic: Double
  /// The potential energy of each force at alpha = 1, in the order of the forces; nil if it has none.
  public let potentials: [Double?]

  public init(kinetic: Double, potentials: [Double?]) {
    (self.kinetic, self.potentials) = (kinetic, potentials)
  }

  /// The sum of the potential energies; nil if a force has none, since a partial sum would mislead.
  public var potential: Double? {
    potentials.reduce(0) { sum, potential in sum.flatMap { s in potential.map { s + $0 } } }
  }

  public var total: Double? { potential.map { kinetic + $0 } }
}
