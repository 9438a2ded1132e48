/// Where the names of the series stand: at the ends of their lines if there is room, else in a key that
/// never lies over the data.
extension ChartScript {
  /// Where names stand.
  enum LegendPlace {
    /// One series needs none.
    case none
    /// At the ends of the lines.
    case direct
    /// In a key beside the chart.
    case right
    /// In a key below it.
    case below
  }

  /// Longer names stand below a chart, not beside it.
  static let longestBeside = 28

  var legendPlace: LegendPlace {
    let labels = chart.legend.map(\.label)
    if labels.count < 2, labels.first?.isEmpty ?? true { return .none }
    if case .cells = chart.form { return .none }
    if directLabels != nil { return .direct }
    let longest = labels.map(\.count).max() ?? 0
    return canvas.isNarrow || chart.panels.count > 1 || longest > Self.longestBeside
      ? .below : .right
  }

  /// The lines that place the key, or the names.
  var key: [String] {
    switch legendPlace {
    case .none: return ["unset key"]
    case .right:
      let edge = rightMargin(chart.legend.map(\.label), sample: 58)
      return [
        "set rmargin at screen \(edge)",
        "set key at screen \(edge), graph 1 left top Left reverse samplen 2 spacing 1.2",
      ]
    case .below:
      let room =
        chart.panels.count > 1
        ? []
        : [
          "set bmargin at screen \(Self.number((keyHeight + 60) / Double(canvas.height)))"
        ]
      return ["unset key"] + room + chart.legend.indices.flatMap { keyEntry($0) }
    case .direct:
      let labels = directLabels ?? []
      return ["unset key", "set rmargin at screen \(rightMargin(labels.map(\.text), sample: 18))"]
        + labels.map { label in
          "set label \(Self.quoted(label.text)) at graph 1.01, graph \(Self.number(label.height)) "
            + "left noenhanced"
        }
    }
  }

  /// Where the chart ends so that there is room for `labels` and their samples.
  private func rightMargin(_ labels: [String], sample: Double) -> String {
    let width = (labels.map { canvas.width(of: $0) }.max() ?? 0) + sample
    return Self.number(1 - width / Double(canvas.width))
  }

  /// An entry of a key below, which gnuplot would not break into lines under several panels.
  private func keyEntry(_ index: Int) -> [String] {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let (row, column) = (index / keyColumns, index % keyColumns)
    let used = Double(keyColumns) * keyWidth
    let left = (width - used) / 2 + Double(column) * keyWidth
    let y = Self.number((keyHeight - (Double(row) + 0.7) * keyRowHeight) / height)
    let x = { (offset: Double) in Self.number((left + offset) / width) }
    let series = chart.legend[index]
    let style = "linestyle \(series.style + 1)"
    let text =
      "set label \(Self.quoted(series.label)) at screen \(x(36)), screen \(y) left noenhanced"
    let sign = "set label '' at screen \(x(16)), screen \(y) point \(style)"
    let line =
      "set arrow from screen \(x(2)), screen \(y) to screen \(x(30)), screen \(y) "
      + "nohead \(style)"
    switch chart.form {
    case .lines: return [text, line]
    case .points(areJoined: true): return [text, line] + (series.isReference ? [] : [sign])
    case .points(areJoined: false), .rows: return [text, series.isReference ? line : sign]
    case .stack:
      let bar = "set arrow from screen \(x(8)), screen \(y) to screen \(x(24)), screen \(y) nohead "
      return [text, series.isReference ? line : bar + "\(style) dashtype solid linewidth 8"]
    case .cells: return []
    }
  }

  /// In how many columns the key stands, if it stands below.
  private var keyColumns: Int {
    max(1, min(chart.legend.count, Int(Double(canvas.width - 10) / keyWidth)))
  }

  private var keyWidth: Double { (chart.legend.map { canvas.width(of: $0.label) }.max() ?? 0) + 50 }

  private var keyRowHeight: Double { Double(canvas.fontSize) * 1.5 }

  /// How high a key below is, in pixels.
  var keyHeight: Double {
    guard legendPlace == .below else { return 0 }
    let rows = (chart.legend.count + keyColumns - 1) / keyColumns
    return Double(rows) * keyRowHeight + 4
  }

  /// The names at the ends of their lines and how high these are, from 0 to 1; nil if lines end too
  /// early or too near to each other.
  private var directLabels: [(text: String, height: Double)]? {
    switch chart.form {
    case .lines, .points(areJoined: true): break
    default: return nil
    }
    guard !canvas.isNarrow, chart.panels.count == 1, chart.panels[0].series.count > 1 else {
      return nil
    }
    let (across, up) = (xSpan, ySpan)
    var labels: [(text: String, height: Double)] = []
    for series in chart.panels[0].series {
      guard let end = series.points.last, chart.x.part(end.x, of: across) > 0.93,
        canvas.width(of: series.label) < 0.3 * Double(canvas.width)
      else { return nil }
      labels.append((series.label, chart.y.part(end.y, of: up)))
    }
    return Self.apart(labels, by: 0.05, atMost: 0.04)
  }

  /// The labels moved apart until neighbours are `gap` away from each other; nil if one would have to
  /// move by more than `limit`.
  private static func apart(
    _ labels: [(text: String, height: Double)], by gap: Double, atMost limit: Double
  ) -> [(text: String, height: Double)]? {
    let sorted = labels.sorted { $0.height < $1.height }
    var moved = sorted
    for index in moved.indices.dropFirst() {
      moved[index].height = max(moved[index].height, moved[index - 1].height + gap)
    }
    // What was pushed up goes back by half, so that both neighbours give way.
    let excess = zip(moved, sorted).map { $0.height - $1.height }.max() ?? 0
    for index in moved.indices where moved[index].height > sorted[index].height {
      moved[index].height -= excess / 2
    }
    for index in moved.indices.dropLast().reversed() {
      moved[index].height = min(moved[index].height, moved[index + 1].height - gap)
    }
    let isNear = zip(moved, sorted).allSatisfy { abs($0.height - $1.height) <= limit }
    return isNear ? moved : nil
  }
}
