/// Finds distances, counted in edges, from up to 64 nodes at once, with one bit for each search. Repeated searches
/// reuse its memory. Source: M. Then et al., “The more the merrier: efficient multi-source graph traversal”, 2014.
package struct MultiSourceSearch {
  private let graph: Graph
  /// The number of searches for which there is room.
  package let width: Int
  /// A row for each node: its distance from each source; 0 from itself and if there is no path.
  package private(set) var distances: [Int32]
  /// The searches that have found a node, those that are at it, and those that come to it next.
  private var found: [UInt64]
  private var here: [UInt64]
  private var next: [UInt64]
  private var nodes: [Int32] = []
  private var others: [Int32] = []

  /// Cost: linear in nodes times `width`, which is at most 64.
  package init(_ graph: Graph, width: Int) {
    self.graph = graph
    self.width = min(64, max(1, width))
    distances = Array(repeating: 0, count: graph.nodeCount * self.width)
    found = Array(repeating: 0, count: graph.nodeCount)
    (here, next) = (found, found)
    nodes.reserveCapacity(graph.nodeCount)
    others.reserveCapacity(graph.nodeCount)
  }

  /// Finds the distances from `sources`, at most `width` different nodes.
  /// Cost: linear in nodes and edges for each level at which a search is at a node: searches from
  /// nodes near each other, and in graphs of few levels, share most of it.
  package mutating func run(from sources: some Collection<Int>) {
    distances.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    found.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    nodes.removeAll(keepingCapacity: true)
    for (index, source) in sources.enumerated() {
      (found[source], here[source]) = (1 << index, 1 << index)
      nodes.append(Int32(source))
    }
    var level: Int32 = 1
    while !nodes.isEmpty {
      advance(to: level)
      level += 1
    }
  }

  private mutating func advance(to level: Int32) {
    let width = width
    others.removeAll(keepingCapacity: true)
    found.withUnsafeMutableBufferPointer { found in
      here.withUnsafeMutableBufferPointer { here in
        next.withUnsafeMutableBufferPointer { next in
          graph.offsets.withUnsafeBufferPointer { offsets in
            graph.neighbors.withUnsafeBufferPointer { neighbors in
              for node in nodes {
                let bits = here[Int(node)]
                here[Int(node)] = 0
                for entry in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
                  let neighbor = Int(neighbors[entry])
                  let new = bits & ~found[neighbor]
                  guard new != 0 else { continue }
                  if next[neighbor] == 0 { others.append(Int32(neighbor)) }
                  next[neighbor] |= new
                }
              }
            }
          }
          distances.withUnsafeMutableBufferPointer { distances in
            for node in others {
              var bits = next[Int(node)]
              next[Int(node)] = 0
              here[Int(node)] = bits
              found[Int(node)] |= bits
              let row = Int(node) * width
              while bits != 0 {
                distances[row + bits.trailingZeroBitCount] = level
                bits &= bits - 1
              }
            }
          }
        }
      }
    }
    swap(&nodes, &others)
  }
}
