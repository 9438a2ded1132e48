import ForceLabPlugins

/// Moves all nodes together so that their mean position is at a point, as d3's `forceCenter` does.
public struct Center: Force {
  public var at: [Double] = []
  public var strength = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "center", "Moves all nodes together so that their mean position is at a point.",
    parameters: [
      Parameter("at", \.at, unit: "px", "The point.", defaultDescription: "the origin"),
      Parameter(
        "strength", \.strength, in: 0...1, unit: "1/tick", "Fraction of the distance per tick."),
    ],
    formula: "x ← x − strength·(x̄ − at), x̄ the mean position",
    source: "d3-force, forceCenter: changes positions, not velocities, and takes no alpha",
    sections: potentialSection("none: it moves the nodes without a force"))

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(at, "at", dimensions: dimensions)
  }

  public func apply(to world: World, alpha: Double) {
    for axis in 0..<world.dimensions {
      let x = world.particles.position[axis]
      let sum = world.sumOverNodes(work: 4) { nodes in
        var sum = 0.0
        for node in nodes { sum += x[node] }
        return sum
      }
      let mean = sum / Double(world.particles.count)
      let shift = (mean - (at.isEmpty ? 0 : at[axis])) * strength
      world.forEachNodeBlock(work: 2) { nodes in
        for node in nodes { x[node] -= shift }
      }
    }
  }
}
