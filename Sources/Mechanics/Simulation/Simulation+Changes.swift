import ForceLabGraphs
import ForceLabPlugins

/// A node to add to a simulation.
public struct NewNode: Sendable, Hashable {
  /// In px, one number per axis.
  public var position: [Double]
  /// In px per tick, one number per axis; empty for a node at rest.
  public var velocity: [Double]
  public var mass: Double
  public var charge: Double
  public var radius: Double
  /// What the graph has of the node.
  public var node: GraphNode

  public init(
    at position: [Double], velocity: [Double] = [], mass: Double = 1, charge: Double = 1,
    radius: Double = 1, node: GraphNode = GraphNode()
  ) {
    (self.position, self.velocity, self.node) = (position, velocity, node)
    (self.mass, self.charge, self.radius) = (mass, charge, radius)
  }
}

// Adding and removing nodes and edges between ticks. Nodes that stay keep their position, velocity,
// mass, charge, radius, box and pin, and their order, but are renumbered without gaps. The alpha stays, too:
// call `reheat()` for the others to make room. Forces are prepared for the new graph; nothing of a
// removed node stays. The simulation gets a new `world`. Cost: linear in nodes and edges.
extension Simulation {
  /// Adds nodes, and edges by the numbers of their ends, where the first new node has the number
  /// `nodeCount`. Returns the numbers of the new nodes.
  ///
  /// ```swift
  /// let new = try simulation.add([NewNode(at: [10, 20])], edges: [(0, simulation.nodeCount)])
  /// simulation.reheat(to: 0.3)
  /// ```
  ///
  /// Throws a `ParameterError`, and changes nothing, if a position is not finite or has the wrong
  /// number of coordinates, if a node has the id of another, if an edge has an end that does not exist, is a
  /// self loop or joins nodes that are joined already, or if a force cannot act on the new graph.
  @discardableResult
  public func add(_ nodes: [NewNode] = [], edges: [(Int, Int)] = []) throws(ParameterError)
    -> Range<Int>
  {
    try add(nodes, edges: edges.map { GraphEdge($0.0, $0.1) })
  }

  /// The same for edges with weights or attributes. Ids, labels, groups, weights and attributes that the graph lacks
  /// are added to it; see `GraphChange.addsLists`.
  @discardableResult
  public func add(_ nodes: [NewNode] = [], edges: [GraphEdge]) throws(ParameterError)
    -> Range<Int>
  {
    let first = nodeCount
    try change(
      by: GraphChange(adding: nodes.map(\.node), edges: edges, to: world.graph), adding: nodes)
    return first..<nodeCount
  }

  /// Removes nodes with their edges. Throws, and changes nothing, if one does not exist.
  public func remove(nodes: some Sequence<Int>) throws(ParameterError) {
    let removed = Set(nodes)
    if let node = removed.min(), node < 0 { throw missing(node) }
    if let node = removed.max(), node >= nodeCount { throw missing(node) }
    try change(by: GraphChange(removing: removed, from: world.graph), adding: [])
  }

  /// Removes the edges between pairs of nodes. Throws, and changes nothing, if one does not exist.
  public func remove(edges: some Sequence<(Int, Int)>) throws(ParameterError) {
    let pairs = Array(edges)
    var removed: Set<Int> = []
    for ((source, target), edge) in zip(pairs, world.graph.edges(between: pairs)) {
      guard let edge else {
        throw ParameterError("no edge joins the nodes \(source) and \(target)")
      }
      removed.insert(edge)
    }
    try change(by: GraphChange(removing: [], edges: removed, from: world.graph), adding: [])
  }

  /// Makes `change`, of which `added` are the new nodes in their order. Throws as `add` does.
  public func change(by change: GraphChange, adding added: [NewNode]) throws(ParameterError) {
    for node in added { try check(node) }
    let graph = try world.graph.changed(by: change)
    for force in forces {
      do {
        try force.check(on: graph)
      } catch {
        throw ParameterError("\(force.name): \(error.message)", parameter: error.parameter)
      }
    }
    let origins = change.origins
    let particles = Particles(world.particles, origins, adding: added)
    replaceWorld(World(world, particles, graph), origins)
  }

  public var nodeCount: Int { world.particles.count }

  private func missing(_ node: Int) -> ParameterError {
    ParameterError(
      "there is no node \(node); "
        + (nodeCount == 0 ? "the graph is empty" : "nodes are numbered 0 to \(nodeCount - 1)"))
  }

  private func check(_ node: NewNode) throws(ParameterError) {
    for (name, numbers) in [("position", node.position), ("velocity", node.velocity)] {
      guard numbers.count == world.dimensions || numbers.isEmpty && name == "velocity" else {
        throw ParameterError(
          "the \(name) of a new node must have \(world.dimensions) coordinates here, "
            + "found \(numbers.count)")
      }
      guard numbers.allSatisfy(\.isFinite) else {
        throw ParameterError("the \(name) of a new node is not finite")
      }
    }
    guard node.mass > 0, node.mass.isFinite, node.charge.isFinite, node.radius >= 0,
      node.radius.isFinite
    else {
      throw ParameterError(
        "a new node needs a mass above 0, a finite charge and a radius of 0 or more")
    }
  }
}

extension Particles {
  /// The particles of `old` with the numbers `origins`; where these are nil, `added` in their order.
  fileprivate convenience init(_ old: Particles, _ origins: [Int?], adding added: [NewNode]) {
    self.init(
      positions: Array(repeating: Array(repeating: 0, count: origins.count), count: old.dimensions))
    motion.copy(old.motion, from: origins)
    traits.copy(old.traits, from: origins)
    let new = origins.indices.filter { origins[$0] == nil }
    for (node, added) in zip(new, added) {
      for axis in 0..<dimensions {
        position[axis][node] = added.position[axis]
        velocity[axis][node] = added.velocity.isEmpty ? 0 : added.velocity[axis]
      }
      (mass[node], charge[node], radius[node]) = (added.mass, added.charge, added.radius)
    }
    // A new node is a point until `boxes` is set again.
    if !old.boxes.isEmpty, old.boxes.count == old.count {
      boxes = origins.map { $0.map { old.boxes[$0] } ?? .zero }
    }
    var places = [Int?](repeating: nil, count: old.count)
    for (node, origin) in origins.enumerated() {
      if let origin { places[origin] = node }
    }
    pins = old.pins.compactMap { pin in
      places[pin.node].map { Pin(node: $0, position: pin.position) }
    }
  }
}
