/// The axis and the labels of a critical-difference diagram.
extension ChartScript {
  /// Longer labels would leave too little room for the axis.
  private static let longestLabel = 26

  var rankAxes: [String] {
    let (low, high) = (Int(xSpan.lowerBound), Int(xSpan.upperBound))
    let stems = chart.panels[0].series.filter { !$0.isReference }
    let room = (stems.map { Self.width(of: Self.label($0)) }.max() ?? 0) + 10
    let pace = (high - low) / 12 + 1
    return [
      "unset border", "unset xtics", "unset ytics", "unset xlabel", "unset ylabel",
      "set lmargin at screen \(Self.number(room / Double(Self.width)))",
      "set rmargin at screen \(Self.number(1 - 20 / Double(Self.width)))",
      "set tmargin at screen 1", "set bmargin at screen 0",
      "set xrange [\(low):\(high)]",
      "set yrange [\(Self.number(ySpan.lowerBound)):\(Self.number(ySpan.upperBound))]",
      "set arrow from \(low), 0 to \(high), 0 nohead linecolor 'black' linewidth 1.3",
    ]
      + stride(from: low, through: high, by: pace).flatMap { rank in
        [
          "set arrow from \(rank), 0 to \(rank), 0.25 nohead linecolor 'black' linewidth 1.3",
          "set label '\(rank)' at \(rank), 0.65 center",
        ]
      } + stems.map { label(of: $0) } + scale
  }

  private func label(of series: Chart.Series) -> String {
    guard let end = series.points.last else { return "" }
    return "set label \(Self.quoted(Self.label(series))) at \(Self.number(end.x)), "
      + "\(Self.number(end.y)) right offset -0.6, 0 noenhanced"
  }

  /// The label of the bar of the critical difference.
  private var scale: [String] {
    chart.panels[0].series.filter { $0.isReference && !$0.label.isEmpty }.compactMap { series in
      series.points.first.map {
        "set label \(Self.quoted(series.label)) at \(Self.number($0.x)), \(Self.number($0.y + 0.45)) "
          + "left noenhanced"
      }
    }
  }

  /// The name, cut if it is long, and the rank.
  private static func label(_ series: Chart.Series) -> String {
    guard series.label.count > longestLabel, let space = series.label.lastIndex(of: " ") else {
      return series.label
    }
    let rank = series.label[space...]
    return series.label.prefix(longestLabel - rank.count - 2) + "… " + rank
  }
}
