import ForceLabPlugins

public struct LastItemQuery: RegionQuery {
  public init() {}

  public static let manual = Manual<Self>(
    "last", "The rectangle of the last item: the worst case of a search from the front.",
    source: "The comparison in GIPHY's engineering post of 2018-11-02")

  public func regions(over items: [ItemRectangle]) -> [ItemRectangle] { items.suffix(1) }
}
