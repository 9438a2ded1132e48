import ForceLabGraphs

/// What a layout will be made of, before its nodes have places.
public struct PlacementContext: Sendable {
  /// The graph.
  public var graph: Graph
  /// 2 or 3.
  public var dimensions = 2
  /// The forces, in the order in which they act.
  public var forces: [any Force] = [ManyBody(), LinkForce(), Center()]
  /// How pairwise forces are summed.
  public var repulsion: any Repulsion = KDTree()
  /// Nodes whose place is known.
  public var pins: [Particles.Pin] = []
  /// How many threads may share the work; no result depends on it.
  public var threads = 1

  /// A graph in the plane under d3-force's usual forces.
  public init(_ graph: Graph) { self.graph = graph }
}
