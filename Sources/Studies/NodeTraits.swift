import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

struct NodeTraits: Record {
  var mass: Quantity = 1
  var charge: Quantity = 1
  var radius: Quantity = 1
  var size: NodeSize?

  static let manual = Manual<Self>(
    "nodes",
    "Properties of the nodes. Each is a number, a node attribute of the graph file, or `degree`.",
    parameters: [
      Parameter(
        "mass", \.mass, within: masses,
        "Mass, by which velocity-verlet, rk4 and fire divide forces. Other integrators ignore it."),
      Parameter(
        "charge", \.charge, within: charges,
        "Charge: factor of the pairwise forces that a node exerts on others.", example: "degree"),
      Parameter("radius", \.radius, within: radii, "Radius: factor of the radius of collide."),
      Parameter(
        "size", \.size, within: sizes, unit: "px",
        "Width and height of the nodes as boxes in 2D, for 'collide', 'node-overlaps' and 'overlaps': two numbers or "
          + "attributes, one for squares, or `label` for room for the labels in text of 10 px.",
        defaultDescription: "nodes are discs", example: "[40, 12]"),
    ])

  private static let masses = Bounds(above: 0)
  private static let charges = Bounds.finite
  private static let radii = Bounds(0.0...)
  private static let sizes = Bounds(1e-3...1e9)

  typealias Lane = KeyPath<Particles, UnsafeMutablePointer<Double>>

  /// Each with its name, its range and the lane of its values.
  var all: [(name: String, value: Quantity, bounds: Bounds, lane: Lane)] {
    [
      ("mass", mass, Self.masses, \.mass), ("charge", charge, Self.charges, \.charge),
      ("radius", radius, Self.radii, \.radius),
    ]
  }

  /// Whether some are not the default.
  var areOwn: Bool { size != nil || all.contains { $0.value != .number(1) } }

  var attributeNames: Set<String> {
    Set(all.compactMap(\.value.attributeName)).union(size?.attributeNames ?? [])
  }

  /// The boxes of the nodes as areas; empty if they are discs.
  func areas(of graph: Graph) -> [NodeArea] {
    size?.boxes(of: graph).map { NodeArea(half: $0 / 2, isRound: false) } ?? []
  }

  /// A layout of `graph` whose nodes take up what these traits say.
  func layout(of graph: Graph, at coordinates: [[Double]]) -> FinishedLayout {
    FinishedLayout(graph, at: coordinates, areas: areas(of: graph))
  }

  func problems(on graph: Graph) -> [any Error] {
    all.flatMap { trait in
      errors(below: "nodes") {
        try trait.value.check(nodesOf: graph, within: trait.bounds, as: trait.name)
      }
    } + errors(below: "nodes") { try size?.check(nodesOf: graph, within: Self.sizes, as: "size") }
  }

  func apply(to particles: Particles, of graph: Graph) {
    particles.boxes = size?.boxes(of: graph).map { $0 / 2 } ?? []
    for trait in all {
      let values = trait.value.attributeName.flatMap(graph.nodeValues)
      let lane = particles[keyPath: trait.lane]
      for node in 0..<particles.count { lane[node] = trait.value.value(node, in: values) }
    }
  }
}
