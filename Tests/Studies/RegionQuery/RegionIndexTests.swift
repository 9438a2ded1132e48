@testable import ForceLabStudies
import Testing

/// Every index against a filter written here, and against the walk as it was published.
@Suite struct RegionIndexTests {
  private static let indexes: [any RegionIndex.Type] = Catalog.standard.types
    .compactMap { $0 as? any RegionIndex.Type }

  private func found(_ region: ItemRectangle, by index: any RegionIndex) -> [Int] {
    var numbers: [Int32] = []
    index.find(region, into: &numbers)
    return numbers.map(Int.init).sorted()
  }

  private func expected(_ region: ItemRectangle, in items: [ItemRectangle]) -> [Int] {
    items.indices.filter {
      let (a, b) = (items[$0], region)
      return max(a.left, b.left) < min(a.right, b.right)
        && max(a.top, b.top) < min(a.bottom, b.bottom)
        || (a.left == a.right || a.top == a.bottom || b.left == b.right || b.top == b.bottom)
          && a.overlaps(b)
    }
  }

  private func random(_ count: Int, side: Double, seed: UInt64) -> [ItemRectangle] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let (x, y) = (generator.unit() * 1000 - 500, generator.unit() * 1000 - 500)
      // Some are long, some are narrow, some are nothing.
      let (width, height) = (generator.unit(), generator.unit())
      return ItemRectangle(
        left: x, top: y, right: x + side * width * width * width,
        bottom: y + (generator.unit() < 0.1 ? 0 : side * height * height * height))
    }
  }

  /// Arrangements that an index may stumble over.
  private func arrangements() -> [(name: String, items: [ItemRectangle])] {
    var generator = SeededGenerator(seed: 5)
    let point = ItemRectangle(left: 7, top: 7, right: 7, bottom: 7)
    let far = [-1e308, 0, 1e308].map {
      ItemRectangle(left: $0, top: $0, right: $0 + 1, bottom: $0 + 1)
    }
    return [
      ("none", []), ("one", [ItemRectangle(left: 0, top: 0, right: 10, bottom: 10)]),
      ("one point", [point]), ("a hundred in one place", Array(repeating: point, count: 100)),
      ("three", Array(random(3, side: 300, seed: 2))), ("far away", far),
      (
        "a line",
        (0..<50).map { ItemRectangle(left: Double($0), top: 3, right: Double($0), bottom: 3) }
      ),
      ("small", random(400, side: 30, seed: 3)), ("large", random(400, side: 2000, seed: 4)),
      ("waterfall", with(Waterfall.self) { $0.count = 500 }.items(using: &generator)),
      ("sorted", with(SortedItems.self) { $0.count = 200 }.items(using: &generator)),
    ]
  }

  private func with<Value: Configurable>(_: Value.Type, _ change: (inout Value) -> Void) -> Value {
    var value = Value()
    change(&value)
    return value
  }

  private func regions(about items: [ItemRectangle]) -> [ItemRectangle] {
    let window = ItemRectangle(left: -20, top: 100, right: 200, bottom: 300)
    let nowhere = ItemRectangle(left: 1e6, top: 1e6, right: 1e6 + 1, bottom: 1e6 + 1)
    let point = ItemRectangle(left: 7, top: 7, right: 7, bottom: 7)
    let all = ItemRectangle(left: -1e9, top: -1e9, right: 1e9, bottom: 1e9)
    return random(40, side: 400, seed: 9) + items.prefix(20) + items.suffix(20)
      + [window, nowhere, point, all, ViewportQuery().regions(over: items)[0]]
  }

  @Test(arguments: indexes.indices)
  func findsTheSameAsALinearFilter(index: Int) {
    for (name, items) in arrangements() {
      var index = Self.indexes[index].init()
      index.build(items)
      for region in regions(about: items) {
        #expect(
          found(region, by: index) == expected(region, in: items),
          "\(index.name): \(name), \(region)"
        )
      }
    }
  }

  @Test(arguments: [0.001, 1, 10, 77, 1e5, 1e300])
  func aGridOfAnyCellFindsTheSame(cell: Double) {
    for (name, items) in arrangements() {
      let regions = regions(about: items)
      var grid = with(GridIndex.self) { $0.cell = cell }
      grid.build(items)
      for region in regions {
        #expect(found(region, by: grid) == expected(region, in: items), "\(name), \(region)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1024])
  func aTreeOfAnyLeafFindsTheSame(leaf: Int) {
    for (name, items) in arrangements() {
      let regions = regions(about: items)
      var tree = with(KDTreeIndex.self) { $0.leaf = leaf }
      tree.build(items)
      for region in regions {
        #expect(found(region, by: tree) == expected(region, in: items), "\(name), \(region)")
      }
    }
  }

  @Test(arguments: indexes.indices)
  func rebuildingForgetsTheOldItems(index: Int) {
    var index = Self.indexes[index].init()
    index.build(random(300, side: 50, seed: 1))
    let items = [ItemRectangle(left: 0, top: 0, right: 4, bottom: 4)]
    index.build(items)
    let all = ItemRectangle(left: -1e9, top: -1e9, right: 1e9, bottom: 1e9)
    #expect(found(all, by: index) == [0])
    index.build([])
    #expect(found(all, by: index) == [])
  }

  @Test func touchingRectanglesDoNotOverlap() {
    let item = ItemRectangle(left: 0, top: 0, right: 10, bottom: 10)
    #expect(!item.overlaps(ItemRectangle(left: 10, top: 0, right: 20, bottom: 10)))
    #expect(!item.overlaps(ItemRectangle(left: 0, top: -5, right: 10, bottom: 0)))
    #expect(item.overlaps(ItemRectangle(left: 9, top: 9, right: 20, bottom: 20)))
    #expect(item.overlaps(ItemRectangle(left: 5, top: 5, right: 5, bottom: 5)))
  }
}
