import ForceLabGraphs
import ForceLabSettings

/// The graphs that show the shape of points: edges between those that no other point is between, in three senses. Points
/// at the same place are one.
struct ShapeGraphs: Sendable {
  /// The number of each node's place, and the nodes at each place in ascending order.
  let place: [Int]
  let members: [[Int]]
  /// Pairs of places in ascending order, the lower first.
  let gabriel: [SIMD2<Int32>]
  /// Of the edges of `gabriel`.
  let relativeNeighborhood: [SIMD2<Int32>]
  /// Pairs of nodes: edges of `relativeNeighborhood` between the first nodes of places, and a path of the nodes at each
  /// place.
  let spanningTree: [SIMD2<Int32>]

  /// Cost: about n·log n, more if many points are on one circle, on all processors.
  init(_ coordinates: [[Double]], count: Int) {
    func isBefore(_ a: Int, _ b: Int) -> Bool {
      for axis in coordinates where axis[a] != axis[b] { return axis[a] < axis[b] }
      return a < b
    }
    var place = Array(repeating: 0, count: count)
    var members: [[Int]] = []
    var last = -1
    for node in (0..<count).sorted(by: isBefore) {
      if last >= 0, coordinates.allSatisfy({ $0[node] == $0[last] }) {
        members[members.count - 1].append(node)
      } else {
        members.append([node])
      }
      place[node] = members.count - 1
      last = node
    }
    (self.place, self.members) = (place, members)
    let axes = coordinates.map { axis in members.map { axis[$0[0]] } }
    let tree = BoxTree(axes, count: members.count)
    let points = tree.centers
    let found = concurrently(blocksOf: members.count) { block in
      block.flatMap { tree.gabrielNeighbors(of: points[$0]) }
    }
    let edges = found.joined().sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let isRelative = concurrently(edges.count) { index in
      tree.isEmptyLens(points[Int(edges[index].x)], points[Int(edges[index].y)])
    }
    gabriel = edges
    relativeNeighborhood = zip(edges, isRelative).filter(\.1).map(\.0)
    let squares = relativeNeighborhood.map { edge in
      BoxTree.square(points[Int(edge.x)] - points[Int(edge.y)])
    }
    var forest = DisjointSets(count: members.count)
    var between: [SIMD2<Int32>] = []
    // Edges of equal length in their order.
    for index in squares.indices.sorted(by: { (squares[$0], $0) < (squares[$1], $1) }) {
      let (a, b) = (Int(relativeNeighborhood[index].x), Int(relativeNeighborhood[index].y))
      guard forest.join(a, b) else { continue }
      between.append(SIMD2(Int32(members[a][0]), Int32(members[b][0])))
    }
    let within = members.flatMap { nodes in
      zip(nodes, nodes.dropFirst()).map { SIMD2(Int32($0), Int32($1)) }
    }
    spanningTree = between + within
  }
}

extension BoxTree {
  /// Whether no other item is within the circle or ball with the diameter from `a` to `b`; false if they are in one
  /// place.
  func isEmptyCircle(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Bool {
    let square = Self.square(a - b)
    guard square > 0 else { return false }
    return isEmpty(around: (a + b) / 2, square / 4, a, b) { item in
      let product = (a - item) * (b - item)
      return product.x + product.y + product.z < 0
    }
  }

  /// Whether no other item is nearer to `a` and to `b` than these are to each other.
  func isEmptyLens(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Bool {
    let square = Self.square(a - b)
    // The corners of the lens are √3/2 of the distance from the middle.
    return isEmpty(around: (a + b) / 2, square * 3 / 4, a, b) { item in
      max(Self.square(a - item), Self.square(b - item)) < square
    }
  }

  private func isEmpty(
    around middle: SIMD4<Double>, _ square: Double, _ a: SIMD4<Double>, _ b: SIMD4<Double>,
    _ contains: (SIMD4<Double>) -> Bool
  ) -> Bool {
    // Rounding must not leave out a box.
    let reach = square * (1 + 1e-9)
    var isEmpty = true
    func isNear(_ box: Box) -> Bool {
      // Many items may be at the place of an end, on the rim.
      self.square(from: middle, to: box) <= reach
        && (Self.square(box.upper - box.lower) > 0 || contains(box.lower))
    }
    visitLeaves(where: { isNear(boxes[$0]) }) { range in
      isEmpty = !items[range].contains { $0.w != a.w && $0.w != b.w && contains($0) }
      return isEmpty
    }
    return isEmpty
  }

  /// The edges of the Gabriel graph from `item` to items with higher numbers.
  fileprivate func gabrielNeighbors(of item: SIMD4<Double>) -> [SIMD2<Int32>] {
    var candidates: [SIMD4<Double>] = []
    collectCandidates(1, around: item, &candidates)
    return candidates.filter { $0.w > item.w && isEmptyCircle(item, $0) }
      .map { SIMD2(Int32(item.w), Int32($0.w)) }
  }

  /// The items that no candidate hides from `item`: none is beyond the line through a candidate that is perpendicular to
  /// the way there, as all such have it in their circle.
  private func collectCandidates(
    _ node: Int, around item: SIMD4<Double>, _ candidates: inout [SIMD4<Double>]
  ) {
    guard !isHidden(boxes[node], from: item, by: candidates) else { return }
    guard !isLeaf(node) else {
      let others = items[range(of: node)].filter { $0.w != item.w }
      for other in others.sorted(by: { Self.square($0 - item) < Self.square($1 - item) })
      where !isHidden(Box(lower: other, upper: other), from: item, by: candidates) {
        candidates.append(other)
      }
      return
    }
    let halves = [2 * node, 2 * node + 1].sorted {
      square(from: item, to: boxes[$0]) < square(from: item, to: boxes[$1])
    }
    for half in halves { collectCandidates(half, around: item, &candidates) }
  }

  private func isHidden(_ box: Box, from item: SIMD4<Double>, by candidates: [SIMD4<Double>])
    -> Bool
  {
    // The nearest suffice: candidates are checked.
    candidates.prefix(128).contains { candidate in
      let way = candidate - item
      // Of the corners of the box, the one that is least far along the way.
      let lower = (box.lower - candidate) * way
      let upper = (box.upper - candidate) * way
      let least = pointwiseMin(lower, upper)
      return least.x + least.y + least.z > 0
    }
  }
}
