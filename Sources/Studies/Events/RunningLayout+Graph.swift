import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins

// Adding, removing and restoring nodes and edges.
extension RunningLayout {
  /// What a removal took away, to be put back.
  public struct Removed: Sendable {
    /// A node with its permanent number and what it had. Mass, charge and radius follow from the study.
    public struct Node: Sendable {
      public let number: Int
      public let node: GraphNode
      public let position: [Double]
      public let velocity: [Double]
      public let pin: [Double]?
    }

    /// An edge, by the permanent numbers of its ends.
    public struct Edge: Sendable {
      let number: Int
      public let edge: GraphEdge
    }

    public let nodes: [Node]
    public let edges: [Edge]
  }

  /// Adds nodes at positions, and edges by permanent numbers, where the first new node gets the number
  /// `nextNode`. Mass, charge and radius are those that the study says. Returns the numbers of the new
  /// nodes. Throws, and changes nothing, in the cases of `Simulation.add`.
  @discardableResult
  public func add(
    _ nodes: [(position: [Double], node: GraphNode)] = [], edges: [GraphEdge] = []
  ) throws(ParameterError) -> [Int] {
    let first = nextNode
    let known = Set(graph.ids?.texts ?? [])
    let added = try nodes.enumerated().map { index, new throws(ParameterError) in
      try check(new.position)
      var node = new.node
      if let id = node.id, known.contains(id) {
        throw ParameterError("another node has the id '\(id)'")
      }
      if node.id == nil { node.id = String(nextID + index) }
      return Removed.Node(
        number: first + index, node: node, position: new.position,
        velocity: new.position.map { _ in 0 }, pin: nil)
    }
    let numbered = edges.enumerated().map { Removed.Edge(number: nextEdge + $0, edge: $1) }
    try restore(Removed(nodes: added, edges: numbered))
    nextNode += nodes.count
    nextID += nodes.count
    nextEdge += edges.count
    return Array(first..<nextNode)
  }

  /// Removes nodes with their edges, and other edges, by permanent numbers. Returns what `restore` puts back.
  @discardableResult
  public func remove(nodes removed: Set<Int> = [], edges: [(Int, Int)] = []) throws(ParameterError)
    -> Removed
  {
    let lost = Set(try removed.sorted().map(checkedIndex))
    // −1 is no node, and has no edges.
    let places = edges.map { (index(of: $0.0) ?? -1, index(of: $0.1) ?? -1) }
    let dropped = try zip(edges, graph.edges(between: places)).map {
      ends, edge throws(ParameterError) in
      if let edge { return edge }
      throw ParameterError("no edge joins the nodes \(ends.0) and \(ends.1)")
    }
    return try remove(places: lost, edges: Set(dropped))
  }

  func remove(places lost: Set<Int>, edges dropped: Set<Int>) throws(ParameterError) -> Removed {
    let change = GraphChange(removing: lost, edges: dropped, from: graph)
    let (nodes, edges) = (change.nodes.compactMap(\.kept), change.edges.compactMap(\.kept))
    let keptEdges = Set(edges)
    let pins = Dictionary(firstOf: pins)
    let held = Removed(
      nodes: lost.sorted().map { removedNode(at: $0, pins) },
      edges: (0..<graph.edgeCount).filter { !keptEdges.contains($0) }.map(removedEdge))
    try replaceGraph(
      change, [], nodes: nodes.map { self.nodes[$0] }, edges: edges.map { edgeNumbers[$0] })
    lastRemoval = held
    return held
  }

  /// Puts back what `remove` returned: nodes with their numbers, positions, velocities and pins, and
  /// edges. Throws, and changes nothing, if a node is there already or an end of an edge is not.
  public func restore(_ removed: Removed) throws(ParameterError) {
    for node in removed.nodes where has(node.number) {
      throw ParameterError("the layout has the node \(node.number) already")
    }
    let nodes = removed.nodes.sorted { $0.number < $1.number }
    let allNodes = Self.merged(self.nodes, nodes.map { ($0.number, GraphChange.Part.new($0.node)) })
    var places: [Int: Int] = [:]
    for (place, node) in allNodes.enumerated() { places[node.number] = place }
    let edges = try removed.edges.map { item throws(ParameterError) in
      var edge = item.edge
      guard let source = places[edge.source], let target = places[edge.target] else {
        let missing = places[edge.source] == nil ? edge.source : edge.target
        throw ParameterError("the layout has no node \(missing)")
      }
      (edge.source, edge.target) = (source, target)
      return (item.number, GraphChange.Part.new(edge))
    }
    let allEdges = Self.merged(edgeNumbers, edges)
    var change = GraphChange(keeping: graph)
    (change.nodes, change.edges) = (allNodes.map(\.part), allEdges.map(\.part))
    try replaceGraph(
      change, nodes.map { NewNode(at: $0.position, velocity: $0.velocity, node: $0.node) },
      nodes: allNodes.map(\.number), edges: allEdges.map(\.number))
    hold(nodes.compactMap { node in node.pin.map { (node.number, $0) } })
  }

  /// Numbers that are there and new ones, ascending, with their parts.
  private static func merged<New>(
    _ kept: [Int], _ new: [(number: Int, part: GraphChange.Part<New>)]
  ) -> [(number: Int, part: GraphChange.Part<New>)] {
    let all = kept.enumerated().map { (number: $1, part: GraphChange.Part<New>.kept($0)) } + new
    return all.sorted { $0.number < $1.number }
  }

  private func removedNode(at index: Int, _ pins: [Int: [Double]]) -> Removed.Node {
    let (place, particles) = (order.place(of: index), simulation.world.particles)
    return Removed.Node(
      number: nodes[index], node: graph.node(at: index), position: particles.position(of: place),
      velocity: (0..<particles.dimensions).map { particles.velocity[$0][place] },
      pin: pins[nodes[index]])
  }

  private func removedEdge(at index: Int) -> Removed.Edge {
    var edge = graph.edge(at: index)
    (edge.source, edge.target) = (nodes[edge.source], nodes[edge.target])
    return Removed.Edge(number: edgeNumbers[index], edge: edge)
  }

  private func replaceGraph(
    _ change: GraphChange, _ added: [NewNode], nodes: [Int], edges: [Int]
  ) throws(ParameterError) {
    let (new, own) = try order.changed(by: change)
    for case let problem as ParameterError in study.nodes.problems(on: new.graph) { throw problem }
    try simulation.change(by: own, adding: added)
    (order, self.nodes, edgeNumbers) = (new, nodes, edges)
    // Mass, charge and radius may be the degree.
    guard study.nodes.areOwn else { return }
    study.nodes.apply(to: simulation.world.particles, of: order.graph)
    simulation.forces = simulation.forces
  }
}
