import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings

extension SettingsNode {
  /// The keys of a `layout` that a preset sets, as in an experiment file.
  public static func layout(
    placement: (any Placement)? = nil, forces: [any Force], integrator: any Integrator,
    repulsion: (any Repulsion)? = nil, stop: [any StopRule] = []
  ) -> SettingsNode {
    var entries: [(key: String, value: SettingsNode)] = []
    if let placement { entries.append(("placement", placement.reference)) }
    entries.append(("forces", .sequence(forces.map(\.reference))))
    entries.append(("integrator", integrator.reference))
    if let repulsion { entries.append(("repulsion", repulsion.reference)) }
    if !stop.isEmpty {
      entries.append(("stop", .mapping(of: stop.map { ($0.name, $0.encoded()) })))
    }
    return .mapping(of: entries)
  }
}
