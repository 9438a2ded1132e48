import ForceLabCVectors
import ForceLabGraphs

/// Finds the pairs of edges, or of pieces of those with bends, that cross in the plane. A tree of boxes finds the edges near each
/// edge, which are then tested, eight at a time. Cost: m log m, plus the edges in the boxes that an
/// edge cuts; all pairs if most of them cross.
struct CrossingFinder: Sendable {
  private let tree: BoxTree
  /// The edges in the order of the tree.
  private let segments: [Segment]
  /// The x and y of one end of each edge, and those of its other end, with room for seven more edges.
  private let ends: [Double]
  /// The rounding error of the distance of a box from a line, per unit of the edge's length:
  /// coordinates are below 2, with a few roundings of 2⁻⁵³ each.
  private static let slack = 0x1p-46

  /// Whether some edges have bends: pieces of one edge do not count as crossing.
  private let hasPieces: Bool

  /// Nil unless `layout` has two dimensions.
  init?(_ layout: FinishedLayout) {
    guard layout.dimensions == 2 else { return nil }
    let page = layout.normalized
    var drawn: [Segment] = []
    drawn.reserveCapacity(page.graph.edgeCount)
    for edge in page.graph.sources.indices { page.forEachSegment(of: edge) { drawn.append($0) } }
    let middles = [0, 1].map { axis in drawn.map { ($0.a[axis] + $0.b[axis]) / 2 } }
    let tree = BoxTree(middles, count: drawn.count) { [drawn] index in
      let (a, b) = (drawn[index].a, drawn[index].b)
      return BoxTree.Box(
        lower: SIMD4(lowHalf: pointwiseMin(a, b), highHalf: .zero),
        upper: SIMD4(lowHalf: pointwiseMax(a, b), highHalf: .zero))
    }
    self.tree = tree
    let segments = drawn.indices.map { drawn[tree.number(at: $0)] }
    self.segments = segments
    hasPieces = drawn.count > page.graph.edgeCount
    let none = Array(repeating: Double.nan, count: 7)
    let lanes = [
      segments.map { $0.a.x }, segments.map { $0.a.y }, segments.map { $0.b.x },
      segments.map { $0.b.y },
    ]
    ends = lanes.flatMap { $0 + none }
  }

  var count: Int { segments.count }

  /// The crossings of `edges`, given by their positions in the tree, each with those after it, or
  /// with all others.
  func crossings(of edges: Range<Int>, withAll: Bool, withAngles: Bool) -> CrossingSums {
    var sums = CrossingSums()
    for edge in edges {
      let (segment, start) = (segments[edge], withAll ? 0 : edge + 1)
      func mayMeet(_ node: Int) -> Bool {
        tree.range(of: node).upperBound > start && self.mayMeet(segment, tree.boxes[node])
      }
      tree.visitLeaves(where: mayMeet) { range in
        // A leaf has at most eight edges.
        let first = max(start, range.lowerBound)
        let found = cedges_crossings(ends, ends.count / 4, edge, first)
        let wanted = 1 << (range.upperBound - first) - 1
        var crossing = Int(found) & wanted
        var doubtful = Int(found) >> 8 & wanted
        while doubtful != 0 {
          let other = first + doubtful.trailingZeroBitCount
          let bit = doubtful & -doubtful
          doubtful -= bit
          if other != edge, segment.crosses(segments[other]) { crossing |= bit }
        }
        if hasPieces {
          for other in first..<range.upperBound where segments[other].edge == segment.edge {
            crossing &= ~(1 << (other - first))
          }
        }
        sums.tests += range.upperBound - first
        sums.count += Double(crossing.nonzeroBitCount)
        while withAngles, crossing != 0 {
          sums.obliqueness += segment.obliqueness(
            to: segments[first + crossing.trailingZeroBitCount])
          crossing &= crossing - 1
        }
        return true
      }
    }
    return sums
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

struct CrossingSums: Sendable {
  var count = 0.0
  /// The sum over the crossings, if angles are measured.
  var obliqueness = 0.0
  /// How many pairs of edges were tested.
  var tests = 0

  mutating func add(_ other: CrossingSums, times weight: Double = 1) {
    count += weight * other.count
    obliqueness += weight * other.obliqueness
    tests += other.tests
  }
}
