import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings

extension LayoutStudy {
  /// A program against the library `ForceLayout` that computes the layout of a trial with `seed`.
  public func program(seed: UInt64) -> String? {
    guard isSimulation else { return nil }
    let parts = [
      imports, [], graphLines, simulationLines(seed: seed), traitLines, pinLines, loopLines,
    ]
    return parts.joined().joined(separator: "\n") + "\n"
  }

  /// The engine, and the modules of plugins and their parameters that are not its own.
  private var imports: [String] {
    let plugins: [any Plugin] =
      [graph, placement, integrator, repulsion] + forces + (stop.isEmpty ? [] : stop)
    let modules = plugins.reduce(into: Set<String>()) { $0.formUnion($1.codeModules) }
    let engine = ["Graphs", "Mechanics", "Plugins", "Quality"].map { "ForceLab\($0)" }
    let others = modules.subtracting(engine).sorted()
    return ["import ForceLayout"] + others.map { "import \($0)" } + [""]
  }

  static let shuffleNote =
    "// The trial shuffled the nodes. This program keeps their order, so that its layout differs."

  private var graphLines: [String] {
    // Every graph has degrees, and its weights need not be asked for.
    let names = AttributeNames(
      nodes: nodes.attributeNames.subtracting(["degree"]),
      edges: usedEdgeAttributes.subtracting(["weight"]))
    let lists = [("nodes", names.nodes), ("edges", names.edges)].filter { !$0.1.isEmpty }.map {
      "\($0): [\($1.sorted().map { String(reflecting: $0) }.joined(separator: ", "))]"
    }
    let arguments = lists.isEmpty ? "" : "with: AttributeNames(\(lists.joined(separator: ", ")))"
    let overlap =
      "// The trial moved nodes apart that overlapped at its end. This program does not."
    return (shuffle ? [Self.shuffleNote] : []) + (overlaps is KeepOverlaps ? [] : [overlap]) + [
      "// For your own graph: try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])",
      "let graph = try \(graph.initializerCode()).graph(\(arguments))",
    ]
  }

  private func simulationLines(seed: UInt64) -> [String] {
    let defaults = LayoutStudy()
    let list = forces.map { $0.initializerCode() }
    let flat = "forces: [\(list.joined(separator: ", "))]"
    var arguments = ["graph"]
    if list != defaults.forces.map({ $0.initializerCode() }) {
      let lines = "forces: [\n    \(list.joined(separator: ",\n    ")),\n  ]"
      arguments.append(flat.count > 90 ? lines : flat)
    }
    let plugins: [(String, any Plugin, any Plugin)] = [
      ("placement", placement, defaults.placement), ("integrator", integrator, defaults.integrator),
      ("repulsion", repulsion, defaults.repulsion),
    ]
    for (label, plugin, usual) in plugins {
      let code = plugin.initializerCode()
      if code != usual.initializerCode() { arguments.append("\(label): \(code)") }
    }
    let pins = pinned.filter { !$0.pin.position.isEmpty }.map {
      "    .init(node: \($0.pin.node), position: \($0.pin.position.swiftCode)),\($0.label)\n"
    }
    if !pins.isEmpty { arguments.append("pins: [\n\(pins.joined())  ]") }
    if dimensions != defaults.dimensions { arguments.append("dimensions: \(dimensions)") }
    arguments.append("seed: \(seed)")
    if threads != defaults.threads { arguments.append("threads: \(threads)") }
    return ["let simulation = try Simulation(", "  " + arguments.joined(separator: ",\n  ") + ")"]
  }

  /// Sets the traits of nodes that are not 1.
  private var traitLines: [String] {
    let traits = nodes.all.filter { $0.value != .number(1) }
    let boxes =
      nodes.size.map {
        [
          "simulation.world.particles.boxes = "
            + "NodeSize\($0.swiftCode).boxes(of: graph).map { $0 / 2 }"
        ]
      } ?? []
    guard !traits.isEmpty else { return boxes }
    let lists = traits.compactMap { trait in
      trait.value.attributeName.map {
        "let \(trait.name) = graph.nodeValues(\(String(reflecting: $0)))"
      }
    }
    let settings = traits.map { trait in
      let isNumber = trait.value.attributeName == nil
      let value = isNumber ? trait.value.swiftCode : "\(trait.name)?[node] ?? 1"
      return "  simulation.world.particles.\(trait.name)[node] = \(value)"
    }
    return boxes + lists + ["for node in 0..<graph.nodeCount {"] + settings + ["}"]
  }

  /// The pinned nodes, with an empty position where the placement puts them, and their labels as comments.
  private var pinned: [(pin: Particles.Pin, label: String)] {
    // The trial read the graph and found the nodes, so that there are pins unless its file changed since.
    guard let graph = try? GraphCache.graph(of: graph, with: attributeNames) else { return [] }
    return pin.compactMap { try? place(of: $0, in: graph) }.map { pin in
      (pin, graph.labels.map { "  // \($0[pin.node].printableLine)" } ?? "")
    }
  }

  /// Pins the nodes that stay where the placement puts them.
  private var pinLines: [String] {
    pinned.filter(\.pin.position.isEmpty).map { "simulation.pin(\($0.pin.node))\($0.label)" }
  }

  /// Runs the simulation until the trial's rules end it.
  private var loopLines: [String] {
    let missing =
      "// The events of the trial are left out. Use `simulation.add`, `remove` and `onSettled`."
    let note = "// In an app that draws the layout while it changes, call `tick()` for each frame."
    var lines = events.isEmpty ? [] : [missing]
    if stop.isEmpty && integrator.finalAlpha != nil {
      return lines + [note, "simulation.runUntilSettled(limit: \(Self.iterationLimit))"]
    }
    let count = stopRules.compactMap { ($0 as? StopAfterIterations)?.count }.first
    if let count, count == 0 || stopRules.count == 1 {
      return lines + [note, "simulation.tick(\(count))"]
    }
    let rules = stopRules.map { $0.initializerCode() }.joined(separator: ", ")
    lines += [
      "var rules: [any StopRule] = [\(rules)]", "var progress = SimulationProgress()",
      "var isRunning = true", note, "while isRunning {",
      "  progress.movement = simulation.tick()", "  progress.iteration = simulation.iteration",
      "  progress.alpha = simulation.alpha",
    ]
    if stopRules.contains(where: \.needsEnergy) {
      lines.append("  progress.energy = simulation.energy()")
    }
    if stopRules.contains(where: \.needsLayout) {
      lines += ["  progress.graph = graph", "  progress.positions = simulation.positions"]
    }
    lines.append("  for index in rules.indices where rules[index].isMet(by: progress) {")
    return lines + ["    isRunning = false", "  }", "}"]
  }
}
