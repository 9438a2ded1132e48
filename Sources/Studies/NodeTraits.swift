import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins

/// What the nodes of a layout are like, beside where they are.
public struct NodeTraits: Record {
  /// By what integrators that follow the motion of bodies divide forces.
  public var mass: Quantity = 1
  /// By what a node multiplies what pairwise forces do to others.
  public var charge: Quantity = 1
  /// By what the radius of a force is multiplied.
  public var radius: Quantity = 1

  /// All alike.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "nodes",
    "What the nodes are like: each a number, an attribute of the nodes in the graph's file, or "
      + "`degree`.",
    parameters: [
      Parameter(
        "mass", \.mass, within: masses,
        "Mass, by which velocity-verlet, rk4 and fire divide the forces; others know no masses."),
      Parameter(
        "charge", \.charge, within: charges,
        "Charge, by which what a node does to others in pairwise forces is multiplied.",
        example: "degree"),
      Parameter(
        "radius", \.radius, within: radii, "Radius, by which that of collide is multiplied."),
    ])

  private static let masses = Bounds(above: 0)
  private static let charges = Bounds.finite
  private static let radii = Bounds(0.0...)

  /// The names of the attributes that are asked for.
  var attributeNames: Set<String> {
    Set([mass, charge, radius].compactMap(\.attributeName))
  }

  /// What does not fit `graph`.
  func faults(on graph: Graph) -> [ParameterError] {
    let traits = [
      ("mass", mass, Self.masses), ("charge", charge, Self.charges), ("radius", radius, Self.radii),
    ]
    return traits.compactMap { name, trait, bounds in
      do throws(ParameterError) {
        try trait.check(nodesOf: graph, within: bounds, as: name)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Gives `particles`, the nodes of `graph`, these traits.
  func apply(to particles: Particles, of graph: Graph) {
    for (trait, lane) in [
      (mass, particles.mass), (charge, particles.charge), (radius, particles.radius),
    ] {
      let values = trait.attributeName.flatMap(graph.nodeValues)
      for node in 0..<particles.count { lane[node] = trait.value(node, in: values) }
    }
  }
}
