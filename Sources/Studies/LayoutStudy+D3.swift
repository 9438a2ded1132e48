import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings

extension LayoutStudy {
  /// A JavaScript module for d3-force 3.0 that lays out a graph with these settings. Throws if d3-force lacks
  /// one of them.
  public func d3Program() throws(Diagnostic) -> String {
    guard isSimulation else {
      throw Diagnostic("layouts of engines and time budgets have no program; use --yaml", at: nil)
    }
    guard let verlet = integrator as? Verlet else {
      throw Self.notInD3("the integrator '\(integrator.name)'")
    }
    guard dimensions == 2 else { throw Self.notInD3("a layout in \(dimensions) dimensions") }
    guard events.isEmpty else { throw Self.notInD3("an event") }
    guard pin.isEmpty else {
      throw Self.notInD3("'pin'; set fx and fy of the nodes, and remove it")
    }
    guard overlaps is KeepOverlaps else { throw Self.notInD3("'overlaps'") }
    let defaults = Verlet()
    var calls: [String] = []
    for (name, value, usual) in [
      ("alpha", verlet.alpha, defaults.alpha), ("alphaMin", verlet.alphaMin, defaults.alphaMin),
      ("alphaDecay", verlet.alphaDecay, defaults.alphaDecay),
      ("alphaTarget", verlet.alphaTarget, defaults.alphaTarget),
      ("velocityDecay", verlet.velocityDecay, defaults.velocityDecay),
    ] where value != usual { calls.append(".\(name)(\(value.shortText))") }
    var factories: [String] = []
    var names: [String: Int] = [:]
    for force in forces {
      let (factory, name, code) = try d3Code(of: force)
      names[name, default: 0] += 1
      let count = names[name] ?? 1
      factories.append(factory)
      calls.append(".force(\"\(name)\(count > 1 ? "-\(count)" : "")\", \(factory)(\(code))")
    }
    let imports = (["forceSimulation"] + factories.uniqued.sorted()).joined(separator: ", ")
    return """
      // The settings of a trial of ForceLab for d3-force: npm install d3-force
      import { \(imports) } from "d3-force";

      // Nodes are [{id: "a"}, …], links are [{source: "a", target: "b"}, …]. Sets x and y of the nodes.
      \(placementNote)export function layout(nodes, links) {
      \(Self.d3Degrees(for: calls))\
        const simulation = forceSimulation(nodes)
          \(calls.joined(separator: "\n    "))
          .stop();
        \(try d3Loop())
        return nodes;
      }

      """
  }

  private var placementNote: String {
    let order = shuffle ? Self.shuffleNote + "\n" : ""
    if let spiral = placement as? Phyllotaxis, spiral.jitter == 0 { return order }
    return order
      + "// The trial began with '\(placement.name)'. Without x and y, d3 places the nodes on a spiral.\n"
  }

  /// The statements that set the degree of each node, if `calls` read it.
  private static func d3Degrees(for calls: [String]) -> String {
    guard calls.contains(where: { $0.contains(#"node["degree"]"#) }) else { return "" }
    return """
        for (const node of nodes) node.degree = 0;
        const byID = new Map(nodes.map((node) => [node.id, node]));
        for (const link of links)
          for (const id of [link.source, link.target]) byID.get(id).degree += 1;

      """
  }

  /// The loop that runs as long as the trial did.
  private func d3Loop() throws(Diagnostic) -> String {
    if stop.isEmpty, integrator.finalAlpha != nil {
      return "while (simulation.alpha() >= simulation.alphaMin()) simulation.tick();"
    }
    guard stopRules.count == 1, let rule = stopRules[0] as? StopAfterIterations else {
      throw Self.notInD3("a rule that stops other than 'iterations'")
    }
    return "simulation.tick(\(rule.count));"
  }

  /// The function that makes the force, its name in the simulation, and the code after “(”.
  private func d3Code(
    of force: any Force
  ) throws(Diagnostic) -> (factory: String, name: String, code: String) {
    switch force {
    case let force as ManyBody:
      let charge = Self.d3Code(of: nodes.charge, times: force.strength, "node")
      var code = ").strength(\(charge))"
      if let theta = try d3Theta() { code += ".theta(\(theta.shortText))" }
      if force.distanceMin != 1 { code += ".distanceMin(\(force.distanceMin.shortText))" }
      if force.distanceMax.isFinite { code += ".distanceMax(\(force.distanceMax.shortText))" }
      return ("forceManyBody", "many-body", code)
    case let force as LinkForce:
      guard force.update == .sequential else { throw Self.notInD3("'update: simultaneous'") }
      var code = "links).id((node) => node.id).distance(\(Self.d3Code(of: force.length)))"
      if let strength = force.strength {
        code += ".strength(\(Self.d3Code(of: strength, times: force.scale)))"
      } else if force.scale != 1 {
        throw Self.notInD3("'scale' of strengths by degree")
      }
      if force.iterations != 1 { code += ".iterations(\(force.iterations))" }
      return ("forceLink", "link", code)
    case let force as Center:
      let strength = force.strength == 1 ? "" : ".strength(\(force.strength.shortText))"
      return ("forceCenter", "center", Self.d3Point(force.at) + ")" + strength)
    case let force as Position where force.axis != .z:
      let axis = force.axis == .x ? "X" : "Y"
      return (
        "force\(axis)", axis.lowercased(),
        "\(force.target.shortText)).strength(\(force.strength.shortText))"
      )
    case let force as Collide:
      guard nodes.size == nil else { throw Self.notInD3("'nodes: {size: …}'") }
      var code = Self.d3Code(of: nodes.radius, times: force.radius, "node") + ")"
      if force.strength != 1 { code += ".strength(\(force.strength.shortText))" }
      if force.iterations != 1 { code += ".iterations(\(force.iterations))" }
      return ("forceCollide", "collide", code)
    case let force as Radial:
      let code = "\(force.radius.shortText), \(Self.d3Point(force.center)))"
      return ("forceRadial", "radial", code + ".strength(\(force.strength.shortText))")
    default: throw Self.notInD3("the force '\(force.name)'")
    }
  }

  /// The accuracy of d3's quadtree: 0 is exact, nil that of d3 itself.
  private func d3Theta() throws(Diagnostic) -> Double? {
    switch repulsion {
    case let tree as KDTree: tree.theta
    case let tree as BarnesHut: tree.theta
    case is Exact: 0
    case is Automatic: nil
    default: throw Self.notInD3("the repulsion '\(repulsion.name)'")
    }
  }

  private static func d3Code(
    of quantity: Quantity, times factor: Double = 1, _ item: String = "link"
  ) -> String {
    switch quantity {
    case .number(let number): (number * factor).shortText
    case .attribute(let name):
      "(\(item)) => " + (factor == 1 ? "" : "\(factor.shortText) * ") + "\(item)[\(name.jsonText)]"
    }
  }

  private static func d3Point(_ point: [Double]) -> String {
    [0, 1].map { ($0 < point.count ? point[$0] : 0).shortText }.joined(separator: ", ")
  }

  private static func notInD3(_ what: String) -> Diagnostic {
    Diagnostic("d3-force does not have \(what); use --swift or --yaml", at: nil)
  }
}
