import Graphs
import Plugins

/// d3-force's link force: a spring along every edge.
public struct Link: Force {
  /// The length at rest.
  public var length = 30.0
  /// How much of the difference is made up per tick; by degree if nil.
  public var strength: Double?
  /// How often the links are gone through in a tick.
  public var iterations = 1

  @Working private var strengths: [Double] = []
  /// The part of the correction that the target takes.
  @Working private var biases: [Double] = []

  /// d3's defaults.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "link", "Pulls or pushes the ends of every edge towards its length, the edges one by one.",
    parameters: [
      Parameter("length", \.length, in: 0..., unit: "px", "Length at rest."),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick",
        "How much of the difference is made up per tick.",
        otherwise: "by degree: 1 / the smaller degree of the two ends"),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1000),
        "How often the edges are gone through per tick."),
    ],
    source: "d3-force, forceLink: reads x + v, and the end of lower degree moves more")

  public mutating func prepare(for world: World) {
    let graph = world.graph
    strengths = []
    biases = []
    for edge in 0..<graph.edgeCount {
      let source = Double(graph.degree(of: Int(graph.sources[edge])))
      let target = Double(graph.degree(of: Int(graph.targets[edge])))
      strengths.append(strength ?? 1 / min(source, target))
      biases.append(source / (source + target))
    }
  }

  public func apply(to world: World, alpha: Double) {
    world.dimensions == 2
      ? apply(to: world, alpha, SIMD2.self) : apply(to: world, alpha, SIMD3.self)
  }

  private func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let graph = world.graph
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    for _ in 0..<iterations {
      for edge in 0..<graph.edgeCount {
        let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
        let (sourceVelocity, targetVelocity) = (P(velocity, source), P(velocity, target))
        var way = P(position, target) + targetVelocity - P(position, source) - sourceVelocity
        if way == .zero {
          way = P(jiggle: graph.sources[edge], graph.targets[edge], seed: world.seed)
        }
        let distance = way.length
        way *= (distance - length) / distance * alpha * strengths[edge]
        (targetVelocity - way * biases[edge]).store(velocity, target)
        (sourceVelocity + way * (1 - biases[edge])).store(velocity, source)
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
    return world.dimensions == 2
      ? potentialEnergy(of: world, SIMD2.self) : potentialEnergy(of: world, SIMD3.self)
  }

  private func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let (graph, position) = (world.graph, world.particles.position)
    var sum = 0.0
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let stretch = (P(position, target) - P(position, source)).length - length
      sum += strengths[edge] * stretch * stretch
    }
    return sum / 4
  }
}
