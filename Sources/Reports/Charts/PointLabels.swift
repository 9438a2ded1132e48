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
    let dots = points.map { Rectangle(x: $0.x - 5, y: $0.y - 5, width: 10, height: 10) }
    let screen = Rectangle(x: 0, y: 0, width: view.width, height: view.height)
    var taken: [Rectangle] = []
    for point in points {
      guard !point.label.isEmpty else {
        places.append(nil)
        continue
      }
      let others = taken + dots
      let costs = Self.candidates(view.font).map {
        place -> (cost: Double, box: Rectangle, place: Place) in
        let box = Rectangle(place, of: point, font: view.font)
        let covered = others.reduce(0) { $0 + box.overlap($1) }
        return (covered + box.area - box.overlap(screen), box, place)
      }
      // The first of the cheapest.
      guard let best = costs.min(by: { $0.cost < $1.cost }) else { continue }
      guard taken.reduce(0, { $0 + best.box.overlap($1) }) <= maxOverlap * best.box.area else {
        places.append(nil)
        continue
      }
      places.append(best.place)
      taken.append(best.box)
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

  fileprivate struct Rectangle {
    let x, y, width, height: Double

    var area: Double { width * height }

    func overlap(_ other: Rectangle) -> Double {
      let (right, bottom) = (
        min(x + width, other.x + other.width), min(y + height, other.y + other.height)
      )
      return max(0, right - max(x, other.x)) * max(0, bottom - max(y, other.y))
    }
  }
}

extension PointLabels.Rectangle {
  /// Of the label at `place`. Letters are about 0.56 times as wide as the font is high.
  fileprivate init(_ place: PointLabels.Place, of point: PointLabels.Point, font: Double) {
    let width = 0.56 * font * Double(point.label.count)
    let part = place.align == "left" ? 0 : place.align == "center" ? 0.5 : 1
    self.init(
      x: point.x + place.dx - part * width, y: point.y + place.dy - font / 2, width: width,
      height: font)
  }
}
