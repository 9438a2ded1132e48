import ForceLabPlugins

/// A balanced tree of bounding boxes, split at the median of the items' centers.
///
/// Cells are numbered as in a heap: 1 is the root, and 2k and 2k + 1 are the halves of k.
public struct KDTreeIndex: RegionIndex {
  public var leaf = 16

  /// The items in the order of the leaves.
  @Scratch private var items: [ItemRectangle] = []
  /// The number of each item.
  @Scratch private var numbers: [Int32] = []
  /// The bounding box of each cell; entry 0 is unused.
  @Scratch private var boxes: [ItemRectangle] = []
  @Scratch private var depth = 0

  public init() {}

  public static let manual = Manual<Self>(
    "kd-tree",
    "A balanced tree of boxes, split at the median of the items' centers along the longer side; "
      + "O(√n + items found), O(n log n) to build.",
    parameters: [
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "items", "Largest size of a leaf.")
    ],
    source: "Bentley 1975")

  public mutating func build(_ items: [ItemRectangle]) {
    var depth = 0
    while items.count > leaf << depth { depth += 1 }
    self.depth = depth
    var order = items.indices.map { KDEntry(items[$0], number: Int32($0)) }
    for cell in 1..<1 << depth {
      let range = range(of: cell, count: items.count)
      let middle = self.range(of: 2 * cell, count: items.count).upperBound
      order.withUnsafeMutableBufferPointer { $0.split(range, at: middle) }
    }
    numbers = order.map(\.number)
    self.items = numbers.map { items[Int($0)] }
    boxes = Array(repeating: .nothing, count: 2 << depth)
    for cell in (1..<2 << depth).reversed() {
      boxes[cell] =
        cell >> depth != 0
        ? self.items[range(of: cell, count: items.count)].bounds
        : boxes[2 * cell].union(boxes[2 * cell + 1])
    }
  }

  public func find(_ region: ItemRectangle, into found: inout [Int32]) {
    guard !items.isEmpty else { return }
    var cell = 1
    repeat {
      let isNear = boxes[cell].overlaps(region)
      if isNear, cell >> depth == 0 {
        cell *= 2
        continue
      }
      if isNear {
        for place in range(of: cell, count: items.count) where items[place].overlaps(region) {
          found.append(numbers[place])
        }
      }
      // The next cell that is not below this one; after the last cell, the root.
      cell = (cell + 1) >> (cell + 1).trailingZeroBitCount
    } while cell != 1
  }

  /// The items of `cell`.
  private func range(of cell: Int, count: Int) -> Range<Int> {
    let level = Int.bitWidth - 1 - cell.leadingZeroBitCount
    let index = cell - 1 << level
    return (count * index) >> level..<(count * (index + 1)) >> level
  }
}

/// The center of an item while the tree is built.
private struct KDEntry {
  let x: Double
  let y: Double
  let number: Int32

  init(_ item: ItemRectangle, number: Int32) {
    (x, y) = item.middle
    self.number = number
  }
}

extension UnsafeMutableBufferPointer<KDEntry> {
  /// Partitions `range` at `middle` along the longer side of its bounding box. Cost: linear.
  fileprivate func split(_ range: Range<Int>, at middle: Int) {
    guard let first = range.first else { return }
    var (left, right, top, bottom) = (self[first].x, self[first].x, self[first].y, self[first].y)
    for place in range {
      (left, right) = (Swift.min(left, self[place].x), Swift.max(right, self[place].x))
      (top, bottom) = (Swift.min(top, self[place].y), Swift.max(bottom, self[place].y))
    }
    if right - left > bottom - top {
      select(range, middle) { $0.x }
    } else {
      select(range, middle) { $0.y }
    }
  }

  /// Hoare's selection.
  @inline(__always)
  private func select(_ range: Range<Int>, _ middle: Int, _ key: (KDEntry) -> Double) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = medianOfThree(low, high, key)
      var (i, j) = (low, high)
      while i <= j {
        while key(self[i]) < pivot { i += 1 }
        while key(self[j]) > pivot { j -= 1 }
        guard i <= j else { break }
        swapAt(i, j)
        i += 1
        j -= 1
      }
      if middle <= j { high = j } else if middle >= i { low = i } else { return }
    }
  }

  /// The median of three entries at random places, so that no regular arrangement is slow.
  @inline(__always)
  private func medianOfThree(_ low: Int, _ high: Int, _ key: (KDEntry) -> Double) -> Double {
    var generator = SeededGenerator(seed: UInt64(low), stream: UInt64(high))
    let a = key(self[low + generator.index(below: high - low + 1)])
    let b = key(self[low + generator.index(below: high - low + 1)])
    let c = key(self[low + generator.index(below: high - low + 1)])
    return Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}
