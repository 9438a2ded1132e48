import ForceLabGraphs

/// Finds the pairs of edges that cross in the plane. A tree of boxes finds the edges near each
/// edge, which are then tested one by one. Cost: m log m, plus the edges in the boxes that an edge
/// cuts; all pairs if most of them cross.
struct CrossingFinder: Sendable {
  private let tree: BoxTree
  /// The edges in the order of the tree.
  private let segments: [Segment]
  /// The rounding error of the distance of a box from a line, per unit of the edge's length:
  /// coordinates are below 2, with a few roundings of 2⁻⁵³ each.
  private static let slack = 0x1p-46

  /// Nil unless `layout` has two dimensions.
  init?(_ layout: FinishedLayout) {
    guard layout.dimensions == 2 else { return nil }
    let page = layout.normalized
    let (x, y) = (page.coordinates[0], page.coordinates[1])
    let (sources, targets) = (page.graph.sources, page.graph.targets)
    func segment(_ edge: Int) -> Segment {
      let (s, t) = (Int(sources[edge]), Int(targets[edge]))
      return Segment(
        source: sources[edge], target: targets[edge], a: SIMD2(x[s], y[s]), b: SIMD2(x[t], y[t]))
    }
    let middles = [x, y].map { axis in
      sources.indices.map { (axis[Int(sources[$0])] + axis[Int(targets[$0])]) / 2 }
    }
    let tree = BoxTree(middles, count: sources.count) { edge in
      let segment = segment(edge)
      return BoxTree.Box(
        lower: SIMD4(lowHalf: pointwiseMin(segment.a, segment.b), highHalf: .zero),
        upper: SIMD4(lowHalf: pointwiseMax(segment.a, segment.b), highHalf: .zero))
    }
    self.tree = tree
    segments = sources.indices.map { segment(tree.number(at: $0)) }
  }

  func total(of measure: @Sendable (Segment, Segment) -> Double) -> (count: Int, sum: Double) {
    let parts = concurrently(blocksOf: segments.count) { block in
      var (count, sum) = (0, 0.0)
      for position in block {
        forEachCrossing(after: position) { a, b in
          count += 1
          sum += measure(a, b)
        }
      }
      return (count, sum)
    }
    return parts.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
  }

  private func forEachCrossing(after position: Int, _ body: (Segment, Segment) -> Void) {
    let segment = segments[position]
    var node = 1
    repeat {
      let range = tree.range(of: node)
      if range.upperBound <= position + 1 || !mayMeet(segment, tree.boxes[node]) {
        node = tree.successor(of: node)
      } else if tree.isLeaf(node) {
        for other in max(position + 1, range.lowerBound)..<range.upperBound
        where segment.crosses(segments[other]) { body(segment, segments[other]) }
        node = tree.successor(of: node)
      } else {
        node *= 2
      }
    } while node > 1
  }

  /// False only if the edge and the box have no point in common.
  private func mayMeet(_ segment: Segment, _ box: BoxTree.Box) -> Bool {
    let (lower, upper) = (box.lower.lowHalf, box.upper.lowHalf)
    let near = pointwiseMax(pointwiseMin(segment.a, segment.b), lower)
    let far = pointwiseMin(pointwiseMax(segment.a, segment.b), upper)
    guard near.x <= far.x && near.y <= far.y else { return false }
    // Does the line through the edge miss the box?
    let along = segment.b - segment.a
    let (center, half) = ((lower + upper) / 2 - segment.a, (upper - lower) / 2)
    let offset = (along.x * center.y - along.y * center.x).magnitude
    let (width, height) = (along.x.magnitude, along.y.magnitude)
    return offset <= width * half.y + height * half.x + Self.slack * (width + height)
  }
}
