import ForceLabPlugins

struct ViewportQuery: RegionQuery {
  var height = 667.0
  var width: Double?
  var steps = 100

  static let manual = Manual<Self>(
    "viewport", "A window that scrolls over the items from top to bottom in equal steps.",
    parameters: [
      Parameter("height", \.height, in: 0.001...1e9, unit: "px", "Height of the window."),
      Parameter(
        "width", \.width, in: 0.001...1e9, unit: "px", "Width of the window, from the left.",
        defaultDescription: "the width of the page"),
      Parameter(
        "steps", \.steps, within: Bounds(1...1_000_000), "Number of positions of the window."),
    ], source: "The queries of a collection view that scrolls")

  func regions(over items: [ItemRectangle]) -> [ItemRectangle] {
    let page = items.bounds
    let lowest = max(page.top, page.bottom - height)
    return (0..<steps).map { step in
      let part = steps > 1 ? Double(step) / Double(steps - 1) : 0
      let top = page.top * (1 - part) + lowest * part
      return ItemRectangle(
        left: page.left, top: top, right: width.map { page.left + $0 } ?? page.right,
        bottom: top + height)
    }
  }
}

struct LastItemQuery: RegionQuery {
  static let manual = Manual<Self>(
    "last", "The rectangle of the last item: the worst case of a search from the front.",
    source: "The comparison in GIPHY's engineering post of 2018-11-02")

  func regions(over items: [ItemRectangle]) -> [ItemRectangle] { items.suffix(1) }
}
