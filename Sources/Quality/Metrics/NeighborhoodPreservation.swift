import ForceLabGraphs
import ForceLabPlugins

public struct NeighborhoodPreservation: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "neighborhood-preservation",
    "Mean over nodes of the Jaccard index |A ∩ B|/|A ∪ B| of the node's neighbors A and as many "
      + "nearest nodes B in the layout; from 0 to 1, the best.",
    formula: "1/n·Σ |A ∩ B|/|A ∪ B| over the n nodes that have neighbors",
    source: "Kruiger et al. 2017, with the neighbors one edge away")

  public var columns: [Column] {
    [
      .measure(
        "neighborhood_preservation", unit: "part", better: .higher,
        use: .quality, importance: 12)
    ]
  }

  /// Nil if no node has neighbors. Of nodes at equal distance, the one with the lower number counts
  /// as nearer. Cost: about Σ deg·log n, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let count = graph.nodeCount
    let tree = BoxTree(layout.normalized.coordinates, count: count)
    // In the order of the tree, successive nodes use the same boxes in the cache.
    let indices = concurrently(blocksOf: count, scratch: { NearestNodes(tree) }) {
      block, search -> [(node: Int, index: Double)] in
      block.compactMap { position in
        let node = tree.number(at: position)
        let degree = graph.degree(of: node)
        guard degree > 0 else { return nil }
        let shared = search.sharedCount(
          of: position, nearest: degree, with: graph.neighbors(of: node))
        return (node, Double(shared) / Double(2 * degree - shared))
      }
    }
    var ofNode = Array(repeating: 0.0, count: count)
    for (node, index) in indices.joined() { ofNode[node] = index }
    let joined = (0..<count).count { graph.degree(of: $0) > 0 }
    return joined > 0 ? ofNode.reduce(0, +) / Double(joined) : nil
  }
}

private struct NearestNodes {
  private struct Candidate {
    let square: Double
    let number: Int32

    func isNearer(than other: Candidate) -> Bool {
      square < other.square || (square == other.square && number < other.number)
    }
  }

  private let tree: BoxTree
  /// The nearest so far, as a heap with the farthest first.
  private var nearest: [Candidate] = []
  /// For each node, the last node whose neighbor it is.
  private var lastNode: [Int32]

  init(_ tree: BoxTree) {
    self.tree = tree
    lastNode = Array(repeating: -1, count: tree.items.count)
  }

  /// The number of `neighbors` among the `count` nodes nearest to the one at `position`.
  mutating func sharedCount(
    of position: Int, nearest count: Int, with neighbors: ArraySlice<Int32>
  ) -> Int {
    nearest.removeAll(keepingCapacity: true)
    search(1, from: position, count)
    let node = Int32(tree.number(at: position))
    for neighbor in neighbors { lastNode[Int(neighbor)] = node }
    return nearest.count { lastNode[Int($0.number)] == node }
  }

  private mutating func search(_ node: Int, from position: Int, _ count: Int) {
    guard tree.isLeaf(node) else {
      // The nearer half first; of two at equal distance, the one with the lowest number.
      var near = (node: 2 * node, bound: bound(of: 2 * node, from: position))
      var far = (node: 2 * node + 1, bound: bound(of: 2 * node + 1, from: position))
      if far.bound.isNearer(than: near.bound) { swap(&near, &far) }
      if isWanted(near.bound, count) { search(near.node, from: position, count) }
      if isWanted(far.bound, count) { search(far.node, from: position, count) }
      return
    }
    let item = tree.items[position]
    for other in tree.range(of: node) where other != position {
      let candidate = Candidate(
        square: BoxTree.square(item - tree.items[other]), number: Int32(tree.items[other].w))
      if isWanted(candidate, count) { insert(candidate, count) }
    }
  }

  /// A lower bound of the distances of the items below `node`.
  private func bound(of node: Int, from position: Int) -> Candidate {
    let box = tree.boxes[node]
    return Candidate(
      square: tree.square(from: tree.items[position], to: box), number: Int32(box.lower.w))
  }

  private func isWanted(_ candidate: Candidate, _ count: Int) -> Bool {
    nearest.count < count || candidate.isNearer(than: nearest[0])
  }

  /// Adds `candidate` to the heap; it replaces the farthest if the heap is full.
  private mutating func insert(_ candidate: Candidate, _ count: Int) {
    if nearest.count < count {
      nearest.append(candidate)
      var child = nearest.count - 1
      while child > 0, nearest[(child - 1) / 2].isNearer(than: nearest[child]) {
        nearest.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    } else {
      nearest[0] = candidate
      var parent = 0
      while 2 * parent + 1 < count {
        var child = 2 * parent + 1
        if child + 1 < count, nearest[child].isNearer(than: nearest[child + 1]) { child += 1 }
        guard nearest[parent].isNearer(than: nearest[child]) else { return }
        nearest.swapAt(parent, child)
        parent = child
      }
    }
  }
}
