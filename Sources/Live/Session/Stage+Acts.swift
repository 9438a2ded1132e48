import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies

extension Stage {
  /// Makes a change and returns what undoes it. Throws, and changes nothing, if it is not possible.
  func perform(_ act: Act) throws -> Act {
    switch act {
    case .set(let side, let path, let value): return try set(path, to: value, of: try index(side))
    case .remove(let nodes, let edges): return try remove(nodes, edges)
    case .restore(let removed): return try restore(removed)
    case .place(let node, let positions, let isPinned):
      return try place(node, at: positions, isPinned: isPinned)
    case .restart(let seed): return try restart(seed)
    case .put(let seed, let positions): return try put(positions, seed)
    }
  }

  /// What undoes it sets the whole key, because a path into a list can lead elsewhere later.
  private func set(_ path: String, to value: SettingsNode, of side: Int) throws -> Act {
    let key = String(path.prefix { $0 != "." })
    let layout = sides[side].layout
    let before = try layout.value(at: key)
    let names = layout.study.forces.map(\.name)
    if key == "placement" {
      try layout.setPlacement(path, to: value)
    } else {
      try layout.set(path, to: value)
    }
    record.set(path, to: value, sides, side: side)
    if layout.iteration > 0, layout.study.forces.map(\.name) != names {
      record.cannotReplay("forces were added, removed or reordered")
    }
    return .set(side: side, path: key, value: before)
  }

  private func remove(_ nodes: Set<Int>, _ edges: [(Int, Int)]) throws -> Act {
    var removed: [RunningLayout.Removed] = []
    let recordBefore = record
    record.remove(nodes, edges, sides)
    do {
      for side in sides { removed.append(try side.layout.remove(nodes: nodes, edges: edges)) }
    } catch {
      for (side, removed) in zip(sides, removed) { try? side.layout.restore(removed) }
      record = recordBefore
      throw error
    }
    changeGraph()
    return .restore(removed)
  }

  private func restore(_ removed: [RunningLayout.Removed]) throws -> Act {
    let nodes = Set(removed.first?.nodes.map(\.number) ?? [])
    let edges = (removed.first?.edges ?? []).map { ($0.edge.source, $0.edge.target) }
    var count = 0
    do {
      for (side, removed) in zip(sides, removed) {
        try side.layout.restore(removed)
        count += 1
      }
    } catch {
      for side in sides.prefix(count) { _ = try? side.layout.remove(nodes: nodes, edges: edges) }
      throw error
    }
    record.cannotReplay("removed nodes or edges were put back")
    changeGraph()
    // Edges of the nodes go with them.
    return .remove(
      nodes: nodes, edges: edges.filter { !nodes.contains($0.0) && !nodes.contains($0.1) })
  }

  func place(_ node: Int, at positions: [[Double]], isPinned: Bool) throws -> Act {
    let before = try placed(node)
    for (side, position) in zip(sides, positions) { try side.layout.check(position) }
    for (side, position) in zip(sides, positions) {
      if isPinned {
        try side.layout.pin(node, at: position)
      } else {
        try side.layout.unpin(node)
        try side.layout.move(node, to: position)
      }
    }
    record.place(node, at: positions, isPinned: isPinned, sides)
    return before
  }

  /// The act that puts a node where it is.
  func placed(_ node: Int) throws -> Act {
    .place(
      node: node, at: try sides.map { try $0.layout.position(of: node) },
      isPinned: sides[0].layout.isPinned(node))
  }

  private func restart(_ seed: UInt64) throws -> Act {
    let before = Act.put(seed: sides[0].layout.seed, positions: sides.map(\.layout.positions))
    let restarts = try sides.map { try $0.layout.restarting(seed: seed) }
    for restart in restarts { restart() }
    begin()
    return before
  }

  /// Undoes a restart. Iterations continue from the present one.
  private func put(_ positions: [[[Double]]], _ seed: UInt64) throws -> Act {
    let seedNow = sides[0].layout.seed
    // A layout may have diverged before the restart.
    guard positions.joined().joined().allSatisfy(\.isFinite) else {
      throw ParameterError("a coordinate before the restart is not finite")
    }
    for (side, positions) in zip(sides, positions) {
      for (index, node) in side.layout.nodes.enumerated() where !side.layout.isPinned(node) {
        try side.layout.move(node, to: positions.map { $0[index] })
      }
    }
    record.cannotReplay("a restart was undone")
    return .restart(seed: seedNow)
  }
}

// Requests about nodes and edges.
extension Stage {
  func handleGraph(_ request: LiveRequest) throws {
    switch request {
    case .grab(let node, let revision): try grab(try number(node, revision))
    case .hold(let node, let revision, let position):
      let node = try number(node, revision)
      guard held?.node == node else { return }
      try hold(at: position)
    case .drop: try drop()
    case .pin(let node, let revision, let isPinned):
      let node = try number(node, revision)
      let positions = try sides.map { try $0.layout.position(of: node) }
      let undo = try place(node, at: positions, isPinned: isPinned)
      history.add(Change(name: isPinned ? "pin" : "unpin", acts: [undo]))
      try reheat()
    case .addNode(let position, let label, let neighbor, let revision):
      try addNode(at: position, label, next: try neighbor.map { try number($0, revision) })
    case .addEdge(let from, let to, let revision):
      try addEdge(try number(from, revision), try number(to, revision))
    case .removeNode(let node, let revision):
      let undo = try perform(.remove(nodes: [try number(node, revision)], edges: []))
      history.add(Change(name: "removal of a node", acts: [undo]))
      try reheat()
    case .removeEdge(let from, let to, let revision):
      let ends = (try number(from, revision), try number(to, revision))
      let undo = try perform(.remove(nodes: [], edges: [ends]))
      history.add(Change(name: "removal of an edge", acts: [undo]))
      try reheat()
    default: break
    }
  }

  /// The permanent number of the node that the page has at `index`.
  private func number(_ index: Int, _ revision: Int) throws(ParameterError) -> Int {
    let nodes = sides[0].layout.nodes
    guard revision == self.revision, nodes.indices.contains(index) else {
      throw ParameterError("the graph has changed meanwhile; try again")
    }
    return nodes[index]
  }

  private func addNode(at position: [Double], _ label: String, next neighbor: Int?) throws {
    // Labels are names: without line breaks, and not too long.
    let text = label.prefix(200).split(whereSeparator: \.isNewline).joined(separator: " ")
    let layout = sides[0].layout
    let node = GraphNode(label: text.isEmpty ? nil : text)
    let edges = neighbor.map { [GraphEdge($0, layout.nextNode)] } ?? []
    let added = try add([(position, node)], edges)
    record.addNode(at: position, node.label, next: neighbor, sides)
    changeGraph()
    history.add(Change(name: "new node", acts: [.remove(nodes: Set(added), edges: [])]))
    try reheat()
  }

  /// Adds to all sides, or to none. Returns the numbers of the new nodes.
  private func add(
    _ nodes: [(position: [Double], node: GraphNode)], _ edges: [GraphEdge]
  ) throws -> [Int] {
    var added: [[Int]] = []
    do {
      for side in sides { added.append(try side.layout.add(nodes, edges: edges)) }
    } catch {
      for (side, added) in zip(sides, added) { try? side.layout.takeBack(added, edges: edges) }
      throw error
    }
    return added[0]
  }

  private func addEdge(_ from: Int, _ to: Int) throws {
    _ = try add([], [GraphEdge(from, to)])
    record.addEdge(from, to, sides)
    changeGraph()
    history.add(Change(name: "new edge", acts: [.remove(nodes: [], edges: [(from, to)])]))
    try reheat()
  }

  /// Makes room for what is new.
  private func reheat() throws {
    for side in sides { try side.layout.reheat(to: 0.3) }
    record.add("reheat", .scalar(.float(0.3)), sides)
  }
}

// Dragging, as in d3-drag's examples: the node is pinned, and alpha tends to 0.3.
extension Stage {
  private static let targetPath = "integrator.verlet.alpha-target"

  private func grab(_ node: Int) throws {
    try drop()
    var held = Held(
      node: node, before: try placed(node), wasPinned: sides[0].layout.isPinned(node))
    for (index, side) in sides.enumerated() where side.layout.study.integrator is Verlet {
      held.settings.append(
        try perform(.set(side: index, path: Self.targetPath, value: .scalar(.float(0.3)))))
    }
    self.held = held
  }

  /// The same place in both sides.
  private func hold(at position: [Double]) throws {
    guard let held else { return }
    self.held?.hasMoved = true
    _ = try place(held.node, at: sides.map { _ in position }, isPinned: true)
    for side in sides where !(side.layout.study.integrator is Verlet) {
      try side.layout.reheat(to: 0.3)
    }
    if sides.contains(where: { !($0.layout.study.integrator is Verlet) }) {
      record.add("reheat", .scalar(.float(0.3)), sides)
    }
  }

  func drop() throws {
    guard let held else { return }
    self.held = nil
    for act in held.settings { _ = try perform(act) }
    guard sides[0].layout.has(held.node), held.hasMoved else { return }
    if !held.wasPinned, sides[0].layout.isPinned(held.node) {
      let positions = try sides.map { try $0.layout.position(of: held.node) }
      _ = try place(held.node, at: positions, isPinned: false)
    }
    history.add(Change(name: "move of a node", acts: [held.before]))
  }
}
