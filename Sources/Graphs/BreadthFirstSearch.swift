/// Finds distances in a graph, counted in edges. Repeated searches reuse its memory.
public struct BreadthFirstSearch {
  /// The neighbors of each node, as compressed sparse rows.
  private let offsets: [Int32]
  private let neighbors: [Int32]
  /// The distance of each node from the start that found it; −1 if not found yet.
  public private(set) var distances: [Int32]
  /// The nodes that were found, in that order, and their number.
  package private(set) var order: [Int32]
  package private(set) var count = 0

  /// Cost: linear in nodes.
  public init(_ graph: Graph) { self.init(offsets: graph.offsets, neighbors: graph.neighbors) }

  /// The neighbors of each node are given as compressed sparse rows. Cost: linear in nodes.
  package init(offsets: [Int32], neighbors: [Int32]) {
    (self.offsets, self.neighbors) = (offsets, neighbors)
    distances = Array(repeating: -1, count: offsets.count - 1)
    order = Array(repeating: 0, count: offsets.count - 1)
  }

  /// Finds the distances from `source` alone. Cost: linear in nodes and edges; allocates nothing.
  public mutating func run(from source: Int) {
    distances.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
    count = 0
    visit(from: Int32(source))
  }

  /// Finds the distances to nodes not found before; false if `start` itself was found before.
  @discardableResult package mutating func visit(from start: Int32) -> Bool {
    guard distances[Int(start)] < 0 else { return false }
    distances[Int(start)] = 0
    order[count] = start
    var (next, end) = (count, count + 1)
    distances.withUnsafeMutableBufferPointer { distances in
      order.withUnsafeMutableBufferPointer { order in
        offsets.withUnsafeBufferPointer { offsets in
          neighbors.withUnsafeBufferPointer { neighbors in
            while next < end {
              let node = Int(order[next])
              let distance = distances[node] + 1
              next += 1
              for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
                let neighbor = neighbors[entry]
                guard distances[Int(neighbor)] < 0 else { continue }
                distances[Int(neighbor)] = distance
                order[end] = neighbor
                end += 1
              }
            }
          }
        }
      }
    }
    count = end
    return true
  }
}

extension Graph {
  /// In edges, from the first of `starts` that reaches a node; −1 if none does. Cost: linear.
  public func distances(from starts: [Int32]) -> [Int32] {
    var search = BreadthFirstSearch(self)
    for start in starts { search.visit(from: start) }
    return search.distances
  }

  /// The lowest node of each component, and the distances from it. Cost: linear.
  public func distancesWithinComponents() -> (starts: [Int32], distances: [Int32]) {
    var search = BreadthFirstSearch(self)
    let starts = (0..<Int32(nodeCount)).filter { search.visit(from: $0) }
    return (starts, search.distances)
  }
}
