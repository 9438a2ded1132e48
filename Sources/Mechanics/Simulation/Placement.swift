import ForceLabGraphs
import ForceLabPlugins

/// Gives the nodes their initial positions.
public protocol Placement: Plugin {
  /// The coordinates of all nodes, one list per axis. Throws a `ParameterError`, or a `Diagnostic` that
  /// points into a file.
  func coordinates(of graph: Graph, dimensions: Int, using generator: inout SeededGenerator) throws
    -> [[Double]]
  /// For a placement that uses more than the graph; by default the coordinates of the graph.
  func coordinates(in context: PlacementContext, using generator: inout SeededGenerator) throws
    -> [[Double]]
  /// The numeric attributes of edges that it uses; by default none.
  var edgeAttributes: Set<String> { get }
  /// Throws the errors of `coordinates` before anything runs; by default none.
  func check(_ graph: Graph, dimensions: Int) throws
}

extension PluginKind {
  public static let placement = PluginKind("placement", "Give the nodes their initial positions.")
}

extension Placement {
  public static var kind: PluginKind { .placement }
  public var isRandom: Bool { true }
  public var edgeAttributes: Set<String> { [] }
  public func coordinates(in context: PlacementContext, using generator: inout SeededGenerator)
    throws -> [[Double]]
  {
    try coordinates(of: context.graph, dimensions: context.dimensions, using: &generator)
  }
  public func check(_ graph: Graph, dimensions: Int) throws {}
}

/// A placement that uses more than the graph.
protocol ContextPlacement: Placement {}

extension ContextPlacement {
  /// The layout with the default forces of d3-force, which has edges of 30 px.
  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    let context = PlacementContext(graph, dimensions: dimensions)
    try context.check()
    return try coordinates(in: context, using: &generator)
  }
}

/// The parts of a layout that are known before its nodes have positions.
public struct PlacementContext: Sendable {
  public var graph: Graph
  /// 2 or 3.
  public var dimensions = 2
  public var forces: [any Force] = [ManyBody(), LinkForce(), Center()]
  public var repulsion: any Repulsion = KDTree()
  /// Of different nodes of the graph, with a finite coordinate for each dimension.
  public var pins: [Particles.Pin] = []
  /// The maximum number of threads that share the work, at most one for each processor; results do not
  /// depend on it.
  public var threads = 1 { didSet { threads = usefulThreads(threads) } }
  /// When `multilevel` stops running ticks of coarser graphs; nil if all run.
  package var deadline: ContinuousClock.Instant?
  /// The number of each node in the source of the graph; nil if nodes have not been renumbered.
  public var originals: [Int]?

  /// A layout of `graph` with the default forces of d3-force.
  public init(_ graph: Graph, dimensions: Int = 2) {
    (self.graph, self.dimensions) = (graph, dimensions)
  }
}

extension PlacementContext {
  func check() throws {
    guard (2...3).contains(dimensions) else {
      throw ParameterError("'dimensions' is \(dimensions); use 2 or 3", parameter: "dimensions")
    }
    for pin in pins
    where !(0..<graph.nodeCount).contains(pin.node) || pin.position.count != dimensions
      || !pin.position.allSatisfy(\.isFinite)
    {
      throw ParameterError(
        "node \(pin.node) cannot be pinned at \(pin.position); use a node below "
          + "\(graph.nodeCount) and \(dimensions) finite coordinates", parameter: "pins")
    }
    try repulsion.checkParameters()
    for force in forces {
      try force.checkParameters()
      try force.check(dimensions: dimensions)
      try force.check(on: graph)
      if let law = force.summedLaw { try repulsion.check(law, dimensions: dimensions) }
    }
  }
}
