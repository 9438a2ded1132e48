import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

struct NodeTraits: Record {
  var mass: Quantity = 1
  var charge: Quantity = 1
  var radius: Quantity = 1

  static let manual = Manual<Self>(
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

  typealias Lane = KeyPath<Particles, UnsafeMutablePointer<Double>>

  /// Each with its name, its range and the lane of its values.
  var all: [(name: String, value: Quantity, bounds: Bounds, lane: Lane)] {
    [
      ("mass", mass, Self.masses, \.mass), ("charge", charge, Self.charges, \.charge),
      ("radius", radius, Self.radii, \.radius),
    ]
  }

  var attributeNames: Set<String> { Set(all.compactMap(\.value.attributeName)) }

  func problems(on graph: Graph) -> [any Error] {
    all.flatMap { trait in
      errors(below: "nodes") {
        try trait.value.check(nodesOf: graph, within: trait.bounds, as: trait.name)
      }
    }
  }

  func apply(to particles: Particles, of graph: Graph) {
    for trait in all {
      let values = trait.value.attributeName.flatMap(graph.nodeValues)
      let lane = particles[keyPath: trait.lane]
      for node in 0..<particles.count { lane[node] = trait.value.value(node, in: values) }
    }
  }
}
