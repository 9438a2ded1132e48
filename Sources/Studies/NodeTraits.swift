import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

public struct NodeTraits: Record {
  public var mass: Quantity = 1
  public var charge: Quantity = 1
  public var radius: Quantity = 1

  public init() {}

  public static let manual = Manual<Self>(
    "nodes",
    "Properties of the nodes. Each is a number, a node attribute of the graph file, or `degree`.",
    parameters: [
      Parameter(
        "mass", \.mass, within: masses,
        "Mass, by which velocity-verlet, rk4 and fire divide forces. Other integrators ignore it."),
      Parameter(
        "charge", \.charge, within: charges,
        "Charge: factor of the pairwise forces that a node exerts on others.",
        example: "degree"),
      Parameter("radius", \.radius, within: radii, "Radius: factor of the radius of collide."),
    ])

  private static let masses = Bounds(above: 0)
  private static let charges = Bounds.finite
  private static let radii = Bounds(0.0...)

  var attributeNames: Set<String> { Set([mass, charge, radius].compactMap(\.attributeName)) }

  func problems(on graph: Graph) -> [any Error] {
    let traits = [
      ("mass", mass, Self.masses), ("charge", charge, Self.charges), ("radius", radius, Self.radii),
    ]
    return traits.flatMap { name, trait, bounds in
      errors(below: "nodes") { try trait.check(nodesOf: graph, within: bounds, as: name) }
    }
  }

  func apply(to particles: Particles, of graph: Graph) {
    for (trait, lane) in [
      (mass, particles.mass), (charge, particles.charge), (radius, particles.radius),
    ] {
      let values = trait.attributeName.flatMap(graph.nodeValues)
      for node in 0..<particles.count { lane[node] = trait.value(node, in: values) }
    }
  }
}
