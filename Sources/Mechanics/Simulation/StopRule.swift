import ForceLabPlugins

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

public struct SimulationProgress: Sendable {
  public var iteration = 0
  public var movement = Movement()
  /// The factor of the forces in the last tick.
  public var alpha = 1.0
  /// The energies after the last tick, if they were computed.
  public var energy: EnergyLedger?

  public init() {}
}
