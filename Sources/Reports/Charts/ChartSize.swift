/// The size of a chart: on the page, or as a picture for a column of a paper.
public struct ChartSize: Sendable {
  /// In points, 72 per inch, px on the page: of a picture with its axes, on the page without.
  let width: Double
  let fontSize: Double
  /// Whether it has a title, and its axes are beside its width.
  let isOfPage: Bool

  public static let screen = ChartSize(width: 460, fontSize: 12, isOfPage: true)
}

extension ChartSize {
  /// Of a picture `millimeters` wide with letters of `points`.
  public init(millimeters: Double, points: Double) {
    self.init(width: millimeters / 25.4 * 72, fontSize: points, isOfPage: false)
  }
}
