import ForceLabGraphs
import ForceLabPlugins

/// A connected part of a graph, whose nodes are renumbered: neighbors have near numbers.
struct ConnectedPart {
  /// The node of the graph with each number.
  let nodes: [Int32]
  /// The neighbors of each node, as compressed sparse rows.
  let offsets: [Int32]
  let neighbors: [Int32]
  /// The length of the edge to each neighbor; nil if all are 1.
  let lengths: [Float]?
  /// Whether a breadth-first search has many levels, each of few nodes.
  let isDeep: Bool

  var count: Int { nodes.count }
  var maxDegree: Int { zip(offsets.dropFirst(), offsets).map { Int($0 - $1) }.max() ?? 0 }

  func neighbors(of node: Int) -> ArraySlice<Int32> {
    neighbors[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  /// The median length of an edge.
  var typicalLength: Float {
    guard let lengths, !lengths.isEmpty else { return 1 }
    return lengths.sorted()[lengths.count / 2]
  }
}

/// The connected parts of a graph, in the order of their lowest nodes.
struct ConnectedParts {
  let graph: Graph
  /// The length of the edge to each neighbor; nil if all are 1.
  private let lengths: [Double]?
  /// The nodes of each part one after the other, each part in breadth-first order from a node that
  /// is far from others, and where each part starts.
  let order: [Int32]
  private var starts: [Int] = []
  /// The place of each node in its part.
  private var places: [Int32]
  /// The distance of each node from the first of its part.
  private let levels: [Int32]

  /// `lengths` has a positive number for each edge of `graph`, or is nil. Cost: linear.
  init(of graph: Graph, lengths: [Double]?) {
    self.graph = graph
    self.lengths = lengths.map {
      Graph.rows(graph.nodeCount, graph.sources, graph.targets, $0).weights
    }
    places = [Int32](repeating: 0, count: graph.nodeCount)
    var (farthest, search) = (BreadthFirstSearch(graph), BreadthFirstSearch(graph))
    for node in 0..<Int32(graph.nodeCount) where farthest.visit(from: node) {
      starts.append(search.count)
      search.visit(from: farthest.order[farthest.count - 1])
    }
    starts.append(search.count)
    (order, levels) = (search.order, search.distances)
    for index in 0..<count {
      for place in starts[index]..<starts[index + 1] {
        places[Int(order[place])] = Int32(place - starts[index])
      }
    }
  }

  var count: Int { starts.count - 1 }

  /// The number of nodes of a part.
  func size(of index: Int) -> Int { starts[index + 1] - starts[index] }

  /// The nodes of a part.
  func nodes(of index: Int) -> ArraySlice<Int32> { order[starts[index]..<starts[index + 1]] }

  func part(_ index: Int) -> ConnectedPart {
    let nodes = Array(nodes(of: index))
    var newOffsets: [Int32] = [0]
    newOffsets.reserveCapacity(nodes.count + 1)
    var (newNeighbors, newLengths): ([Int32], [Float]) = ([], [])
    for node in nodes {
      for entry in Int(graph.offsets[Int(node)])..<Int(graph.offsets[Int(node) + 1]) {
        newNeighbors.append(places[Int(graph.neighbors[entry])])
        if let lengths { newLengths.append(Float(lengths[entry])) }
      }
      newOffsets.append(Int32(newNeighbors.count))
    }
    return ConnectedPart(
      nodes: nodes, offsets: newOffsets, neighbors: newNeighbors,
      lengths: lengths == nil ? nil : newLengths, isDeep: isDeep(index))
  }

  private func isDeep(_ index: Int) -> Bool {
    var (level, width, largest): (Int32, Int, Int) = (0, 0, 0)
    for node in nodes(of: index) {
      width = levels[Int(node)] == level ? width + 1 : 1
      level = levels[Int(node)]
      largest = max(largest, width)
    }
    return size(of: index) > Self.minLevels * largest || level >= Self.manyLevels
  }

  /// If a part has more than this many times the nodes of its largest level, or many levels whatever their sizes,
  /// separate searches are faster than one search from many nodes at once.
  private static let (minLevels, manyLevels) = (20, 100)
}
