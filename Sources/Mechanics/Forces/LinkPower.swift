import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Pulls the ends of every edge together by a power of their distance.
public struct LinkPower: PointForce {
  public var exponent = 1.0
  public var scale = 1.0
  /// The attribute of edges that holds their weights; `none` if all weigh 1.
  public var weights = Self.noWeights

  public static let noWeights = "none"

  @Scratch private var edgeWeights: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "link-power",
    "Pulls the ends of every edge together with F = scale·w·dᵃ.",
    parameters: [
      Parameter(
        "exponent", \.exponent,
        "Power a of the distance d: 2 is Fruchterman–Reingold, 1 ForceAtlas2, 0 LinLog; whole numbers "
          + "from 0 to 2 and −0.25 are fastest."),
      Parameter("scale", \.scale, in: 0..., "Factor; 1/k in Fruchterman–Reingold."),
      Parameter(
        "weights", \.weights,
        "The attribute of edges that holds their weights w ≥ 0, such as `weight`, or `none` for w = 1."
      ),
    ],
    formula: """
      v ← v + α·scale·w·dᵃ·δ/d, δ to the other end, d = ‖δ‖, a = exponent
      U = Σ scale·w·dᵃ⁺¹/(a + 1), with ln d for dᵃ⁺¹/(a + 1) if a = −1
      """,
    source: "A. Noack, “Modularity clustering is force-directed layout”, 2009: (a, r)-energy models"
  )

  public var edgeAttributes: Set<String> { weights == Self.noWeights ? [] : [weights] }

  public func check(on graph: Graph) throws(ParameterError) {
    guard weights != Self.noWeights else { return }
    try Quantity.attribute(weights).check(edgesOf: graph, within: LinkForce.values, as: "weights")
  }

  public mutating func prepare(for world: World) { edgeWeights = values(on: world.graph) }

  /// The weight of each edge; 1 without the attribute.
  private func values(on graph: Graph) -> [Double] {
    edgeAttributes.first.flatMap(graph.edgeValues) ?? Array(repeating: 1, count: graph.edgeCount)
  }

  /// Forces proportional to the distance are springs.
  public func stiffness(on graph: Graph) -> Stiffness? {
    guard exponent == 1 else { return nil }
    let weights = values(on: graph)
    return Stiffness(graph, parameter: "scale", value: scale) { edge in
      let spring = scale * weights[edge]
      return (spring, spring)
    }
  }

  /// Edges of coarser graphs have sums of `weight`.
  public func averaged(over graph: Graph) -> any Force {
    guard ![Self.noWeights, "weight"].contains(weights),
      case .number(let mean) = Quantity.attribute(weights).averaged(over: graph)
    else { return self }
    return setting(\.scale, to: scale * mean).setting(\.weights, to: Self.noWeights)
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.scale, to: scale * pow(stretch, 1 - exponent))
  }

  func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let (graph, velocity) = (world.graph, world.particles.velocity)
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let way: P = Self.way(along: edge, in: world)
      let pull = way * (scale * alpha * edgeWeights[edge] * factor(way.squaredLength))
      (P(velocity, source) + pull).store(velocity, source)
      (P(velocity, target) - pull).store(velocity, target)
    }
  }

  /// The vector from the source of an edge to its target, never zero.
  @inline(__always) private static func way<P: Point>(along edge: Int, in world: World) -> P {
    let (graph, position) = (world.graph, world.particles.position)
    let (source, target) = (graph.sources[edge], graph.targets[edge])
    let way = P(position, Int(target)) - P(position, Int(source))
    // The square of a tiny distance may be zero.
    return way.squaredLength == 0 ? P(jiggle: source, target, seed: world.seed) : way
  }

  /// dᵃ/d, given d².
  @inline(__always) private func factor(_ squaredDistance: Double) -> Double {
    let distance = squaredDistance.squareRoot()
    return switch exponent {
    case 1: 1
    case 2: distance
    case 0: 1 / distance
    // Roots take a fraction of the time of a power.
    case -0.25: 1 / (distance * distance.squareRoot().squareRoot())
    default: pow(squaredDistance, (exponent - 1) / 2)
    }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? {
    var sum = 0.0
    for edge in 0..<world.graph.edgeCount {
      let way: P = Self.way(along: edge, in: world)
      let power = exponent + 1
      sum +=
        edgeWeights[edge]
        * (power == 0 ? log(way.length) : pow(way.length, power) / power)
    }
    return scale * sum
  }
}
