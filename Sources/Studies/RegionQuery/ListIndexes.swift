import ForceLabPlugins

struct LinearIndex: RegionIndex {
  @Scratch private var items: [ItemRectangle] = []

  static let manual = Manual<Self>(
    "linear", "Checks every item; O(n), nothing to build. The reference for the others.",
    source: "The filter of GIPHY's engineering post of 2018-11-02")

  mutating func build(_ items: [ItemRectangle]) { self.items = items }

  func find(_ region: ItemRectangle, into found: inout [Int32]) {
    for item in items.indices where items[item].overlaps(region) { found.append(Int32(item)) }
  }
}

/// The published walk stops at the first item that ends above the region. But in several columns, a
/// long item further up may still overlap the region. So this walk continues until the largest
/// bottom edge of all items up to the present one is above the region.
struct BinarySearchIndex: RegionIndex {
  @Scratch private var items: [ItemRectangle] = []
  @Scratch private var numbers: [Int32] = []
  /// The largest bottom edge up to each item.
  @Scratch private var reaches: [Double] = []

  static let manual = Manual<Self>(
    "binary-search",
    "Sorts items by their top edges, finds one at the height of the region by bisection and walks in "
      + "both directions while items may overlap the region; O(log n + items at that height), O(n) if "
      + "one item spans the page.",
    source: "GIPHY's engineering post of 2018-11-02, with its walk corrected for several columns")

  mutating func build(_ items: [ItemRectangle]) {
    let isSorted = zip(items, items.dropFirst()).allSatisfy { $0.top <= $1.top }
    numbers = Array(0..<Int32(items.count))
    // Ties are broken by number, so that the order is unique.
    if !isSorted { numbers.sort { (items[Int($0)].top, $0) < (items[Int($1)].top, $1) } }
    self.items = isSorted ? items : numbers.map { items[Int($0)] }
    reaches.removeAll(keepingCapacity: true)
    for item in self.items { reaches.append(max(reaches.last ?? -.infinity, item.bottom)) }
  }

  func find(_ region: ItemRectangle, into found: inout [Int32]) {
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

  /// An index to walk from: not all items up to it end above the region, and it does not begin
  /// below. Both conditions are monotone, so bisection finds such an index if there is one.
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
