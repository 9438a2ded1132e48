/// A rectangle with sides along the axes, in px; y grows downwards, as on a page.
public struct ItemRectangle: Sendable, Hashable {
  /// The least x.
  public var left: Double
  /// The least y.
  public var top: Double
  /// The greatest x.
  public var right: Double
  /// The greatest y.
  public var bottom: Double

  /// The rectangle between these sides.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Whether the two have more in common than a side or a corner.
  @inline(__always)
  public func overlaps(_ other: ItemRectangle) -> Bool {
    top < other.bottom && other.top < bottom && left < other.right && other.left < right
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: ItemRectangle) -> ItemRectangle {
    ItemRectangle(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// What holds nothing; its union with another is that other.
  static let nothing = ItemRectangle(
    left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)

  /// Its middle, halved before it is added up: the sum of two finite numbers may be infinite.
  var middle: (x: Double, y: Double) { (left / 2 + right / 2, top / 2 + bottom / 2) }
}

extension Collection<ItemRectangle> {
  /// The smallest rectangle that holds all of them; of none, one whose sides are infinitely far on
  /// the wrong side, which overlaps nothing. O(n).
  public var bounds: ItemRectangle { reduce(.nothing) { $0.union($1) } }
}
