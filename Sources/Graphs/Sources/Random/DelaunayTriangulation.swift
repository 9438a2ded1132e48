/// The Delaunay triangulation of points with whole coordinates, by exact arithmetic.
///
/// Points are added by their distance from the middle, so that each is outside of the convex hull of
/// those before. It is joined to the edges of the hull that it sees, and edges are flipped until all
/// circles are empty. Source: D. A. Sinclair, “S-hull: a fast radial sweep-hull routine for Delaunay
/// triangulation”, 2010; with the data structures of mapbox/delaunator.
package struct DelaunayTriangulation {
  package typealias Point = SIMD2<Int>

  /// Coordinates are from 0 ..< side, so that products fit 128 bits.
  package static let side = 1 << 26

  package let points: [Point]
  /// Three corners for each triangle, clockwise. The half-edge e goes from corner e to the next.
  private var corners: [Int32] = []
  /// The half-edge in the other direction; −1 on the hull.
  private var twins: [Int32] = []
  /// The hull, clockwise. A node that left it is its own successor.
  private var next: [Int32]
  private var previous: [Int32]
  /// The half-edge from each node of the hull to its successor.
  private var hullEdges: [Int32]
  private var hullStart: Int32 = 0
  /// Nodes of the hull by their direction from the middle.
  private var directions: [Int32]
  private var waiting: [Int32] = []

  /// Nil if two points are equal, or if the three nearest to the middle are on a line.
  package init?(of points: [Point]) {
    self.points = points
    next = Array(repeating: 0, count: points.count)
    (previous, hullEdges) = (next, next)
    directions = Array(
      repeating: -1, count: max(1, Int(clamping: Double(points.count).squareRoot().rounded(.up))))
    guard points.count > 2 else {
      if points.count == 2, points[0] == points[1] { return nil }
      return
    }
    let middle = Self.side / 2
    let distances = points.map {
      ($0.x - middle) * ($0.x - middle) + ($0.y - middle) * ($0.y - middle)
    }
    let order = points.indices.sorted {
      (distances[$0], points[$0].x, points[$0].y) < (distances[$1], points[$1].x, points[$1].y)
    }
    for (a, b) in zip(order, order.dropFirst()) where points[a] == points[b] { return nil }
    guard start(with: order.prefix(3).map { Int32($0) }) else { return nil }
    for node in order.dropFirst(3) { add(Int32(node)) }
  }

  /// Each edge once, from its lower to its higher end, in ascending order.
  package var edges: [(Int32, Int32)] {
    if points.count == 2 { return [(0, 1)] }
    var edges: [(Int32, Int32)] = []
    for edge in corners.indices where Int(twins[edge]) < edge {
      let (a, b) = (corners[edge], corners[edge - edge % 3 + (edge + 1) % 3])
      edges.append((min(a, b), max(a, b)))
    }
    return edges.sorted { $0 < $1 }
  }

  private mutating func start(with nodes: [Int32]) -> Bool {
    var (a, b, c) = (nodes[0], nodes[1], nodes[2])
    if isLeft(a, b, c) { (b, c) = (c, b) }
    guard isLeft(a, c, b) else { return false }
    for (node, successor) in [(a, b), (b, c), (c, a)] {
      (next[Int(node)], previous[Int(successor)]) = (successor, node)
      directions[direction(of: node)] = node
    }
    let first = addTriangle(a, b, c, -1, -1, -1)
    for (index, node) in [a, b, c].enumerated() { hullEdges[Int(node)] = first + Int32(index) }
    hullStart = a
    return true
  }

  /// Adds a node outside of the hull.
  private mutating func add(_ node: Int32) {
    var edge = firstVisible(from: node)
    let start = edge.start
    var end = next[Int(edge.found)]
    var triangle = addTriangle(edge.found, node, end, -1, -1, hullEdges[Int(edge.found)])
    hullEdges[Int(node)] = flip(from: triangle + 2)
    hullEdges[Int(edge.found)] = triangle
    while isLeft(node, end, next[Int(end)]) {
      let after = next[Int(end)]
      triangle = addTriangle(end, node, after, hullEdges[Int(node)], -1, hullEdges[Int(end)])
      hullEdges[Int(node)] = flip(from: triangle + 2)
      next[Int(end)] = end
      end = after
    }
    if edge.found == start {
      while isLeft(node, previous[Int(edge.found)], edge.found) {
        let before = previous[Int(edge.found)]
        triangle = addTriangle(
          before, node, edge.found, -1, hullEdges[Int(edge.found)], hullEdges[Int(before)])
        _ = flip(from: triangle + 2)
        hullEdges[Int(before)] = triangle
        next[Int(edge.found)] = edge.found
        edge.found = before
      }
    }
    hullStart = edge.found
    (previous[Int(node)], next[Int(edge.found)]) = (edge.found, node)
    (previous[Int(end)], next[Int(node)]) = (node, end)
    directions[direction(of: node)] = node
    directions[direction(of: edge.found)] = edge.found
  }

  /// The start of an edge of the hull that `node` sees, and the node that the search began with.
  private func firstVisible(from node: Int32) -> (found: Int32, start: Int32) {
    let key = direction(of: node)
    var start = hullStart
    for step in directions.indices {
      let known = directions[(key + step) % directions.count]
      guard known >= 0, known != next[Int(known)] else { continue }
      start = known
      break
    }
    start = previous[Int(start)]
    var found = start
    while !isLeft(node, found, next[Int(found)]) { found = next[Int(found)] }
    return (found, start)
  }

  /// The place in `directions`, which grows with the angle.
  private func direction(of node: Int32) -> Int {
    let middle = Double(Self.side / 2)
    let (x, y) = (Double(points[Int(node)].x) - middle, Double(points[Int(node)].y) - middle)
    let length = abs(x) + abs(y)
    let part = length > 0 ? x / length : 0
    let turn = (y > 0 ? 3 - part : 1 + part) / 4
    return min(directions.count - 1, Int(clamping: turn * Double(directions.count)))
  }

  private mutating func addTriangle(
    _ a: Int32, _ b: Int32, _ c: Int32, _ ab: Int32, _ bc: Int32, _ ca: Int32
  ) -> Int32 {
    let first = Int32(corners.count)
    corners += [a, b, c]
    twins += [-1, -1, -1]
    link(first, ab)
    link(first + 1, bc)
    link(first + 2, ca)
    return first
  }

  private mutating func link(_ a: Int32, _ b: Int32) {
    twins[Int(a)] = b
    if b >= 0 { twins[Int(b)] = a }
  }

  /// Flips `edge`, and the edges around it, as long as a circle is not empty. Returns the half-edge
  /// before `edge`, at the node that was added.
  private mutating func flip(from edge: Int32) -> Int32 {
    var edge = edge
    waiting.removeAll(keepingCapacity: true)
    while true {
      let before = edge - edge % 3 + (edge + 2) % 3
      let twin = twins[Int(edge)]
      if twin >= 0 {
        let opposite = twin - twin % 3 + (twin + 2) % 3
        let (node, other) = (corners[Int(before)], corners[Int(opposite)])
        let ends = (corners[Int(edge)], corners[Int(edge - edge % 3 + (edge + 1) % 3)])
        if isInCircle(node, ends.0, ends.1, other) {
          corners[Int(edge)] = other
          corners[Int(twin)] = node
          let outer = twins[Int(opposite)]
          if outer < 0 { moveHullEdge(opposite, to: edge) }
          link(edge, outer)
          link(twin, twins[Int(before)])
          link(before, opposite)
          waiting.append(twin - twin % 3 + (twin + 1) % 3)
          continue
        }
      }
      guard let following = waiting.popLast() else { return before }
      edge = following
    }
  }

  private mutating func moveHullEdge(_ old: Int32, to new: Int32) {
    var node = hullStart
    repeat {
      if hullEdges[Int(node)] == old {
        hullEdges[Int(node)] = new
        return
      }
      node = previous[Int(node)]
    } while node != hullStart
  }

  /// Whether `c` is to the left of the line from `a` to `b`.
  private func isLeft(_ a: Int32, _ b: Int32, _ c: Int32) -> Bool {
    let (a, b, c) = (points[Int(a)], points[Int(b)], points[Int(c)])
    return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)
  }

  /// Whether `d` is inside the circle through `a`, `b` and `c`, which are clockwise.
  private func isInCircle(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Bool {
    let d = points[Int(d)]
    func row(_ node: Int32) -> (x: Int128, y: Int128, square: Int128) {
      let (x, y) = (points[Int(node)].x - d.x, points[Int(node)].y - d.y)
      return (Int128(x), Int128(y), Int128(x * x + y * y))
    }
    let (a, b, c) = (row(a), row(b), row(c))
    let first = a.x * (b.y * c.square - b.square * c.y)
    let second = a.y * (b.x * c.square - b.square * c.x)
    return first - second + a.square * (b.x * c.y - b.y * c.x) < 0
  }
}
