import ForceLabGraphs
import ForceLabPlugins

/// Pulls or pushes the ends of every edge towards a given length, as d3's `forceLink` does.
public struct LinkForce: PointForce {
  /// The velocities that a link uses.
  public enum Update: String, Choice {
    /// The velocities that earlier links have changed, as in d3.
    case sequential
    /// The velocities at the start of the pass, so that threads can share the work.
    case simultaneous
  }

  /// In px: a number, or the name of an edge attribute.
  public var length: Quantity = 30
  /// The fraction of the difference removed per tick; nil for 1 / the smaller degree of the ends.
  public var strength: Quantity?
  /// A factor of all strengths.
  public var scale = 1.0
  /// The passes over the edges per tick.
  public var iterations = 1
  public var update = Update.sequential

  /// The springs of a sequential or of a simultaneous update.
  @Scratch private var sequence: LinkSequence?
  @Scratch private var gather: LinkGather?

  public init() {}

  public static let manual = Manual<Self>(
    "link", "Pulls or pushes the ends of every edge towards the length of the edge, like a spring.",
    parameters: [
      Parameter(
        "length", \.length, in: 0..., unit: "px",
        "Length at rest: a number, or the name of an edge attribute, such as weight."),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick",
        "Fraction of the difference removed per tick: a number, or the name of an edge attribute.",
        defaultDescription: "by degree: 1 / the smaller degree of the two ends"),
      Parameter(
        "scale", \.scale, in: 0...,
        "Factor of all strengths. Weights as strengths usually need one far below 1."),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1000), "Passes over the edges per tick."),
      Parameter(
        "update", \.update,
        "Which velocities an edge uses: those that earlier edges have changed, as in d3, or those at "
          + "the start of the pass, so that threads can share the work."),
    ],
    formula: """
      s = scale·strength·α·(1 − length/‖d‖)·d, d = (x′ + v′) − (x + v)
      v ← v + s·deg′/(deg + deg′), v′ ← v′ − s·deg/(deg + deg′)
      U = ¼·Σ scale·strength·(r − length)²
      """,
    source: "d3-force, forceLink: uses x + v; the end of lower degree moves more",
    sections: potentialSection(
      "one only if `iterations` is 1, `update` is simultaneous (or no two edges share a node), and all "
        + "edges join nodes of equal degree: a force that reads what other edges have changed, or moves the "
        + "end of lower degree more, is not the gradient of an energy"))

  public var edgeAttributes: Set<String> {
    Set([length.attributeName, strength?.attributeName].compactMap { $0 })
  }

  public func check(on graph: Graph) throws(ParameterError) {
    try length.check(edgesOf: graph, within: Self.values, as: "length")
    try strength?.check(edgesOf: graph, within: Self.values, as: "strength")
  }

  /// Of attributes. The forces of larger values overflow.
  static let values = Bounds(0...1e100)

  public mutating func prepare(for world: World) {
    let graph = world.graph
    let lengths = length.attributeName.flatMap(graph.edgeValues)
    let length = { [length] (edge: Int) in length.value(edge, in: lengths) }
    let strength = strengths(on: graph)
    (sequence, gather) = (nil, nil)
    switch update {
    case .sequential: sequence = LinkSequence(graph, length: length, strength: strength)
    case .simultaneous: gather = LinkGather(graph, length: length, strength: strength)
    }
  }

  public func coarsened(by stretch: Double) -> any Force {
    guard case .number(let length) = length else { return self }
    return setting(\.length, to: .number(length * stretch))
  }

  public func averaged(over graph: Graph) -> any Force {
    setting(\.length, to: length.averaged(over: graph))
      .setting(\.strength, to: strength?.averaged(over: graph))
  }

  /// The strength of each edge.
  private func strengths(on graph: Graph) -> (Int) -> Double {
    let strengths = strength?.attributeName.flatMap(graph.edgeValues)
    let degree = { (node: Int32) in Double(graph.degree(of: Int(node))) }
    return { [strength, scale] edge in
      scale
        * (strength?.value(edge, in: strengths)
          ?? 1 / min(degree(graph.sources[edge]), degree(graph.targets[edge])))
    }
  }

  public func stiffness(on graph: Graph) -> Stiffness? {
    let strength = strengths(on: graph)
    var stiffness = Stiffness(graph, parameter: "scale", value: scale) { edge in
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let share = graph.share(of: source, besides: target)
      let spring = strength(edge) * Double(iterations)
      return (spring * share, spring * (1 - share))
    }
    // Each link of a node overshoots what earlier ones have added to its velocity.
    stiffness?.limit = 1
    return stiffness
  }

  mutating func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    for _ in 0..<iterations {
      sequence?.pull(world, alpha)
      gather?.pull(world, alpha, P.self)
    }
  }

  public func hasPotential(in world: World) -> Bool {
    let graph = world.graph
    func degree(_ node: Int32) -> Int { graph.degree(of: Int(node)) }
    return iterations == 1
      && (0..<graph.edgeCount).allSatisfy {
        degree(graph.sources[$0]) == degree(graph.targets[$0])
          && (update == .simultaneous || degree(graph.sources[$0]) == 1)
      }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? {
    guard hasPotential(in: world) else { return nil }
    return sequence?.potentialEnergy(of: world, P.self)
      ?? gather?.potentialEnergy(of: world, P.self)
  }
}

extension Quantity {
  /// The mean over the edges of `graph`, if they have the attribute.
  func averaged(over graph: Graph) -> Quantity {
    guard let values = attributeName.flatMap(graph.edgeValues), !values.isEmpty else { return self }
    return .number(values.reduce(0, +) / Double(values.count))
  }
}
