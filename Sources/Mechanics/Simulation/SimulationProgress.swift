import ForceLabGraphs

/// The state of a simulation after a tick.
public struct SimulationProgress: Sendable {
  public var iteration = 0
  public var movement = Movement()
  /// The factor of the forces in the last tick.
  public var alpha = 1.0
  /// The energies after the last tick, if they were computed.
  public var energy: EnergyLedger?
  /// The graph and the coordinates of its nodes in px, one list per axis, if a rule needs them.
  public var graph: Graph?
  public var positions: [[Double]] = []

  public init() {}
}
