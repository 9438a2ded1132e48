import ForceLabPlugins

/// Bisection for one item beside the region, and a walk both ways from there.
///
/// The published walk stops at the first item before the match that ends above the region. Where
/// items of several columns are sorted by their top edges but not by their bottom edges, a long item
/// further up may still reach into the region. So the walk goes on as long as any item so far does:
/// as far as the greatest bottom edge of all items up to here, which never falls, says so.
public struct BinarySearchIndex: RegionIndex {
  /// The items by their top edges.
  @Scratch private var items: [ItemRectangle] = []
  /// The number of each.
  @Scratch private var numbers: [Int32] = []
  /// The greatest bottom edge of each item and all before it.
  @Scratch private var reaches: [Double] = []

  /// A search in nothing.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "binary-search",
    "Sorts items by their top edges, finds one at the height of the region by bisection and walks "
      + "both ways while items may reach into it; O(log n) and the items beside the region, O(n) "
      + "where one item spans the page.",
    source: "GIPHY's engineering post of 2018-11-02, its walk put right for several columns")

  public mutating func build(_ items: [ItemRectangle]) {
    let isSorted = zip(items, items.dropFirst()).allSatisfy { $0.top <= $1.top }
    numbers = Array(0..<Int32(items.count))
    // Of equal edges the lower number comes first, so that the order is one and the same.
    if !isSorted {
      numbers.sort { (items[Int($0)].top, $0) < (items[Int($1)].top, $1) }
    }
    self.items = isSorted ? items : numbers.map { items[Int($0)] }
    reaches.removeAll(keepingCapacity: true)
    var reach = -Double.infinity
    for item in self.items {
      reach = max(reach, item.bottom)
      reaches.append(reach)
    }
  }

  public func find(_ region: ItemRectangle, into found: inout [Int32]) {
    guard let match = match(region) else { return }
    var place = match
    while place >= 0, reaches[place] > region.top {
      if items[place].overlaps(region) { found.append(numbers[place]) }
      place -= 1
    }
    place = match + 1
    while place < items.count, items[place].top < region.bottom {
      if items[place].overlaps(region) { found.append(numbers[place]) }
      place += 1
    }
  }

  /// A place to walk from: neither do all items up to it end above the region, nor does it begin
  /// below. Both are monotone, so halving finds one if there is any.
  private func match(_ region: ItemRectangle) -> Int? {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if reaches[middle] <= region.top {
        low = middle + 1
      } else if items[middle].top >= region.bottom {
        high = middle
      } else {
        return middle
      }
    }
    return nil
  }
}
