import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings

extension LayoutStudy {
  /// Errors in the combination of graph, forces and stop rules.
  public func problems() -> [any Error] {
    var problems: [any Error] = forces.indices.compactMap { index in
      let force = forces[index]
      return fault(below: "forces.\(index).\(force.name)") { () throws(ParameterError) in
        try force.check(dimensions: dimensions)
      }
    }
    if record.layout == .none, let metric = metrics.first(where: { $0.needs.contains(.first) }) {
      problems.append(
        ParameterError(
          "'\(metric.name)' needs the layout of the first trial, but layouts are not recorded; "
            + "use {layout: final}", parameter: "record.layout"))
    }
    problems += problemsOfRepulsion()
    do {
      let graph = try GraphCache.graph(of: graph, with: attributeNames)
      if let note = graph.note {
        problems.append(Diagnostic(note, at: noteLocation, severity: .note))
      }
      problems += self.problems(on: graph)
    } catch let fault as ParameterError {
      problems.append(Self.placed(fault, below: "graph.\(self.graph.name)"))
    } catch {
      problems.append(error)
    }
    return problems
  }

  /// Why the repulsion strategy cannot sum the pairwise forces, without repetition.
  private func problemsOfRepulsion() -> [ParameterError] {
    var problems: [ParameterError] = []
    for law in forces.compactMap({ $0 as? any PairForce }) {
      let problem = fault(below: "repulsion.\(repulsion.name)") { () throws(ParameterError) in
        try repulsion.check(law, dimensions: dimensions)
      }
      if let problem, !problems.contains(where: { $0.message == problem.message }) {
        problems.append(problem)
      }
    }
    return problems
  }

  private var noteLocation: Location? {
    (graph as? FileSource).map { Location(file: $0.path.path) }
  }

  private func problems(on graph: Graph) -> [any Error] {
    var pinned: Set<Int> = []
    var problems: [any Error] = pin.indices.compactMap { index in
      fault(below: "pin.\(index)") { () throws(ParameterError) in
        guard pinned.insert(try place(of: pin[index], in: graph).node).inserted else {
          throw ParameterError(
            "'\(pin[index].node)' is pinned twice; remove one of the two", parameter: "node")
        }
      }
    }
    problems += nodes.faults(on: graph).map { Self.placed($0, below: "nodes") }
    problems += view.faults(on: graph).map { Self.placed($0, below: "view") }
    problems += forces.indices.compactMap { index in
      let force = forces[index]
      return fault(below: "forces.\(index).\(force.name)") { () throws(ParameterError) in
        try force.check(on: graph)
      }
    }
    if let lack = lackOfEnergy(on: graph) {
      problems.append(
        ParameterError(
          "the stop rule 'energy' needs the potential of every force, but \(lack); "
            + "use 'movement'", parameter: "stop.energy"))
    }
    do {
      try placement.check(graph, dimensions: dimensions)
    } catch let fault as ParameterError {
      problems.append(Self.placed(fault, below: "placement.\(placement.name)"))
    } catch {
      problems.append(error)
    }
    return problems
  }

  private func lackOfEnergy(on graph: Graph) -> String? {
    guard stop.contains(where: \.needsEnergy) else { return nil }
    if !repulsion.givesPotentials, forces.contains(where: { $0 is any PairForce }) {
      return "'\(repulsion.name)' computes no potentials of pairwise forces"
    }
    return forces.lazy.compactMap { $0.lackOfPotential(in: graph) }.first
  }

  /// The pin of `pinned`, with an empty position if the node stays at its start.
  func place(of pinned: PinnedNode, in graph: Graph) throws(ParameterError) -> Particles.Pin {
    guard let node = graph.node(named: pinned.node) else {
      let hint = suggestion(for: pinned.node, among: graph.labels ?? [])
      throw ParameterError(
        "the graph has no node '\(pinned.node)'; "
          + (hint.isEmpty ? "its nodes are numbered 0 to \(graph.nodeCount - 1)" : hint),
        parameter: "node")
    }
    guard pinned.at.isEmpty || pinned.at.count == dimensions else {
      throw ParameterError(
        "'at' has \(pinned.at.count) coordinates, but the layout has \(dimensions) dimensions",
        parameter: "at")
    }
    return Particles.Pin(node: node, position: pinned.at)
  }

  private func fault(below path: String, _ body: () throws(ParameterError) -> Void)
    -> ParameterError?
  {
    do {
      try body()
      return nil
    } catch {
      return Self.placed(error, below: path)
    }
  }

  private static func placed(_ fault: ParameterError, below path: String) -> ParameterError {
    ParameterError(fault.message, parameter: fault.parameter.map { "\(path).\($0)" } ?? path)
  }
}
