import ForceLabPlugins

/// Decides when a run ends.
public protocol StopRule: Plugin {
  /// Whether the rule uses energies, which are then computed in every tick; false by default.
  var needsEnergy: Bool { get }
  /// Whether the rule uses the graph and the positions, which are then copied after every tick; false by default.
  var needsLayout: Bool { get }
  /// Whether the run ends now. Called once after each tick, in order.
  mutating func isMet(by progress: SimulationProgress) -> Bool
}

extension PluginKind {
  public static let stopRule = PluginKind("stop rule", "Decide when a run ends.")
}

extension StopRule {
  public static var kind: PluginKind { .stopRule }
  public var needsEnergy: Bool { false }
  public var needsLayout: Bool { false }
}
