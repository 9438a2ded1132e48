import ForceLabPlugins

public struct ViewportQuery: RegionQuery {
  public var height = 667.0
  public var width: Double?
  public var steps = 100

  public init() {}

  public static let manual = Manual<Self>(
    "viewport", "A window that scrolls over the items from top to bottom in equal steps.",
    parameters: [
      Parameter("height", \.height, in: 0.001...1e9, unit: "px", "Height of the window."),
      Parameter(
        "width", \.width, in: 0.001...1e9, unit: "px", "Width of the window, from the left.",
        defaultDescription: "the width of the page"),
      Parameter(
        "steps", \.steps, within: Bounds(1...1_000_000), "Number of positions of the window."),
    ], source: "The queries of a collection view that scrolls")

  public func regions(over items: [ItemRectangle]) -> [ItemRectangle] {
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
