import ForceLabGraphs
import ForceLabPlugins

/// Pulls or pushes every two nodes towards their distance in the graph, as in Kamada–Kawai.
public struct DistanceSprings: PointForce {
  public var length = 30.0
  public var strength = 0.5

  /// Row by row, the distance of every two nodes, in edges.
  @Scratch private var distances: [Int32] = []
  /// Of each node, the sum of the weights of its springs.
  @Scratch private var sums: [Double] = []

  /// The maximum number of nodes, whose distances take 100 MB.
  private static let maxCount = 5000

  public init() {}

  public static let manual = Manual<Self>(
    "distance-springs",
    "Pulls or pushes every two nodes towards their distance in the graph. At rest, the stress of the "
      + "layout is at a minimum. Takes time and memory quadratic in the nodes.",
    parameters: [
      Parameter("length", \.length, above: 0, unit: "px", "Length of an edge at rest."),
      Parameter(
        "strength", \.strength, in: 0...1, unit: "1/tick",
        "Fraction of the way to the place where its springs want a node; up to 0.5, the stress falls "
          + "in every tick of 'displacement'."),
    ],
    formula: """
      v ← v + α·strength·Σ w·(r − length·d)·δ/r / Σ w, δ to the other node, r = ‖δ‖, w = 1/d²
      d = edges on the shortest path; 1 more than the largest d if there is no path
      """,
    source: "T. Kamada and S. Kawai, “An algorithm for drawing general undirected graphs”, 1989, "
      + "for the springs; E. Gansner, Y. Koren and S. North, “Graph drawing by stress majorization”, "
      + "2004, for the step",
    sections: potentialSection(
      "none: it divides the force on each node by the weight of its springs"))

  public func check(on graph: Graph) throws(ParameterError) {
    guard graph.nodeCount <= Self.maxCount else {
      throw ParameterError(
        "'distance-springs' takes memory quadratic in the nodes; the graph has \(graph.nodeCount) "
          + "nodes, more than \(Self.maxCount); use 'many-body' and 'link'")
    }
  }

  public mutating func prepare(for world: World) {
    let count = world.particles.count
    var search = BreadthFirstSearch(world.graph)
    var all: [Int32] = []
    all.reserveCapacity(count * count)
    for node in 0..<count {
      search.run(from: node)
      all += search.distances
    }
    let far = (all.max() ?? 0) + 1
    for index in all.indices where all[index] < 0 { all[index] = far }
    distances = all
    sums = (0..<count).map { node in
      (0..<count).reduce(0.0) { sum, other in
        other == node ? sum : sum + Self.weight(all[node * count + other])
      }
    }
  }

  private static func weight(_ distance: Int32) -> Double { 1 / Double(distance * distance) }

  func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let count = world.particles.count
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    world.forEachNodeBlock(work: count) { nodes in
      for node in nodes where sums[node] > 0 {
        let here = P(position, node)
        var pull = P()
        for other in 0..<count where other != node {
          var way = P(position, other) - here
          if way.squaredLength == 0 { way = P(jiggle: Int32(node), Int32(other), seed: world.seed) }
          let distance = distances[node * count + other]
          let stretch = 1 - length * Double(distance) / way.length
          pull += way * (Self.weight(distance) * stretch)
        }
        let push = pull * (strength * alpha / sums[node])
        (P(velocity, node) + push).store(velocity, node)
      }
    }
  }

  public func coarsened(by stretch: Double) -> any Force { setting(\.length, to: length * stretch) }
}
