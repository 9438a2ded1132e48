import ForceLabPlugins

/// A window that scrolls over the page from its top to its bottom.
public struct ViewportQuery: RegionQuery {
  /// The height of the window.
  public var height = 667.0
  /// The width of the window, at the left; that of the page if nil.
  public var width: Double?
  /// How many places it stops at.
  public var steps = 100

  /// A phone's screen.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "viewport", "A window that scrolls over the items from the top to the bottom in equal steps.",
    parameters: [
      Parameter("height", \.height, in: 0.001...1e9, unit: "px", "Height of the window."),
      Parameter(
        "width", \.width, in: 0.001...1e9, unit: "px", "Width of the window, from the left.",
        defaultDescription: "that of the page"),
      Parameter("steps", \.steps, within: Bounds(1...1_000_000), "How many places it stops at."),
    ],
    source: "What a collection view asks of its layout while it scrolls")

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
