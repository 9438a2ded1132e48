import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import Testing

@testable import ForceLabReports

/// Nodes are moved apart, and stay near those that they were near.
struct OverlapRemovalTests {
  private static let removals: [any OverlapRemoval] = [Prism(), GrowingTree()]

  private func places(_ count: Int, extent: Double, seed: UInt64 = 1) -> [SIMD2<Double>] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in SIMD2(generator.unit(), generator.unit()) * extent }
  }

  /// Discs and boxes of several sizes, some far from the center of their node.
  private func areas(_ count: Int) -> [NodeArea] {
    (0..<count).map { node in
      let size = Double(2 + node % 7)
      return node % 3 == 0
        ? NodeArea(offset: SIMD2(size, 0), half: SIMD2(4 * size, 6), isRound: false)
        : NodeArea(half: SIMD2(size, size), isRound: true)
    }
  }

  /// All pairs, by the definition of an overlap.
  private func overlaps(_ areas: [NodeArea], _ places: [SIMD2<Double>]) -> Int {
    areas.indices.reduce(0) { sum, a in
      sum
        + areas.indices[(a + 1)...].count { b in
          let (gap, reach) = (places[b] - places[a], areas[a].half + areas[b].half)
          return areas[a].isRound && areas[b].isRound
            ? (gap * gap).sum() < reach.x * reach.x
            : abs(gap.x) < reach.x && abs(gap.y) < reach.y
        }
    }
  }

  @Test func whatOnlyTouchesDoesNotOverlap() {
    let areas = [NodeArea](repeating: areas(1)[0], count: 2)
    let reach = 2 * areas[0].half.x
    func count(_ distance: Double) -> Int {
      NodeArea.overlapCount(areas, at: [.zero, SIMD2(distance, 0)])
    }
    #expect(count(reach) == 0 && count(reach * (1 - 1e-12)) == 0 && count(reach * (1 - 1e-8)) == 1)
  }

  @Test(arguments: [30.0, 300, 3000], removals)
  func noOverlapsRemain(extent: Double, by removal: any OverlapRemoval) {
    let (areas, start) = (areas(400), places(400, extent: extent))
    #expect(NodeArea.overlapCount(areas, at: start) == overlaps(areas, start))
    #expect(overlaps(areas, start) > 0)
    let moved = removal.separated(start, areas)
    #expect(overlaps(areas, moved) == 0)
    // About as large as the areas need.
    let covered = areas.reduce(0) { $0 + 4 * $1.half.x * $1.half.y }
    let extents = moved.reduce(moved[0], pointwiseMax) - moved.reduce(moved[0], pointwiseMin)
    let room = removal is Prism ? 12.0 : 40
    #expect(extents.x * extents.y < max(1.5 * extent * extent, room * covered))
  }

  @Test(arguments: removals)
  func theOrderOfNodesIsRoughlyKept(by removal: any OverlapRemoval) {
    let (areas, start) = (areas(400), places(400, extent: 300))
    let moved = removal.separated(start, areas)
    // Of pairs at least a third of the extent apart along an axis.
    var (kept, all) = (0, 0)
    for a in start.indices {
      for b in start.indices where start[b].x - start[a].x > 100 {
        all += 1
        if moved[b].x > moved[a].x { kept += 1 }
      }
      for b in start.indices where start[b].y - start[a].y > 100 {
        all += 1
        if moved[b].y > moved[a].y { kept += 1 }
      }
    }
    #expect(Double(kept) > 0.98 * Double(all))
  }

  /// Nodes whose long labels fill the picture make no ribbon of it.
  @Test(arguments: removals)
  func theShapeIsKept(by removal: any OverlapRemoval) {
    let area = NodeArea(offset: SIMD2(100, 0), half: SIMD2(105, 7), isRound: false)
    let moved = removal.separated(places(100, extent: 700), Array(repeating: area, count: 100))
    let extents = moved.reduce(moved[0], pointwiseMax) - moved.reduce(moved[0], pointwiseMin)
    #expect(extents.x < 1.6 * extents.y, "\(extents)")
  }

  /// In a lattice where every other node has a label, at its right.
  @Test(arguments: removals)
  func nodesWithLabelsStayAmongOthers(by removal: any OverlapRemoval) {
    let wide = NodeArea(offset: SIMD2(100, 0), half: SIMD2(105, 7), isRound: false)
    let disc = NodeArea(half: SIMD2(4, 4), isRound: true)
    let areas = (0..<100).map { $0 % 2 == 0 ? wide : disc }
    let start = areas.indices.map { node in
      SIMD2(Double(node % 10), Double(node / 10)) * 40 + areas[node].offset
    }
    let moved = removal.separated(start, areas)
    let nodes = areas.indices.map { moved[$0] - areas[$0].offset }
    #expect(overlaps(areas, moved) == 0)
    for node in nodes.indices where node % 10 != 9 {
      #expect(nodes[node].x < nodes[node + 1].x, "\(node)")
    }
  }

  @Test(arguments: removals)
  func nodesThatDoNotOverlapStay(by removal: any OverlapRemoval) {
    let start = (0..<100).map { SIMD2(Double($0 % 10), Double($0 / 10)) * 20 }
    let areas = start.map { _ in NodeArea(half: SIMD2(5, 5), isRound: true) }
    #expect(removal.separated(start, areas) == start)
  }

  @Test(arguments: removals)
  func nodesInOnePlaceOrOnALineAreMovedApart(by removal: any OverlapRemoval) {
    for start in [
      Array(repeating: SIMD2(1.0, 1), count: 60), (0..<60).map { SIMD2(Double($0), 0) },
      [SIMD2(0.0, 0), SIMD2(1, 0)], [SIMD2(0.0, 0), SIMD2(0, 0)],
      [SIMD2(0.0, 0), SIMD2(0, 0), SIMD2(1e9, 3)],
      [SIMD2(1e20, 0), SIMD2(1e20, 0), SIMD2(-1e20, 3)],
    ] {
      let areas = areas(start.count)
      #expect(overlaps(areas, removal.separated(start, areas)) == 0)
    }
    #expect(removal.separated([], []).isEmpty)
    // With random vectors, PRISM takes hundreds of rounds, and the layout becomes a hundred times as large.
    let (areas, crowd) = (areas(5000), Array(repeating: SIMD2(-3.0, 7), count: 5000))
    let moved = removal.separated(crowd, areas)
    let extents = moved.reduce(moved[0], pointwiseMax) - moved.reduce(moved[0], pointwiseMin)
    let covered = areas.reduce(0) { $0 + 4 * $1.half.x * $1.half.y }
    #expect(NodeArea.overlapCount(areas, at: moved) == 0 && extents.x * extents.y < 1.5 * covered)
  }

  @Test(arguments: removals)
  func theResultIsTheSameEachTime(by removal: any OverlapRemoval) {
    let (areas, start) = (areas(300), places(300, extent: 100))
    #expect(removal.separated(start, areas) == removal.separated(start, areas))
  }

  @Test func drawingsReportTheRemovalOfOverlaps() throws {
    var sketch = GraphSketch(try MiserablesSource().graph())
    let layout = places(77, extent: 200, seed: 5)
    let axes = [layout.map(\.x), layout.map(\.y)]
    #expect(LayoutDrawing(sketch, axes, title: "t").effect == nil)
    let kept = LayoutDrawing(sketch, axes, title: "t").svg
    sketch.overlaps = .keep
    #expect(LayoutDrawing(sketch, axes, title: "t").svg == kept)
    sketch.overlaps = .prism
    let drawing = LayoutDrawing(sketch, axes, title: "t")
    let text = try #require(drawing.effect)
    #expect(
      text.contains(/^prism: overlaps [0-9]+ → 0, stress 0\.[0-9]+ → 0\.[0-9]+, neighborhood/))
    #expect(drawing.svg.contains("Moved apart by prism: overlaps"))
    // All 77 names have room.
    #expect(drawing.svg.matches(of: /<text [^>]*text-anchor/).count == 77)
  }

  @Test func nodesThatAreMovedApartHaveNoFrame() throws {
    var sketch = GraphSketch(try Graph(nodeCount: 2, edges: []))
    (sketch.frame, sketch.radius) = (.init(x: 0, y: 0, width: 9, height: 9), .constant(value: 3))
    let picture = LayoutPicture(sketch, [[4, 5], [4, 5]], size: LayoutDrawing.size)
    #expect(!picture.border.isEmpty)
    #expect(picture.withoutOverlaps(by: Prism(), isMeasured: false).picture.border.isEmpty)
  }

  /// Nodes are smaller than the edges, though the picture has much room for each of them.
  @Test(arguments: [50, 200, 600]) func aDiagonalPathStaysStraight(count: Int) throws {
    let graph = try Graph(nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) })
    let line = (0..<count).map { 30 * Double($0) }
    var sketch = GraphSketch(graph)
    let kept = LayoutDrawing(sketch, [line, line], title: "t").svg
    sketch.overlaps = .prism
    #expect(LayoutDrawing(sketch, [line, line], title: "t").svg == kept)
  }
}
