import Graphs
import Plugins

/// Normalised stress: how well distances on the page keep to distances in the graph.
public struct Stress: Metric {
  /// There is nothing to set.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "stress",
    "Mean over pairs of (s·‖xi − xj‖/d_ij − 1)², d being the distance in the graph and s the "
      + "scale at which that is least; 0 is perfect.",
    source:
      "Kamada and Kawai 1989; Gansner, Koren and North 2004; scaled as by Welch and Kobourov 2017")

  /// All pairs are taken up to this many nodes; above, those of some nodes with all.
  static let greatestExactCount = 2000
  static let sampledSources = 200

  /// The stress over all pairs that a path joins; for more than 2 000 nodes, over 200 seeded nodes
  /// with all others. Nil if there are no such pairs, or all nodes are in one place.
  ///
  /// Cost: a breadth-first search per source.
  public func value(of layout: Layout) -> Double? {
    let count = layout.graph.nodeCount
    var sources = Array(0..<count)
    if count > Self.greatestExactCount {
      var generator = SeededGenerator(seed: 0)
      sources = Array(sources.shuffled(using: &generator).prefix(Self.sampledSources)).sorted()
    }
    // The mean of (s·r − 1)² is least, and is 1 − (Σr)²/(N·Σr²), at s = Σr/Σr².
    var (pairs, sum, squares) = (0.0, 0.0, 0.0)
    var search = BreadthFirstSearch(layout.graph)
    for source in sources {
      search.run(from: source)
      for node in 0..<count where search.distances[node] > 0 {
        let ratio = layout.distance(source, node) / Double(search.distances[node])
        pairs += 1
        sum += ratio
        squares += ratio * ratio
      }
    }
    return squares > 0 ? max(0, 1 - sum / squares * (sum / pairs)) : nil
  }
}

/// Distances in a graph from one node, counted in edges.
struct BreadthFirstSearch {
  private let graph: Graph
  /// The distance of each node from the last source; −1 where no path leads.
  private(set) var distances: [Int32]
  private var queue: [Int32] = []

  init(_ graph: Graph) {
    self.graph = graph
    distances = Array(repeating: -1, count: graph.nodeCount)
  }

  mutating func run(from source: Int) {
    for node in distances.indices { distances[node] = -1 }
    queue.removeAll(keepingCapacity: true)
    queue.append(Int32(source))
    distances[source] = 0
    var next = 0
    while next < queue.count {
      let node = Int(queue[next])
      next += 1
      for neighbor in graph.neighbors(of: node) where distances[Int(neighbor)] < 0 {
        distances[Int(neighbor)] = distances[node] + 1
        queue.append(neighbor)
      }
    }
  }
}
