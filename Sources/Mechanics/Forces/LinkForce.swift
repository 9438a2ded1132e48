import ForceLabGraphs
import ForceLabPlugins

/// d3-force's link force: a spring along every edge.
public struct LinkForce: Force {
  /// What a link sees of the others.
  public enum Update: String, Choice {
    /// The velocities that the links before it left.
    case sequential
    /// The velocities that all links found.
    case simultaneous
  }

  /// The length at rest.
  public var length: Quantity = 30
  /// How much of the difference is made up per tick; by degree if nil.
  public var strength: Quantity?
  /// How often the links are gone through in a tick.
  public var iterations = 1
  /// What a link sees of the others.
  public var update = Update.sequential

  @Scratch private var sequence = LinkSequence()
  @Scratch private var gather = LinkGather()

  public init() {}

  public init(
    length: Quantity = 30, strength: Quantity? = nil, iterations: Int = 1,
    update: Update = .sequential
  ) {
    (self.length, self.strength) = (length, strength)
    (self.iterations, self.update) = (iterations, update)
  }

  public static let manual = Manual<Self>(
    "link", "Pulls or pushes the ends of every edge towards its length.",
    parameters: [
      Parameter(
        "length", \.length, in: 0..., unit: "px",
        "Length at rest: a number, or the attribute of the edges that tells, such as weight."),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick",
        "How much of the difference is made up per tick: a number, or an attribute of the edges.",
        defaultDescription: "by degree: 1 / the smaller degree of the two ends"),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1000),
        "How often the edges are gone through per tick."),
      Parameter(
        "update", \.update,
        "Whether each edge sees what those before it did, as in d3, or all see the velocities "
          + "found at the start, which several threads can share."),
    ],
    formula: """
      s = strength·α·(1 − length/‖d‖)·d, d = (x′ + v′) − (x + v)
      v ← v + s·deg′/(deg + deg′), v′ ← v′ − s·deg/(deg + deg′)
      U = ¼·Σ strength·(r − length)², where all edges join nodes of equal degree
      """,
    source: "d3-force, forceLink: reads x + v, and the end of lower degree moves more")

  public var edgeAttributes: Set<String> {
    Set([length.attributeName, strength?.attributeName].compactMap { $0 })
  }

  public func check(on graph: Graph) throws(ParameterError) {
    try length.check(edgesOf: graph, within: Bounds(0.0...), as: "length")
    try strength?.check(edgesOf: graph, within: Bounds(0.0...), as: "strength")
  }

  public mutating func prepare(for world: World) {
    let graph = world.graph
    let lengths = length.attributeName.flatMap(graph.edgeValues)
    let strengths = strength?.attributeName.flatMap(graph.edgeValues)
    let length = { [length] (edge: Int) in length.value(edge, in: lengths) }
    let strength = { [strength] (edge: Int) in
      strength?.value(edge, in: strengths) ?? 1 / Double(graph.lowerDegree(of: edge))
    }
    switch update {
    case .sequential: sequence = LinkSequence(graph, length: length, strength: strength)
    case .simultaneous: gather = LinkGather(graph, length: length, strength: strength)
    }
  }

  public mutating func apply(to world: World, alpha: Double) {
    for _ in 0..<iterations {
      switch (update, world.dimensions) {
      case (.sequential, 2): sequence.pull(world, alpha, SIMD2.self)
      case (.sequential, _): sequence.pull(world, alpha, SIMD3.self)
      case (.simultaneous, 2): gather.pull(world, alpha, SIMD2.self)
      case (.simultaneous, _): gather.pull(world, alpha, SIMD3.self)
      }
    }
  }

  public func lackOfPotential(in graph: Graph) -> String? {
    let isBalanced = (0..<graph.edgeCount).allSatisfy {
      graph.degree(of: Int(graph.sources[$0])) == graph.degree(of: Int(graph.targets[$0]))
    }
    return isBalanced
      ? nil
      : "'link' moves the end of lower degree more, as d3-force does, which is the gradient of no energy"
  }

  /// ¼·Σ strength·(r − length)², where all edges join nodes of equal degree; else there is none.
  public func potentialEnergy(of world: World) -> Double? {
    guard lackOfPotential(in: world.graph) == nil else { return nil }
    return switch (update, world.dimensions) {
    case (.sequential, 2): sequence.potentialEnergy(of: world, SIMD2.self)
    case (.sequential, _): sequence.potentialEnergy(of: world, SIMD3.self)
    case (.simultaneous, 2): gather.potentialEnergy(of: world, SIMD2.self)
    case (.simultaneous, _): gather.potentialEnergy(of: world, SIMD3.self)
    }
  }
}

extension Graph {
  /// The degree of that end of `edge` which has fewer edges.
  fileprivate func lowerDegree(of edge: Int) -> Int {
    min(degree(of: Int(sources[edge])), degree(of: Int(targets[edge])))
  }
}
