import ForceLabPlugins
import ForceLabQuality

/// A balanced tree of bounding boxes, split at the median of the items' middles.
struct KDTreeIndex: RegionIndex {
  var leaf = 16

  @Scratch private var tree: BoxTree?
  /// The items in the order of the tree, and their numbers.
  @Scratch private var items: [ItemRectangle] = []
  @Scratch private var numbers: [Int32] = []
  @Scratch private var boxes: [ItemRectangle] = []

  static let manual = Manual<Self>(
    "kd-tree",
    "Searches a balanced tree of boxes, split at medians along the longer side; a query takes O(√n) "
      + "plus its results, the tree O(n log n).",
    parameters: [
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "items",
        "Maximum number of items in a leaf.")
    ], source: "Bentley 1975")

  mutating func build(_ items: [ItemRectangle]) {
    let middles = items.map(\.middle)
    let tree = BoxTree(
      [middles.map { $0.x }, middles.map { $0.y }], count: items.count, leafSize: leaf
    ) { item in
      BoxTree.Box(
        lower: SIMD4(items[item].left, items[item].top, 0, 0),
        upper: SIMD4(items[item].right, items[item].bottom, 0, 0))
    }
    numbers = items.indices.map { Int32(tree.number(at: $0)) }
    self.items = numbers.map { items[Int($0)] }
    boxes = tree.boxes.map {
      ItemRectangle(left: $0.lower.x, top: $0.lower.y, right: $0.upper.x, bottom: $0.upper.y)
    }
    self.tree = tree
  }

  func find(_ region: ItemRectangle, into found: inout [Int32]) {
    guard let tree, !items.isEmpty else { return }
    var node = 1
    repeat {
      let isNear = boxes[node].overlaps(region)
      if isNear, !tree.isLeaf(node) {
        node *= 2
        continue
      }
      if isNear {
        for place in tree.range(of: node) where items[place].overlaps(region) {
          found.append(numbers[place])
        }
      }
      node = tree.successor(of: node)
    } while node != 1
  }
}
