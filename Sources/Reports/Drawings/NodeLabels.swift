import ForceLabSettings

/// Names beside nodes where there is room, first those of the nodes with the most neighbors.
struct NodeLabels {
  /// A label: a point on its baseline, and how the text is aligned to it.
  struct Label {
    let text: String
    let x, y: Double
    let anchor: Anchor
  }

  enum Anchor: String {
    case start, middle, end
  }

  struct Box {
    let left, top, right, bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private(set) var labels: [Label] = []
  private let picture: LayoutPicture
  private let fontSize: Double
  private var taken: [Box]
  private static let limit = 150
  static let maxLength = 30

  /// Cost: four positions for each of at most 150 labels, each compared with all nodes.
  init(_ picture: LayoutPicture, fontSize: Double) {
    self.picture = picture
    self.fontSize = fontSize
    taken = picture.radii.indices.map { node in
      let (x, y, radius) = (picture.x[node], picture.y[node], picture.radii[node])
      return Box(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius)
    }
    guard let names = picture.sketch.labels else { return }
    for node in Self.candidates(picture) { place(names[node], at: node) }
  }

  /// The nodes that get a label if there is room, first those with the most neighbors.
  static func candidates(_ picture: LayoutPicture) -> [Int] {
    guard let names = picture.sketch.labels else { return [] }
    let order = names.indices.filter { !names[$0].isEmpty }
      .sorted { picture.degrees[$0] > picture.degrees[$1] }
    return Array(order.prefix(limit))
  }

  static func boxAtRight(
    of node: Int, _ text: String, _ picture: LayoutPicture, fontSize: Double
  ) -> Box {
    let gap = picture.radii[node] + fontSize * 0.25
    return box(
      text, x: picture.x[node] + gap, baseline: picture.y[node] + fontSize * 0.35, .start, fontSize)
  }

  private static func box(
    _ text: String, x: Double, baseline: Double, _ anchor: Anchor, _ fontSize: Double
  ) -> Box {
    let width = text.estimatedWidth * fontSize
    let left = x - (anchor == .start ? 0 : anchor == .end ? width : width / 2)
    return Box(
      left: left, top: baseline - fontSize * 0.8, right: left + width,
      bottom: baseline + fontSize * 0.2)
  }

  /// Right of the node, left, above or below, wherever there is room.
  private mutating func place(_ name: String, at node: Int) {
    let text = name.shortened(to: Self.maxLength)
    let (x, y) = (picture.x[node], picture.y[node])
    let gap = picture.radii[node] + fontSize * 0.25
    let positions: [(Double, Double, Anchor)] = [
      (x + gap, y + fontSize * 0.35, .start), (x - gap, y + fontSize * 0.35, .end),
      (x, y - gap - fontSize * 0.1, .middle), (x, y + gap + fontSize * 0.75, .middle),
    ]
    for (point, base, anchor) in positions {
      let box = Self.box(text, x: point, baseline: base, anchor, fontSize)
      let isInside =
        box.left >= 0 && box.top >= 0 && box.right <= picture.width && box.bottom <= picture.height
      guard isInside, !taken.contains(where: { $0.overlaps(box) }) else { continue }
      taken.append(box)
      labels.append(Label(text: text, x: point, y: base, anchor: anchor))
      return
    }
  }
}
