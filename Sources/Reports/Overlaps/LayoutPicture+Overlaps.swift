import ForceLabGraphs
import ForceLabQuality

extension LayoutPicture {
  /// Room around a node, in px; less around the smallest.
  private static let gap = 0.5
  /// Room after a label, whose width is an estimate, relative to the font size.
  private static let labelGap = 0.4

  /// What each node takes up. Nodes that get a label have it at their right.
  private var areas: [NodeArea] {
    var areas = radii.indices.map { node in
      let shape = colors.shapes[colors.indices[node]]
      let reach = radii[node] * shape.extent + min(Self.gap, radii[node] / 3)
      return NodeArea(half: SIMD2(reach, reach), isRound: shape == .circle)
    }
    for node in NodeLabels.candidates(self) {
      let label = NodeLabels.positions(of: node, in: self)[0].box
      let reach = areas[node].half.x
      let room = LayoutDrawing.fontSize * Self.labelGap
      let (left, right) = (-reach, label.right - x[node] + room)
      let top = min(-reach, label.top - y[node] - Self.gap)
      let bottom = max(reach, label.bottom - y[node] + Self.gap)
      areas[node] = NodeArea(
        offset: SIMD2(left + right, top + bottom) / 2, half: SIMD2(right - left, bottom - top) / 2,
        isRound: false)
    }
    return areas
  }

  /// The picture after nodes that overlap are moved apart, and what that changes, if it `isMeasured`, such as
  /// `prism: overlaps 12 → 0, stress 0.071 → 0.084`. It grows; sizes of nodes stay. Cost: seconds for 10⁴ nodes.
  func withoutOverlaps(
    by removal: any OverlapRemoval, isMeasured: Bool
  ) -> (picture: LayoutPicture, effect: String?) {
    let areas = areas
    let before = areas.indices.map { SIMD2(x[$0], y[$0]) + areas[$0].offset }
    let overlaps = NodeArea.overlapCount(areas, at: before)
    let isFinite = before.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    guard overlaps > 0, isFinite else { return (self, nil) }
    let places = removal.separated(before, areas)
    var (lower, upper) = (places[0], places[0])
    for (area, place) in zip(areas, places) {
      lower = pointwiseMin(lower, place - area.half)
      upper = pointwiseMax(upper, place + area.half)
    }
    let border = Self.margin * LayoutDrawing.size
    var picture = self
    picture.x = places.indices.map { places[$0].x - areas[$0].offset.x - lower.x + border }
    picture.y = places.indices.map { places[$0].y - areas[$0].offset.y - lower.y + border }
    picture.width = upper.x - lower.x + 2 * border
    picture.height = upper.y - lower.y + 2 * border
    // Nodes may have left it.
    picture.frame = nil
    // A damaged file may have edges without nodes.
    guard isMeasured, let graph = try? sketch.graph() else { return (picture, nil) }
    let layouts = [[x, y], [picture.x, picture.y]].map { FinishedLayout(graph, at: $0) }
    let metrics: [any Metric] = [Stress(), NeighborhoodPreservation()]
    let values = metrics.compactMap { metric -> String? in
      guard let old = metric.value(of: layouts[0]), let new = metric.value(of: layouts[1]) else {
        return nil
      }
      return "\(metric.columns[0].title) \(readable(old)) → \(readable(new))"
    }
    let left = NodeArea.overlapCount(areas, at: places)
    let effect = ["\(removal.name): overlaps \(overlaps) → \(left)"] + values
    return (picture, effect.joined(separator: ", "))
  }
}
