import ForceLabPlugins

/// The place of the last item alone, the worst for a search from the front.
public struct LastItemQuery: RegionQuery {
  /// The last item.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "last", "The place of the last item, the farthest from where a search from the front begins.",
    source: "The comparison in GIPHY's engineering post of 2018-11-02")

  public func regions(over items: [ItemRectangle]) -> [ItemRectangle] { items.suffix(1) }
}
