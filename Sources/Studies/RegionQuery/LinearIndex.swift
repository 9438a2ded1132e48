import ForceLabPlugins

public struct LinearIndex: RegionIndex {
  @Scratch private var items: [ItemRectangle] = []

  public init() {}

  public static let manual = Manual<Self>(
    "linear", "Checks every item; O(n), nothing to build. The reference for the others.",
    source: "The filter of GIPHY's engineering post of 2018-11-02")

  public mutating func build(_ items: [ItemRectangle]) { self.items = items }

  public func find(_ region: ItemRectangle, into found: inout [Int32]) {
    for item in items.indices where items[item].overlaps(region) { found.append(Int32(item)) }
  }
}
