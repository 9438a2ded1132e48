import ForceLabGraphs
import ForceLabPlugins

/// Lays out each connected part of a graph by itself, and packs the parts side by side.
struct PartwiseLayout {
  let dimensions: Int
  /// The length of an edge, in px.
  let length: Double
  let pins: [Particles.Pin]
  let threads: Int

  init(_ context: PlacementContext, length: Double?) {
    let dimensions = context.dimensions
    precondition(
      (2...3).contains(dimensions) && context.pins.allSatisfy { $0.position.count == dimensions },
      "use 2 or 3 dimensions, and as many coordinates for each pin")
    (self.dimensions, pins, threads) = (dimensions, context.pins, context.threads)
    self.length = length ?? context.edgeLength
  }

  /// A part of two or more nodes that is to be laid out.
  struct Task {
    let layout: PartwiseLayout
    let parts: ConnectedParts
    let index: Int
    /// The positions of pinned nodes, in lengths of an edge from their middle.
    let pins: [Int: [Float]]

    var count: Int { parts.size(of: index) }

    /// The pins by the place of their nodes in `part`.
    func pins(in part: ConnectedPart) -> [(place: Int, position: [Float])] {
      guard !pins.isEmpty else { return [] }
      return part.nodes.indices.compactMap { place in
        pins[Int(part.nodes[place])].map { (place, $0) }
      }
    }
  }

  /// Positions in lengths of an edge, by the places of the nodes in the part.
  typealias Answer = (part: ConnectedPart, positions: NumberStorage<Float>)

  /// Coordinates in px, one list per axis. `lengths` has a positive number for each edge, and their
  /// mean becomes `length`; nil for equal edges.
  func coordinates(
    of graph: Graph, lengths: [Double]? = nil, layOut: (Task) throws -> Answer
  ) rethrows -> [[Double]] {
    var relative = lengths
    if let lengths, !lengths.isEmpty {
      let mean = lengths.reduce(0) { $0 + $1 / Double(lengths.count) }
      // Single precision holds the square of this.
      relative = lengths.map { max(1e-6, $0 / mean) }
    }
    return try coordinates(of: ConnectedParts(of: graph, lengths: relative), layOut: layOut)
  }

  /// The same, for the parts of a graph, one after the other or in `order`.
  func coordinates(
    of parts: ConnectedParts, order: [Int]? = nil, layOut: (Task) throws -> Answer
  ) rethrows -> [[Double]] {
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: parts.graph.nodeCount), count: dimensions)
    let pinned = Dictionary(firstOf: pins.map { ($0.node, $0.position) })
    for index in order ?? Array(0..<parts.count) {
      let own = pinned.isEmpty ? [] : parts.nodes(of: index).filter { pinned[Int($0)] != nil }
      // Single precision needs an origin that is near.
      let origin = (0..<dimensions).map { axis in
        own.reduce(0.0) { $0 + (pinned[Int($1)]?[axis] ?? 0) / Double(own.count) }
      }
      if parts.size(of: index) > 1 {
        let relative = own.map { node in
          (Int(node), zip(pinned[Int(node)] ?? [], origin).map { Float(($0 - $1) / length) })
        }
        let task = Task(
          layout: self, parts: parts, index: index,
          pins: Dictionary(uniqueKeysWithValues: relative))
        let answer = try layOut(task)
        take(answer, of: task, from: origin, &coordinates)
      }
      for node in own {
        for axis in 0..<dimensions { coordinates[axis][Int(node)] = pinned[Int(node)]?[axis] ?? 0 }
      }
    }
    parts.pack(&coordinates, gap: length, pins: pins)
    return coordinates
  }

  /// Moves the part so that its pinned nodes are at their places on average, or else its middle is at `origin`.
  private func take(
    _ answer: Answer, of task: Task, from origin: [Double], _ coordinates: inout [[Double]]
  ) {
    let (count, pins) = (answer.part.count, task.pins(in: answer.part))
    for axis in 0..<dimensions {
      let lane = answer.positions.lanes[axis]
      var middle = 0.0
      if pins.isEmpty {
        for place in 0..<count { middle += Double(lane[place]) / Double(count) }
      }
      for (place, position) in pins {
        middle += Double(lane[place] - position[axis]) / Double(pins.count)
      }
      for (place, node) in answer.part.nodes.enumerated() {
        coordinates[axis][Int(node)] = origin[axis] + (Double(lane[place]) - middle) * length
      }
    }
  }
}

extension NumberStorage<Float> {
  /// Copies the first `count` positions of `other`.
  func copy(_ other: NumberStorage<Float>, count: Int) {
    for lane in 0..<laneCount { lanes[lane].update(from: other.lanes[lane], count: count) }
  }

  /// Puts pinned nodes in place; returns 0 for them and 1 for all others, or nil if none is pinned.
  func hold(_ pins: [(place: Int, position: [Float])]) -> NumberStorage? {
    guard !pins.isEmpty else { return nil }
    let mobility = NumberStorage(count: count, lanes: 1)
    mobility.fill(1)
    for (place, position) in pins {
      mobility.lanes[0][place] = 0
      for (axis, value) in position.enumerated() { lanes[axis][place] = value }
    }
    return mobility
  }
}

extension PlacementContext {
  /// The length of the first `link` with a positive one, or else 30 px. An attribute counts by its mean.
  var edgeLength: Double {
    forces.lazy.compactMap { ($0 as? LinkForce)?.length.averaged(over: graph) }
      .compactMap { if case .number(let length) = $0 { length } else { nil } }
      .first { $0 > 0 } ?? 30
  }
}
