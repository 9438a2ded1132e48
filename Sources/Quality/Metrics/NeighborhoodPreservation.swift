import ForceLabGraphs
import ForceLabSettings
import ForceLabPlugins

public struct NeighborhoodPreservation: EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "neighborhood-preservation",
    "Mean over nodes of the Jaccard index |A ∩ B|/|A ∪ B| of the node's neighbors A and as many "
      + "nearest nodes B in the layout; from 0 to 1, the best. Where nodes at the same distance tie for B, it "
      + "is the expected index of a random choice.",
    formula: "1/n·Σ |A ∩ B|/|A ∪ B| over the n nodes that have neighbors",
    source: "Kruiger et al. 2017, with the neighbors one edge away")

  public var columns: [Column] {
    [
      .measure(
        "neighborhood_preservation", unit: "part", better: .higher, use: .quality, importance: 12)
    ]
  }

  public var isLocal: Bool { true }

  /// Nil if no node has neighbors, or if a coordinate is not finite. Of nodes at the same distance of which only some
  /// are among the nearest, each choice is as likely: their index is the expected one. Cost: about Σ deg·log n, on all
  /// processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let count = graph.nodeCount
    guard layout.isFinite else { return nil }
    let nearest = NearestNodes(layout.normalized)
    // In the order of the tree, successive nodes use the same boxes in the cache.
    let indices = concurrently(blocksOf: count, scratch: { nearest }) { block, nearest in
      block.compactMap { nearest.index(at: $0) }
    }
    var ofNode = Array(repeating: 0.0, count: count)
    for (node, index) in indices.joined() { ofNode[node] = index }
    let joined = (0..<count).count { graph.degree(of: $0) > 0 }
    return joined > 0 ? ofNode.reduce(0, +) / Double(joined) : nil
  }
}

/// The nearest nodes of one in a layout.
struct NearestNodes {
  private let graph: Graph
  private let tree: BoxTree
  private let points: [SIMD4<Double>]
  /// The squared distances of the nearest so far, as a heap with the farthest first.
  private var nearest: [Double] = []

  /// `page` is normalized.
  init(_ page: FinishedLayout) {
    graph = page.graph
    tree = BoxTree(page.coordinates, count: graph.nodeCount)
    points = tree.centers
  }

  /// The node at `position` in the tree, and the expected Jaccard index of its neighbors and as many nearest nodes; nil
  /// if it has no neighbors.
  mutating func index(at position: Int) -> (node: Int, index: Double)? {
    let node = tree.number(at: position)
    let degree = graph.degree(of: node)
    guard degree > 0 else { return nil }
    let shared = shared(at: position, count: degree)
    func jaccard(_ tiedShared: Int) -> Double {
      Double(shared.certain + tiedShared) / Double(2 * degree - shared.certain - tiedShared)
    }
    return (node, shared.drawn?.mean(of: jaccard) ?? jaccard(0))
  }

  /// How many neighbors of the node at `position` are among its `count` nearest nodes: a certain number, and as many as
  /// are drawn among those that tie for the last places; nil if no neighbor ties.
  mutating func shared(at position: Int, count: Int) -> (certain: Int, drawn: Hypergeometric?) {
    let node = tree.number(at: position)
    let neighbors = graph.neighbors(of: node).map { [points] neighbor in
      BoxTree.square(points[node] - points[Int(neighbor)])
    }
    let farthest = reach(at: position, count: count)
    let certain = neighbors.count { $0 < farthest }
    let tiedNeighbors = neighbors.count { $0 == farthest }
    guard tiedNeighbors > 0 else { return (certain, nil) }
    let nearer = nearest.count { $0 < farthest }
    // Without the node itself.
    let tied = tree.count(around: position, below: farthest.nextUp) - 1 - nearer
    return (certain, Hypergeometric(items: tied, marked: tiedNeighbors, drawn: count - nearer))
  }

  /// The squared distance of the last of the `count` nodes nearest to the one at `position`.
  mutating func reach(at position: Int, count: Int) -> Double {
    nearest.removeAll(keepingCapacity: true)
    search(1, from: position, count)
    return nearest[0]
  }

  private mutating func search(_ node: Int, from position: Int, _ count: Int) {
    guard tree.isLeaf(node) else {
      // The nearer half first.
      var near = (node: 2 * node, bound: bound(of: 2 * node, from: position))
      var far = (node: 2 * node + 1, bound: bound(of: 2 * node + 1, from: position))
      if far.bound < near.bound { swap(&near, &far) }
      if isWanted(near.bound, count) { search(near.node, from: position, count) }
      if isWanted(far.bound, count) { search(far.node, from: position, count) }
      return
    }
    let item = tree.items[position]
    for other in tree.range(of: node) where other != position {
      let square = BoxTree.square(item - tree.items[other])
      if isWanted(square, count) { insert(square, count) }
    }
  }

  /// A lower bound of the squared distances of the items below `node`.
  private func bound(of node: Int, from position: Int) -> Double {
    tree.square(from: tree.items[position], to: tree.boxes[node])
  }

  private func isWanted(_ square: Double, _ count: Int) -> Bool {
    nearest.count < count || square < nearest[0]
  }

  /// Adds `square` to the heap; it replaces the farthest if the heap is full.
  private mutating func insert(_ square: Double, _ count: Int) {
    if nearest.count < count {
      nearest.append(square)
      var child = nearest.count - 1
      while child > 0, nearest[(child - 1) / 2] < nearest[child] {
        nearest.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    } else {
      nearest[0] = square
      var parent = 0
      while 2 * parent + 1 < count {
        var child = 2 * parent + 1
        if child + 1 < count, nearest[child] < nearest[child + 1] { child += 1 }
        guard nearest[parent] < nearest[child] else { return }
        nearest.swapAt(parent, child)
        parent = child
      }
    }
  }
}

/// The number of marked items among those drawn without replacement.
struct Hypergeometric {
  let items, marked, drawn: Int

  var mean: Double { Double(drawn) * Double(marked) / Double(items) }

  /// The expectation of `value`. Cost: linear in the number of possible values.
  func mean(of value: (Int) -> Double) -> Double {
    let range = max(0, drawn + marked - items)...min(marked, drawn)
    // From the most likely number, so that no weight overflows and those that vanish do not matter.
    let mode = max(
      range.lowerBound, min((drawn + 1) * (marked + 1) / (items + 2), range.upperBound))
    var (sum, total) = (value(mode), 1.0)
    var weight = 1.0
    for number in mode..<range.upperBound {
      weight *= ratio(after: number)
      (sum, total) = (sum + weight * value(number + 1), total + weight)
    }
    weight = 1
    for number in (range.lowerBound..<mode).reversed() {
      weight /= ratio(after: number)
      (sum, total) = (sum + weight * value(number), total + weight)
    }
    return sum / total
  }

  /// P(number + 1)/P(number).
  private func ratio(after number: Int) -> Double {
    Double(marked - number) * Double(drawn - number)
      / (Double(number + 1) * Double(items - marked - drawn + number + 1))
  }
}
