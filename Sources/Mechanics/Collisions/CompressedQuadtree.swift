/// The quadtree (in 3D octree) of d3-quadtree over the positions after the tick, one node per leaf. Of a chain of cells
/// with one child each only the last is kept. Cells are in depth-first order, each with the end of its subtree.
struct CompressedQuadtree: Sendable {
  private struct Cell: Sendable {
    var box: Box
    var radius = 0.0
    /// The cell after this one's subtree.
    var next: Int32 = 0
    var first: Int32 = 0
    /// The number of nodes of a leaf; 0 for other cells.
    var count: Int32 = 0
  }

  private var cells = Buffer<Cell>()
  private var order = Buffer<Int32>()
  private var scratch = Buffer<Int32>()
  private var points = Buffer<SIMD4<Double>>()
  private var radii = Buffer<Double>()
  private var axes = 2

  /// Builds the tree of `count` nodes, all of which must be finite.
  mutating func build(_ places: Lanes, radii: UnsafePointer<Double>, count: Int, axes: Int) {
    self.axes = axes
    Buffer.own(&cells, count: 0)
    Buffer.own(&order, count: count)
    Buffer.own(&scratch, count: count)
    Buffer.own(&points, count: count)
    Buffer.own(&self.radii, count: count)
    guard count > 0 else { return }
    for node in 0..<count {
      order[node] = Int32(node)
      points[node] = SIMD4(places[0][node], places[1][node], axes == 3 ? places[2][node] : 0, 0)
      self.radii[node] = radii[node]
    }
    _ = split(0..<count, in: cover())
  }

  /// The square of d3-quadtree: one unit wide at the lowest corner, doubled until it covers all.
  private func cover() -> Box {
    let lowest = points.elements.reduce(points[0]) { pointwiseMin($0, $1) }
    let highest = points.elements.reduce(points[0]) { pointwiseMax($0, $1) }
    var lower = lowest.rounded(.down)
    var size = 1.0
    var upper = lower + size
    for corner in [lowest, highest] {
      while (0..<axes).contains(where: { lower[$0] > corner[$0] || corner[$0] >= upper[$0] }) {
        size *= 2
        for axis in 0..<axes {
          if corner[axis] < lower[axis] {
            lower[axis] = upper[axis] - size
          } else {
            upper[axis] = lower[axis] + size
          }
        }
      }
    }
    return Box(lower: lower, upper: upper)
  }

  /// Calls `body` with the nodes whose discs may be within `reach` of `point`.
  @inline(__always) func forEachNear(_ point: SIMD4<Double>, reach: Double, _ body: (Int) -> Void) {
    let (cells, count, order) = (cells.base, cells.count, order.base)
    var index = 0
    while index < count {
      let cell = cells[index]
      if cell.count > 0 {
        for place in cell.first..<cell.first + cell.count { body(Int(order[Int(place)])) }
        index += 1
      } else {
        let span = reach + cell.radius
        let isFar = any((cell.box.lower .> point + span) .| (cell.box.upper .< point - span))
        index = isFar ? Int(cell.next) : index + 1
      }
    }
  }
}

// Building.
extension CompressedQuadtree {
  /// Adds the subtree of `nodes`, which lie in `box`, and returns the largest radius.
  private func split(_ nodes: Range<Int>, in box: Box) -> Double {
    var (box, around): (Box, Box?) = (box, nil)
    while !isLeaf(nodes, in: box) {
      let counts = sort(nodes, about: middle(of: box))
      guard let only = (0..<1 << axes).first(where: { counts[$0] == nodes.count }) else {
        return addCell(nodes, in: box, counts: counts)
      }
      (box, around) = (quarter(only, of: box), box)
    }
    guard let around else { return addLeaf(nodes, in: box) }
    // Queries test the distance of a cell around a leaf, not of the leaf.
    let cell = cells.count
    cells.append(Cell(box: around))
    return close(cell, radius: addLeaf(nodes, in: box))
  }

  /// Whether all points coincide, or are too near each other to split.
  private func isLeaf(_ nodes: Range<Int>, in box: Box) -> Bool {
    let (first, middle) = (points[Int(order[nodes.lowerBound])], middle(of: box))
    return nodes.allSatisfy { points[Int(order[$0])] == first }
      || !(0..<axes).contains { middle[$0] > box.lower[$0] && middle[$0] < box.upper[$0] }
  }

  private func addLeaf(_ nodes: Range<Int>, in box: Box) -> Double {
    var leaf = Cell(box: box)
    for index in nodes { leaf.radius = max(leaf.radius, radii[Int(order[index])]) }
    leaf.next = Int32(cells.count + 1)
    leaf.first = Int32(nodes.lowerBound)
    leaf.count = Int32(nodes.count)
    cells.append(leaf)
    return leaf.radius
  }

  private func addCell(_ nodes: Range<Int>, in box: Box, counts: SIMD8<Int>) -> Double {
    let cell = cells.count
    cells.append(Cell(box: box))
    var radius = 0.0
    var start = nodes.lowerBound
    for number in 0..<1 << axes where counts[number] > 0 {
      let end = start + counts[number]
      radius = max(radius, split(start..<end, in: quarter(number, of: box)))
      start = end
    }
    return close(cell, radius: radius)
  }

  private func close(_ cell: Int, radius: Double) -> Double {
    cells.base[cell].radius = radius
    cells.base[cell].next = Int32(cells.count)
    return radius
  }

  /// Sorts `nodes` by quadrant (stable), and counts those in each.
  private func sort(_ nodes: Range<Int>, about middle: SIMD4<Double>) -> SIMD8<Int> {
    var counts = SIMD8<Int>()
    for index in nodes { counts[quadrant(order[index], middle)] += 1 }
    var next = SIMD8<Int>()
    var start = nodes.lowerBound
    for quadrant in 0..<1 << axes {
      next[quadrant] = start
      start += counts[quadrant]
    }
    for index in nodes {
      let quadrant = quadrant(order[index], middle)
      scratch[next[quadrant]] = order[index]
      next[quadrant] += 1
    }
    for index in nodes { order[index] = scratch[index] }
    return counts
  }

  @inline(__always) private func quadrant(_ node: Int32, _ middle: SIMD4<Double>) -> Int {
    let point = points[Int(node)]
    return (point.x >= middle.x ? 1 : 0) | (point.y >= middle.y ? 2 : 0)
      | (axes == 3 && point.z >= middle.z ? 4 : 0)
  }

  private func quarter(_ number: Int, of box: Box) -> Box {
    var part = box
    let middle = middle(of: box)
    for axis in 0..<axes {
      if number >> axis & 1 == 1 {
        part.lower[axis] = middle[axis]
      } else {
        part.upper[axis] = middle[axis]
      }
    }
    return part
  }

  /// As in d3-quadtree.
  private func middle(of box: Box) -> SIMD4<Double> { (box.lower + box.upper) / 2 }
}
