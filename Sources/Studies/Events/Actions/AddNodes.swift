import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

public struct AddNodes: EventAction {
  public enum Target: String, Choice {
    case random, nearest, degree
  }

  public var count = 1
  public var place: any NodePlace = RandomPlace()
  public var links = 0
  public var to = Target.random
  public var linkTo = NodeNames()
  public var labels: [String] = []

  public init() {}

  public static let manual = Manual<Self>(
    "add-nodes", "Adds nodes, at rest, one after another. They are numbered after all others.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...10_000), "Number of nodes.", example: "5"),
      Parameter("place", \.place, of: .nodePlace, "Where they appear."),
      Parameter(
        "links", \.links, within: Bounds(0...1000),
        "Edges from each new node to others that are there, as far as there are as many."),
      Parameter(
        "to", \.to,
        "Which nodes these edges join it to: random ones, the nearest, or random ones in proportion to "
          + "degree + 1, as in the Barabási–Albert model."),
      Parameter("link-to", \.linkTo, "Nodes that each new node gets an edge to, besides `links`."),
      Parameter(
        "labels", \.labels,
        "Labels of the new nodes in their order, which other events can name them by.",
        defaultDescription: "their numbers"),
    ], shorthand: "count")

  public func check() throws(ParameterError) {
    guard labels.count <= count else {
      throw ParameterError(
        "there are \(labels.count) labels for \(count) nodes; increase 'count'", parameter: "labels"
      )
    }
  }

  public var changesNodes: Bool { true }
  public var addedNodes: Int { count }
  public var isRandom: Bool { place.isRandom || links > 0 && to != .nearest }

  public func check(in plan: inout EventPlan) throws {
    for error in errors(below: "place.\(place.name)", { try place.check(in: plan) }) { throw error }
    try plan.check(linkTo, "link-to")
    if links == 0, linkTo.names.isEmpty, let trait = plan.traitOfDegree {
      throw ParameterError(
        "the degree of a new node without edges is 0, outside the range of '\(trait)'; "
          + "add 'links' or 'link-to'")
    }
    if !labels.isEmpty, plan.graph.labels == nil {
      throw ParameterError(
        "the nodes of this graph have no labels; remove 'labels'", parameter: "labels")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    let fixed = try linkTo.names.map { try layout.existingNode(named: $0) }.uniqued
    let nextPosition = try place.positions(in: layout)
    var targets = LinkTargets(layout, to)
    var nodes: [(position: [Double], node: GraphNode)] = []
    var edges: [GraphEdge] = []
    for index in 0..<count {
      let number = layout.nextNode + index
      let position = nextPosition(&generator)
      let label = index < labels.count ? labels[index] : nil
      nodes.append((position, GraphNode(label: label)))
      let others = targets.choose(links, near: position, besides: fixed, using: &generator)
      for other in fixed + others { edges.append(GraphEdge(number, other)) }
      targets.add(number, at: position, joinedTo: fixed + others)
    }
    try layout.add(nodes, edges: edges)
  }
}

private struct LinkTargets {
  private let target: AddNodes.Target
  private var numbers: [Int]
  /// One list per axis, if the nearest nodes are wanted.
  private var positions: [[Double]] = []
  /// Each node once, and once more for each of its edges, if nodes are wanted by degree.
  private var ends: [Int] = []

  init(_ layout: RunningLayout, _ target: AddNodes.Target) {
    self.target = target
    numbers = layout.nodes
    if target == .nearest { positions = layout.positions }
    if target == .degree {
      let graph = layout.graph
      let nodes = graph.sources + graph.targets
      ends = numbers + nodes.map { layout.nodes[Int($0)] }
    }
  }

  func choose(
    _ count: Int, near position: [Double], besides taken: [Int],
    using generator: inout SeededGenerator
  ) -> [Int] {
    let taken = Set(taken)
    let free = numbers.count - taken.count
    guard count > 0, free > 0 else { return [] }
    if target == .nearest { return nearest(count, to: position, besides: taken) }
    let pool = target == .degree ? ends : numbers
    guard count < free else { return numbers.filter { !taken.contains($0) } }
    var chosen: [Int] = []
    var seen = taken
    // Nodes are drawn with replacement until enough different ones are found.
    while chosen.count < count {
      let node = pool[generator.index(below: pool.count)]
      if seen.insert(node).inserted { chosen.append(node) }
    }
    return chosen
  }

  /// The nearest ones in the order of their distance. Cost: linear in the nodes for few of them.
  private func nearest(_ count: Int, to position: [Double], besides taken: Set<Int>) -> [Int] {
    var best: [(distance: Double, number: Int)] = []
    for (node, number) in numbers.enumerated() where !taken.contains(number) {
      var distance = 0.0
      for axis in positions.indices {
        let way = positions[axis][node] - position[axis]
        distance += way * way
      }
      if best.count == count, distance >= best[count - 1].distance { continue }
      if best.count == count { best.removeLast() }
      let place = best.firstIndex { distance < $0.distance } ?? best.count
      best.insert((distance, number), at: place)
    }
    return best.map(\.number)
  }

  mutating func add(_ number: Int, at position: [Double], joinedTo others: [Int]) {
    numbers.append(number)
    for axis in positions.indices { positions[axis].append(position[axis]) }
    if target == .degree { ends += [number] + others.flatMap { [number, $0] } }
  }
}
