/// What a chart is drawn on, in pixels of 1/96 inch.
struct ChartCanvas {
  let width: Int
  let height: Int
  let fontSize: Int
  /// Whether panels stand one below the other.
  let isNarrow: Bool

  /// A canvas for screens and paper, or a narrow one for phones, that has room for `chart`.
  init(for chart: Chart, isNarrow: Bool = false) {
    self.isNarrow = isNarrow
    width = isNarrow ? 380 : 760
    fontSize = isNarrow ? 12 : 14
    let isLong = chart.legend.contains { $0.label.count > ChartScript.longestBeside }
    let legendHeight =
      isNarrow || isLong || chart.panels.count > 1 ? 10 * chart.legend.count : 0
    switch chart.form {
    case .rows:
      height = 90 + legendHeight + max(4, chart.y.names.count) * (isNarrow ? 36 : 26)
    default:
      let rows = Self.rows(of: chart.panels.count, isNarrow: isNarrow)
      height = (isNarrow ? 300 : 420) + (rows - 1) * (isNarrow ? 220 : 260) + legendHeight
    }
  }

  /// In how many rows so many panels stand.
  static func rows(of panels: Int, isNarrow: Bool) -> Int {
    isNarrow ? panels : panels > 3 ? (panels + 1) / 2 : 1
  }

  /// About how wide a text is drawn.
  func width(of text: String) -> Double { Double(text.count * fontSize) * 0.58 }
}
