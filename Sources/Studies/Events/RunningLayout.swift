import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings

/// A layout that runs and can be changed: its nodes, its edges, and the values of its study.
///
/// Nodes have permanent numbers: those of the graph at the start from 0, then ever higher ones for
/// nodes that are added. The number of a removed node is not used again, except by `restore`.
/// Results are in the order of these numbers, also if `shuffle` is set.
///
/// Errors are `ParameterError`s, or `Diagnostic`s that point into settings. A method that throws has
/// changed nothing, except `tick()` and `perform(_:number:)`: if `tick()` throws, transitions have
/// advanced, and some of their values may be set; if `perform(_:number:)` throws, the earlier actions of
/// the event have happened. Not thread-safe: use it from one actor or task.
public final class RunningLayout {
  /// The study with the present values.
  public internal(set) var study: LayoutStudy
  /// The seed of the placement and of random forces.
  public package(set) var seed: UInt64
  /// The plugins that settings can name.
  public let catalog: Catalog
  /// The folder of the experiment, which relative paths in settings begin at.
  public let folder: String
  /// The running simulation; another one after `restart`. Its nodes are numbered by their place.
  public private(set) var simulation: Simulation
  /// The permanent numbers of the nodes, ascending.
  public internal(set) var nodes: [Int]
  /// The number that the next node will get that is added.
  public internal(set) var nextNode: Int

  /// Has the names of nodes that were removed.
  private let firstGraph: Graph
  /// The number that the first new node gets as its id.
  private let firstNewID: Int
  /// The graph in the order of `nodes`, and that of the simulation.
  var order: NodeOrder
  /// Permanent numbers of the edges of `graph`, ascending.
  var edgeNumbers: [Int]
  var nextEdge: Int
  /// The number that the next node will get as its id.
  var nextID: Int
  package var lastRemoval: Removed?
  var transitions: [Transition] = []

  /// The layout of `study` at its start. Cost: that of reading the graph and of the placement.
  public convenience init(
    _ study: LayoutStudy, seed: UInt64 = 0, catalog: Catalog = .graphStudies, folder: String = "."
  ) throws {
    let graph = try GraphCache.graph(of: study.graph, with: study.attributeNames)
    let order = try study.order(of: graph, seed: seed)
    try self.init(study, on: order, seed: seed, catalog: catalog, folder: folder)
  }

  /// The nodes begin at `start`, by default where the placement puts them.
  init(
    _ study: LayoutStudy, on order: NodeOrder, seed: UInt64, at start: [[Double]]? = nil,
    catalog: Catalog = [], folder: String = "."
  ) throws {
    (self.study, self.order, self.seed) = (study, order, seed)
    (self.catalog, self.folder) = (catalog, folder)
    firstGraph = order.original
    simulation = try study.simulation(on: order, seed: seed, at: start)
    nodes = Array(0..<order.original.nodeCount)
    edgeNumbers = Array(0..<order.original.edgeCount)
    (nextNode, nextEdge) = (nodes.count, edgeNumbers.count)
    firstNewID = Self.nextID(of: order.original)
    nextID = firstNewID
  }

  static func nextID(of graph: Graph) -> Int {
    // The numbers of new nodes stay far below those from 2^53 on.
    let numbers = graph.ids?.texts.lazy.compactMap { Int($0) }.filter { $0 < 1 << 53 }
    return max(graph.nodeCount, (numbers?.max() ?? -1) + 1)
  }

  /// Whether the next node gets the name that it gets in a layout that begins with `identifiedGraph`.
  package var namesNextNodeAsNew: Bool {
    (graph.ids == nil ? nextNode : nextID) == Self.nextID(of: identifiedGraph)
  }

  public var graph: Graph { order.original }

  /// The graph as it is now, with the permanent numbers as ids if it has no ids and nodes were added or removed.
  public var identifiedGraph: Graph {
    let isRenumbered = graph.ids == nil && (nodes.last ?? -1) != nodes.count - 1
    return isRenumbered ? graph.withIDs(NodeIDs(nodes.map { String($0) }, areNumbers: true)) : graph
  }

  /// The positions of all nodes in px, one list per axis, in the order of `nodes`.
  public var positions: [[Double]] { order.restored(simulation.positions) }

  public var iteration: Int { simulation.iteration }
  public var alpha: Double { simulation.alpha }
  /// Whether the layout is at rest; see `Simulation.isSettled`. False while a parameter is moving.
  public var isSettled: Bool { transitions.isEmpty && simulation.isSettled }

  /// Runs one tick and returns how far the nodes moved.
  @discardableResult public func tick() throws -> Movement {
    try advanceTransitions()
    return simulation.tick()
  }

  /// Runs one tick, and returns what each force did to the node with the number `place` in the simulation.
  func tick(watching place: Int) throws -> ForceTrace {
    try advanceTransitions()
    return simulation.tick(watching: place)
  }

  /// Raises alpha, so that the nodes move again.
  public func reheat(to alpha: Double = 1) throws {
    guard alpha >= 0, alpha.isFinite else {
      throw ParameterError("alpha must be 0 or more and finite, found \(alpha.shortText)")
    }
    simulation.reheat(to: alpha)
  }

  /// Starts again with the present graph and values, where the placement puts the nodes. Pinned nodes
  /// stay pinned where they are. Iterations count from 0. `seed` is that of before if it is nil.
  public func restart(seed: UInt64? = nil) throws { try restarting(seed: seed)() }

  /// Prepares a restart, which the returned closure does. Throws as `restart` does.
  package func restarting(seed: UInt64? = nil) throws -> () -> Void {
    let seed = seed ?? self.seed
    let held = pins
    var start = study
    start.pin = []
    let order = try study.order(of: graph, seed: seed)
    let simulation = try start.simulation(on: order, seed: seed)
    return { [self] in
      (self.order, self.seed, self.simulation) = (order, seed, simulation)
      transitions = []
      hold(held)
    }
  }

  // MARK: Nodes by their permanent numbers

  /// Whether there is a node with the number `node` now.
  public func has(_ node: Int) -> Bool { index(of: node) != nil }

  /// The index of a node in `nodes`, `graph` and `positions`; nil if it is not there.
  public func index(of node: Int) -> Int? {
    let index = nodes.indices.partitioningIndex { nodes[$0] >= node }
    return index < nodes.count && nodes[index] == node ? index : nil
  }

  /// The number of a node in the simulation; nil if it is not there.
  public func place(of node: Int) -> Int? { index(of: node).map(order.place) }

  /// The first node with the label `name`, or else with that id, or else with that number; none if a removed node has
  /// that label or id.
  public func node(named name: String) -> Int? {
    if let index = graph.node(labeled: name) { return nodes[index] }
    guard let number = Int(name), has(number), firstGraph.node(labeled: name) == nil else {
      return nil
    }
    let isOfAddedNode = graph.ids != nil && (firstNewID..<nextID).contains(number)
    return isOfAddedNode ? nil : number
  }

  /// The same; throws if there is none.
  public func existingNode(named name: String) throws(ParameterError) -> Int {
    if let node = node(named: name) { return node }
    let hint = suggestion(for: name, among: graph.labels ?? [])
    throw ParameterError("the layout has no node '\(name)'\(hint.isEmpty ? "" : "; \(hint)")")
  }

  func ends(of edges: NodePairs) throws(ParameterError) -> [NodePairs.Ends] {
    try edges.ends(in: graph) { name throws(ParameterError) in
      try checkedIndex(of: existingNode(named: name))
    }
  }

  public func position(of node: Int) throws(ParameterError) -> [Double] {
    simulation.position(of: try checkedPlace(of: node))
  }

  /// Puts a node at `position`, at rest. A pinned node stays pinned, at the new position.
  public func move(_ node: Int, to position: [Double]) throws(ParameterError) {
    try check(position)
    simulation.move(try checkedPlace(of: node), to: position)
  }

  /// Holds a node at `position`, by default where it is, until `unpin` releases it.
  public func pin(_ node: Int, at position: [Double]? = nil) throws(ParameterError) {
    try pin([node], at: position)
  }

  func pin(_ nodes: [Int], at position: [Double]? = nil) throws(ParameterError) {
    let pins = try nodes.uniqued.map(checkedPlace).map {
      Particles.Pin(node: $0, position: position ?? simulation.position(of: $0))
    }
    for pin in pins { try check(pin.position) }
    simulation.pin(pins)
  }

  /// Pins those of the nodes that are there, which differ.
  func hold(_ pins: [(node: Int, position: [Double])]) {
    simulation.pin(
      pins.compactMap { pin in
        place(of: pin.node).map { Particles.Pin(node: $0, position: pin.position) }
      })
  }

  public func unpin(_ node: Int) throws(ParameterError) { try unpin([node]) }

  func unpin(_ nodes: [Int]) throws(ParameterError) {
    simulation.unpin(try nodes.map(checkedPlace))
  }

  public func isPinned(_ node: Int) -> Bool { place(of: node).map(simulation.isPinned) ?? false }

  /// The pinned nodes and their positions, by number.
  public var pins: [(node: Int, position: [Double])] {
    simulation.world.particles.pins.map { (nodes[order.original(of: $0.node)], $0.position) }
      .sorted { $0.node < $1.node }
  }

  func checkedIndex(of node: Int) throws(ParameterError) -> Int {
    if let index = index(of: node) { return index }
    throw ParameterError("the layout has no node \(node)")
  }

  func checkedPlace(of node: Int) throws(ParameterError) -> Int {
    order.place(of: try checkedIndex(of: node))
  }

  /// Throws if nodes cannot be at `position`.
  package func check(_ position: [Double]) throws(ParameterError) {
    guard position.count == study.dimensions else {
      throw ParameterError(
        "a position has \(study.dimensions) coordinates here, found \(position.count)")
    }
    guard position.allSatisfy(\.isFinite) else {
      throw ParameterError("a coordinate is not finite")
    }
  }
}

extension LayoutStudy {
  /// The order in which a simulation with `seed` sees `graph`.
  func order(of graph: Graph, seed: UInt64) throws(ParameterError) -> NodeOrder {
    try shuffle ? NodeOrder(shuffling: graph, seed: seed) : NodeOrder(graph)
  }
}
