import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings

// Values of the study while the layout runs. Positions, velocities and alpha stay.
extension RunningLayout {
  /// The value at `path`, such as `forces.many-body.strength` or `integrator`.
  public func value(at path: String) throws(ParameterError) -> SettingsNode {
    try study.value(at: path, in: catalog)
  }

  /// Sets the value at `path`: a parameter, such as `forces.0.many-body.strength`, or a whole part: `integrator`,
  /// `repulsion`, `stop`, `nodes` or `forces`. The next tick uses it. Only what has changed starts again: an integrator
  /// of the same name keeps its alpha and its step length. This ends a `move` of the value.
  ///
  /// Throws if there is no such path, if the value is outside its range, or if it does not fit the
  /// graph, the dimensions or another part; then nothing changes. Cost: linear in nodes and edges.
  public func set(_ path: String, to value: SettingsNode) throws {
    try set(path, to: AnyValue(value, in: catalog, folder: folder))
  }

  func set(_ path: String, to value: AnyValue) throws {
    try change(path, to: value)
    endTransitions(of: path)
  }

  func change(_ path: String, to value: AnyValue) throws {
    let new = try study.setting(path, to: value)
    for problem in new.problemsOfForces(on: order.graph) { throw problem }
    let old = study
    study = new
    if !old.nodes.encoded().hasSameContent(as: new.nodes.encoded()) {
      study.nodes.apply(to: simulation.world.particles, of: order.graph)
      simulation.forces = simulation.forces
    }
    if !new.repulsion.reference.hasSameContent(as: old.repulsion.reference) {
      simulation.world.repulsion = new.repulsion
      simulation.forces = simulation.forces
    }
    if !new.integrator.reference.hasSameContent(as: old.integrator.reference) {
      simulation.integrator = new.integrator.continuing(simulation.integrator)
    }
    let isSame = old.forces.elementsEqual(new.forces) {
      $0.reference.hasSameContent(as: $1.reference)
    }
    guard !isSame else { return }
    var running = simulation.forces
    simulation.forces = new.forces.map { force in
      guard let index = running.firstIndex(where: { type(of: $0) == type(of: force) }) else {
        return force
      }
      return force.continuing(running.remove(at: index))
    }
  }
}

extension Plugin {
  /// This plugin in the state of `other`, if both are of the same type.
  fileprivate func continuing(_ other: any Plugin) -> Self {
    guard var running = other as? Self else { return self }
    running.take(parametersOf: self)
    return running
  }
}
