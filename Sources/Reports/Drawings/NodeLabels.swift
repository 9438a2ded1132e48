import ForceLabSettings

/// Names beside nodes where there is room, first those of the nodes with the most neighbors.
struct NodeLabels {
  /// A label: a point on its baseline, and how the text is aligned to it.
  struct Label {
    let text: String
    let x, y: Double
    let anchor: Anchor

    var box: TextBox {
      TextBox(text, x: x, top: y - fontSize * 0.8, part: anchor.part, font: fontSize)
    }
  }

  enum Anchor: String {
    case start, middle, end

    /// The part of the text that is left of the point.
    fileprivate var part: Double { self == .start ? 0 : self == .middle ? 0.5 : 1 }
  }

  private(set) var labels: [Label] = []
  private static let fontSize = LayoutDrawing.fontSize
  private static let limit = 150
  private static let maxLength = 30

  /// Labels avoid arrowheads if they can. Cost: four positions for each of at most 150 labels, each compared with all
  /// nodes and arrowheads.
  init(_ picture: LayoutPicture) {
    var taken = picture.radii.indices.map { node in
      let (x, y, radius) = (picture.x[node], picture.y[node], picture.radii[node])
      return TextBox(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius)
    }
    let heads = picture.sketch.sources.indices.compactMap(picture.arrowhead).map { corners in
      let lower = corners.reduce(corners[0], pointwiseMin)
      let upper = corners.reduce(corners[0], pointwiseMax)
      return TextBox(left: lower.x, top: lower.y, right: upper.x, bottom: upper.y)
    }
    for node in Self.candidates(picture) {
      let labels = Self.positions(of: node, in: picture).filter { label in
        let box = label.box
        return box.left >= 0 && box.top >= 0 && box.right <= picture.width
          && box.bottom <= picture.height && !taken.contains { $0.overlap(with: box) > 0 }
      }
      let free = labels.first { label in !heads.contains { $0.overlap(with: label.box) > 0 } }
      guard let label = free ?? labels.first else { continue }
      taken.append(label.box)
      self.labels.append(label)
    }
  }

  /// The nodes that get a label if there is room, first those with the most neighbors.
  static func candidates(_ picture: LayoutPicture) -> [Int] {
    guard let names = picture.sketch.labels else { return [] }
    let order = names.indices.filter { !names[$0].isEmpty }
      .sorted { picture.degrees[$0] > picture.degrees[$1] }
    return Array(order.prefix(limit))
  }

  /// The label of a node right of it, left, above and below.
  static func positions(of node: Int, in picture: LayoutPicture) -> [Label] {
    let text = (picture.sketch.labels?[node] ?? "").printableName.shortened(to: maxLength)
    let (x, y) = (picture.x[node], picture.y[node])
    let gap = picture.radii[node] + fontSize * 0.25
    let positions: [(Double, Double, Anchor)] = [
      (x + gap, y + fontSize * 0.35, .start), (x - gap, y + fontSize * 0.35, .end),
      (x, y - gap - fontSize * 0.1, .middle), (x, y + gap + fontSize * 0.75, .middle),
    ]
    return positions.map { Label(text: text, x: $0, y: $1, anchor: $2) }
  }
}
