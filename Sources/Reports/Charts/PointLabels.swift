/// Where labels stand, so that they cover neither points nor each other. Vega-Lite has all of them on the same side.
struct PointLabels {
  /// In px from the upper left corner of the view.
  typealias Point = (label: String, x: Double, y: Double)

  struct View {
    let width, height: Double
    /// The size of the labels' font in px.
    let font: Double
  }

  struct Place {
    /// In px from the point.
    let dx, dy: Double
    /// Which end of the label is there: `left`, `center` or `right`.
    let align: String

    var fields: [String: Any] { ["dx": dx, "dy": dy, "align": align] }
  }

  /// One for each point, in their order; nil without a label, or without room for it.
  private(set) var places: [Place?] = []

  /// Each label, in the order of points, takes the place that costs least. There is no room for a label
  /// that covers others by more than `maxOverlap` of its area. Cost: the number of labels times that of
  /// points.
  init(_ points: [Point], in view: View, maxOverlap: Double = .infinity) {
    // Of the points, then of the labels.
    var boxes = points.map {
      TextBox(left: $0.x - 5, top: $0.y - 5, right: $0.x + 5, bottom: $0.y + 5)
    }
    let screen = TextBox(left: 0, top: 0, right: view.width, bottom: view.height)
    for point in points {
      guard !point.label.isEmpty else {
        places.append(nil)
        continue
      }
      let costs = Self.candidates(view.font).map {
        place -> (cost: Double, box: TextBox, place: Place) in
        let part = place.align == "left" ? 0 : place.align == "center" ? 0.5 : 1
        let box = TextBox(
          point.label, x: point.x + place.dx, top: point.y + place.dy - view.font / 2, part: part,
          font: view.font)
        let covered = boxes.reduce(0) { $0 + box.overlap(with: $1) }
        return (covered + box.area - box.overlap(with: screen), box, place)
      }
      // The first of the cheapest.
      guard let best = costs.min(by: { $0.cost < $1.cost }),
        boxes.dropFirst(points.count).reduce(0, { $0 + best.box.overlap(with: $1) })
          <= maxOverlap * best.box.area
      else {
        places.append(nil)
        continue
      }
      places.append(best.place)
      boxes.append(best.box)
    }
  }

  /// The sides of a point, the best first.
  private static func candidates(_ font: Double) -> [Place] {
    [1, 2.2].flatMap { reach in
      [
        ("left", 0.0), ("right", 0), ("center", -1), ("center", 1), ("left", -0.8), ("left", 0.8),
        ("right", -0.8), ("right", 0.8),
      ].map { align, dy in
        let dx = align == "center" ? 0 : align == "left" ? 0.75 * font : -0.75 * font
        return Place(dx: dx * (dy == 0 ? reach : 1), dy: 1.15 * dy * reach * font, align: align)
      }
    }
  }
}
