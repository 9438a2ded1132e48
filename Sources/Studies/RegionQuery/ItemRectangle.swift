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

  /// The smallest rectangle that contains both.
  public func union(_ other: ItemRectangle) -> ItemRectangle {
    ItemRectangle(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The neutral element of `union`.
  static let nothing = ItemRectangle(
    left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)

  /// The center. Halves before it adds, because the sum of two finite numbers may be infinite.
  var middle: (x: Double, y: Double) { (left / 2 + right / 2, top / 2 + bottom / 2) }
}

extension Collection<ItemRectangle> {
  /// The smallest rectangle that contains all of them; of none, one that overlaps nothing. O(n).
  public var bounds: ItemRectangle { reduce(.nothing) { $0.union($1) } }
}
