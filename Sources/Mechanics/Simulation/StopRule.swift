import ForceLabPlugins

/// A plugin that says when a run ends.
public protocol StopRule: Plugin {
  /// Whether the rule looks at energies, which are then taken every iteration.
  var needsEnergy: Bool { get }
  /// Whether the run ends here. Called once after each iteration, in order.
  mutating func isMet(by progress: SimulationProgress) -> Bool
}

extension PluginKind {
  /// Stop rules.
  public static let stopRule = PluginKind("stop rule", "Say when a run ends.")
}

extension StopRule {
  /// Stop rules are of the kind `stop rule`.
  public static var kind: PluginKind { .stopRule }
  /// It does not, unless the rule says otherwise.
  public var needsEnergy: Bool { false }
}

/// How far a run has come.
public struct SimulationProgress: Sendable {
  /// How many iterations are done.
  public var iteration = 0
  /// How far the nodes went in the last one.
  public var movement = Movement()
  /// The factor of the forces in the last one.
  public var alpha = 1.0
  /// The energies after the last one, if they were taken.
  public var energy: EnergyLedger?

  public init() {}
}
