import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

extension LayoutStudy {
  public static var validationInputs: Set<String> { ["graph", "dimensions", "nodes"] }

  /// Columns of a lab's metrics that layouts have already.
  private func columnProblems() -> [any Error] {
    let known = Catalog.quality.types(of: .metric)
    let added = metrics.enumerated().filter { _, metric in
      !known.contains { $0 == type(of: metric) }
    }
    guard !added.isEmpty else { return [] }
    var unmeasured = self
    unmeasured.metrics = []
    let own = Set(unmeasured.columns.map(\.name))
    return added.compactMap { index, metric in
      metric.columns.first { own.contains($0.name) }.map {
        ParameterError(
          "every layout has a column '\($0.name)'; rename that of '\(metric.name)'",
          parameter: "metrics.\(index)")
      }
    }
  }

  /// Errors in the combination of graph, forces and stop rules.
  public func problems() -> [any Error] {
    var problems = isSimulation ? problemsOfForces() : engineProblems()
    if record.layout == .none, let metric = metrics.first(where: { $0.needs.contains(.first) }) {
      problems.append(
        ParameterError(
          "'\(metric.name)' needs the layout of the first trial, but layouts are not recorded; "
            + "use {layout: final}", parameter: "record.layout"))
    }
    problems += columnProblems()
    problems += metrics.repeated.map { ParameterError($1, parameter: "metrics.\($0)") }
    problems += trackingProblems()
    if let problem = sizeProblem() { problems.append(problem) }
    if isSimulation {
      problems += eventMetricProblems()
    } else if !events.isEmpty {
      problems.append(
        ParameterError(
          "'events' need the engine simulation, but "
            + (timeBudget == nil
              ? "the engine is '\(engine.name)'" : "'time-budget' replaces the engine")
            + "; remove one of the two", parameter: "events"))
    }
    let graphProblems = errors(below: "graph.\(graph.name)") {
      let graph = try GraphCache.graph(of: graph, with: attributeNames)
      if let note = graph.note {
        // The path of an archive does not tell its graphs apart; their names do.
        let file = self.graph.files.first.flatMap { Archive.isArchive($0.path) ? nil : $0 }
        problems.append(
          file.map { Diagnostic(note, at: Location(file: $0.path), severity: .note) }
            ?? ParameterError(note, parameter: "graph", severity: .note))
      }
      problems += self.problems(on: graph)
    }
    return problems + graphProblems
  }

  private func sizeProblem() -> ParameterError? {
    if nodes.size == nil, !(overlaps is KeepOverlaps) {
      return ParameterError(
        "'\(overlaps.name)' needs the sizes of nodes; add 'nodes: {size: label}' or 'nodes: {size: [40, 12]}'",
        parameter: "overlaps")
    }
    let pins = !pin.isEmpty || events.contains { $0.actions.contains { $0 is PinNodes } }
    if pins, !(overlaps is KeepOverlaps) {
      return ParameterError(
        "'overlaps' would move the nodes of 'pin'; remove one of the two", parameter: "overlaps")
    }
    guard nodes.size != nil else { return nil }
    if !isSimulation, let trait = nodes.all.first(where: { $0.value != .number(1) }) {
      return ParameterError(
        "\(unused.reader) does not use '\(trait.name)'; remove it",
        parameter: "nodes.\(trait.name)")
    }
    guard dimensions != 2 else { return nil }
    return ParameterError("nodes have a size in 2D only; remove it", parameter: "nodes.size")
  }

  private func engineProblems() -> [any Error] {
    let needs: [(LayoutKnowledge, String)] = [
      (.settledStates, "compares the layout before and after events"), (.forces, "measures forces"),
    ]
    let loose = unused.keys.contains("pin") ? [] : pin.indices.filter { pin[$0].at.isEmpty }
    let pinProblems = loose.map { index in
      ParameterError(
        "the pin needs 'at', as in at: [0, 0], because \(unused.reader) holds no node at its start",
        parameter: "pin.\(index)")
    }
    return pinProblems
      + needs.flatMap { need, what in
        metrics.indices.filter { metrics[$0].needs.contains(need) }.map { index in
          ParameterError(
            "'\(metrics[index].name)' \(what), which the engine '\(usedEngine.name)' does not have; "
              + "remove it, or use the engine simulation", parameter: "metrics.\(index)")
        }
      }
  }

  private func forceProblems(_ check: (any Force) throws -> Void) -> [any Error] {
    forces.indices.flatMap { index in
      errors(below: "forces.\(index).\(forces[index].name)") { try check(forces[index]) }
    }
  }

  /// Why forces, traits and stop rules do not fit `graph`.
  func problemsOfForces(on graph: Graph) -> [any Error] {
    var problems = nodes.problems(on: graph) + forceProblems { try $0.check(on: graph) }
    if let reason = lackOfEnergy(on: graph) {
      problems.append(
        ParameterError(
          "the stop rule 'energy' needs the potential of every force, but \(reason); "
            + "use 'movement'", parameter: "stop.energy"))
    }
    return problems
  }

  /// Why forces do not fit the dimensions, or the repulsion strategy cannot sum pairwise ones, each once.
  func problemsOfForces() -> [any Error] {
    let problems = forceProblems { try $0.check(dimensions: dimensions) }
    return problems
      + forces.compactMap(\.summedLaw).flatMap { law in
        errors(below: "repulsion.\(repulsion.name)") {
          try repulsion.check(law, dimensions: dimensions)
        }
      }.uniqued { "\($0)" }
  }

  private func problems(on graph: Graph) -> [any Error] {
    var pinned: Set<Int> = []
    var problems = pin.indices.flatMap { index in
      errors(below: "pin.\(index)") {
        guard pinned.insert(try place(of: pin[index], in: graph).node).inserted else {
          throw ParameterError(
            "'\(pin[index].node)' is pinned twice; remove one of the two", parameter: "node")
        }
      }
    }
    problems += view.problems(on: graph)
    if isSimulation { problems += problemsOfForces(on: graph) }
    problems += eventProblems(on: graph)
    problems += errors(below: "engine.\(engine.name)") { try usedEngine.check(on: graph) }
    problems += errors(below: "time-budget.for") {
      try timeBudget?.measures?.check(on: graph, dimensions: dimensions)
    }
    problems += metrics.indices.flatMap { index in
      errors(below: "metrics.\(index).\(metrics[index].name)") {
        try metrics[index].check(on: graph)
      }
    }
    problems += metrics.indices.compactMap { index in
      let metric = metrics[index]
      return metric.lack(on: graph, dimensions: dimensions).map {
        ParameterError(
          "'\(metric.name)' \(metric.columns.count > 1 ? "lacks values" : "has no value"): \($0)",
          parameter: "metrics.\(index)", severity: .note)
      }
    }
    return problems
      + errors(below: "placement.\(placement.name)") {
        try placement.check(graph, dimensions: dimensions)
      }
  }

  private func lackOfEnergy(on graph: Graph) -> String? {
    guard stop.contains(where: \.needsEnergy) else { return nil }
    if !repulsion.givesPotentials, forces.contains(where: { $0 is any PairForce }) {
      return "'\(repulsion.name)' computes no potentials of pairwise forces"
    }
    let particles = Particles(
      positions: Array(repeating: Array(repeating: 0, count: graph.nodeCount), count: dimensions))
    nodes.apply(to: particles, of: graph)
    let world = World(particles: particles, graph: graph)
    return forces.lazy.compactMap { force in
      var force = force
      if force is any PairForce { force.prepare(for: world) }
      return force.lackOfPotential(in: world)
    }.first
  }

  /// The pin of `pinned`, with an empty position if the node stays at its start.
  func place(of pinned: PinnedNode, in graph: Graph) throws(ParameterError) -> Particles.Pin {
    let node = try graph.existingNode(named: pinned.node, "node")
    try checkPoint(pinned.at, "at", dimensions: dimensions)
    return Particles.Pin(node: node, position: pinned.at)
  }
}
