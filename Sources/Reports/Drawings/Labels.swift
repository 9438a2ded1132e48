/// Names beside nodes, as many as there is room for, those of the nodes with most neighbours first.
struct Labels {
  /// A label: a point on the line on which it stands, and what part of it is there.
  struct Label {
    let text: String
    let x, y: Double
    let anchor: Anchor
  }

  /// Where a label stands relative to its point, as SVG calls it.
  enum Anchor: String {
    case start, middle, end
  }

  /// What is taken by nodes and labels.
  private struct Box {
    let left, top, right, bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// The labels that found room.
  private(set) var labels: [Label] = []
  /// The size of the letters in px.
  let fontSize: Double

  private let picture: LayoutPicture
  private var taken: [Box]

  /// The most labels: more is no picture but a list.
  private static let limit = 150
  /// How wide a letter is on average, as a part of the size of the letters.
  private static let letterWidth = 0.58

  /// Cost: at most 600 places are looked at, each against all nodes.
  init(_ picture: LayoutPicture, fontSize: Double) {
    self.picture = picture
    self.fontSize = fontSize
    taken = picture.radii.indices.map { node in
      let (x, y, radius) = (picture.x[node], picture.y[node], picture.radii[node])
      return Box(left: x - radius, top: y - radius, right: x + radius, bottom: y + radius)
    }
    guard let names = picture.sketch.labels else { return }
    let order = names.indices.sorted { a, b in
      picture.degrees[a] != picture.degrees[b] ? picture.degrees[a] > picture.degrees[b] : a < b
    }
    for node in order.prefix(Self.limit) where !names[node].isEmpty { place(names[node], at: node) }
  }

  private mutating func place(_ name: String, at node: Int) {
    let text = name.count > 30 ? name.prefix(29) + "…" : name
    let width = Double(text.count) * fontSize * Self.letterWidth
    let (x, y) = (picture.x[node], picture.y[node])
    let gap = picture.radii[node] + fontSize * 0.25
    let sides: [(Double, Double, Anchor)] = [
      (x + gap, y + fontSize * 0.35, .start), (x - gap, y + fontSize * 0.35, .end),
      (x, y - gap - fontSize * 0.1, .middle), (x, y + gap + fontSize * 0.75, .middle),
    ]
    for (point, base, anchor) in sides {
      let left = point - (anchor == .start ? 0 : anchor == .end ? width : width / 2)
      let box = Box(
        left: left, top: base - fontSize * 0.8, right: left + width, bottom: base + fontSize * 0.2)
      let isInside =
        box.left >= 0 && box.top >= 0 && box.right <= picture.width && box.bottom <= picture.height
      guard isInside, !taken.contains(where: { $0.meets(box) }) else { continue }
      taken.append(box)
      labels.append(Label(text: text, x: point, y: base, anchor: anchor))
      return
    }
  }
}
