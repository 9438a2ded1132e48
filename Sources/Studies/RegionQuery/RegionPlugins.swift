import ForceLabPlugins

public protocol Arrangement: Plugin {
  /// At least one item, by number. Throws a `ParameterError`, or a `Diagnostic` at a file.
  func items(using generator: inout SeededGenerator) throws -> [ItemRectangle]
  /// Throws, before the run starts, what `items` would throw.
  func checkFiles() throws
}

/// A data structure that finds the items that overlap a region. It is built once and queried many times.
public protocol RegionIndex: Plugin {
  /// Replaces the items; `find` returns their indexes in `items`. The time of this call is a result.
  mutating func build(_ items: [ItemRectangle])
  /// Appends the numbers of all items that overlap `region`, each once, in any order. A trial fails if
  /// they differ from those of a linear filter.
  func find(_ region: ItemRectangle, into found: inout [Int32])
}

public protocol RegionQuery: Plugin {
  /// At least one region, in the order of the queries. There is at least one item.
  func regions(over items: [ItemRectangle]) -> [ItemRectangle]
}

extension PluginKind {
  public static let arrangement = PluginKind("arrangement", "Arrange the items on a page.")
  public static let index = PluginKind(
    "index", plural: "indexes", "Find the items that overlap a region.")
  public static let query = PluginKind(
    "query", plural: "queries", "Choose the regions that are queried.")
}

extension Arrangement {
  public static var kind: PluginKind { .arrangement }
  public var isRandom: Bool { true }
  public func checkFiles() throws {}
}

extension RegionIndex { public static var kind: PluginKind { .index } }

extension RegionQuery { public static var kind: PluginKind { .query } }

/// A rectangle with sides parallel to the axes, in px. y points down.
public struct ItemRectangle: Sendable, Hashable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  public init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Whether the rectangles share more than a side or a corner.
  @inline(__always)
  public func overlaps(_ other: ItemRectangle) -> Bool {
    top < other.bottom && other.top < bottom && left < other.right && other.left < right
  }

  fileprivate func union(_ other: ItemRectangle) -> ItemRectangle {
    ItemRectangle(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The center. Halves before it adds, because the sum of two finite numbers may be infinite.
  var middle: (x: Double, y: Double) { (left / 2 + right / 2, top / 2 + bottom / 2) }
}

extension Collection<ItemRectangle> {
  /// The smallest rectangle that contains all of them; of none, one that overlaps nothing. O(n).
  public var bounds: ItemRectangle {
    let nothing = ItemRectangle(
      left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    return reduce(nothing) { $0.union($1) }
  }
}
