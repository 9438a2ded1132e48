import ForceLabGraphs
import ForceLabPlugins

/// Points edges in one direction, from their first node to their second.
public struct Flow: Force {
  public enum Direction: String, Choice {
    case down, up, right, left

    fileprivate var axis: Int { self == .down || self == .up ? 1 : 0 }
    fileprivate var sign: Double { self == .down || self == .right ? 1 : -1 }
  }

  public var direction = Direction.down
  public var gap = 30.0
  public var strength = 0.3

  /// The ends of each edge, the first of which is to be before the second, and the spring of the edge.
  @Scratch private var springs: [(first: Int32, second: Int32, stiffness: Double)] = []

  public init() {}

  public static let manual = Manual<Self>(
    "flow",
    "Points edges in one direction, from their first node to their second, by a spring that pushes until the second is "
      + "far enough. Of cycles, as few edges as a heuristic finds are reversed.",
    parameters: [
      Parameter(
        "direction", \.direction, "The direction; as on a screen, down is towards larger y."),
      Parameter(
        "gap", \.gap, in: 0..., unit: "px",
        "The distance along the direction from which on an edge is at rest."),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick²",
        "Part of the missing distance per tick, divided by the geometric mean of the degrees of the ends."
      ),
    ],
    shorthand: "direction",
    formula: """
      v_second ← v_second + α·k·max(0, gap − s)·e, v_first ← v_first − the same,
      s = (x_second − x_first)·e, e the direction, k = strength/√(deg·deg′)
      U = Σ ½·k·max(0, gap − s)²
      """,
    source:
      "T. Dwyer, Y. Koren and K. Marriott, “Drawing directed graphs using quadratic programming”, 2006, with springs "
      + "for constraints; reversed edges by P. Eades, X. Lin and W. F. Smyth, 1993")

  public mutating func prepare(for world: World) {
    let graph = world.graph
    let places = graph.acyclicOrder
    springs = (0..<graph.edgeCount).map { edge in
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      let isKept = places[Int(source)] < places[Int(target)]
      return (isKept ? source : target, isKept ? target : source, spring(of: edge, in: graph))
    }
  }

  private func spring(of edge: Int, in graph: Graph) -> Double {
    let degrees =
      graph.degree(of: Int(graph.sources[edge])) * graph.degree(of: Int(graph.targets[edge]))
    return strength / Double(degrees).squareRoot()
  }

  public func stiffness(on graph: Graph) -> Stiffness? {
    Stiffness(graph, parameter: "strength", value: strength) { edge in
      let spring = spring(of: edge, in: graph)
      return (spring, spring)
    }
  }

  /// The edges of coarser graphs have no direction.
  public func coarsened(by stretch: Double) -> any Force { setting(\.strength, to: 0) }

  public func apply(to world: World, alpha: Double) {
    let (axis, sign) = (direction.axis, direction.sign)
    let (position, velocity) = (world.particles.position[axis], world.particles.velocity[axis])
    for spring in springs {
      let (first, second) = (Int(spring.first), Int(spring.second))
      let lack = gap - sign * (position[second] - position[first])
      guard lack > 0 else { continue }
      let push = alpha * spring.stiffness * lack * sign
      velocity[second] += push
      velocity[first] -= push
    }
  }

  public func potentialEnergy(of world: World) -> Double? {
    let position = world.particles.position[direction.axis]
    return springs.reduce(0) { sum, spring in
      let way = position[Int(spring.second)] - position[Int(spring.first)]
      let lack = max(0, gap - direction.sign * way)
      return sum + spring.stiffness * lack * lack / 2
    }
  }
}
