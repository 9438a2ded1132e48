/// The color scale of a heat map.
extension ChartScript {
  /// Room for the color scale of a heat map, its numbers and its title, in px.
  var colorRoom: Double {
    guard case .cells(let color) = chart.form else { return 0 }
    let format = NumberFormat(suiting: colorEnds(color), digits: 3)
    let widths = colorEnds(color).map { Self.width(of: format.text($0)) }
    return 82 + max(40, widths.max() ?? 0)
  }

  private func colorEnds(_ color: Chart.Axis) -> [Double] {
    let span = color.span(ofCells: chart.points.compactMap(\.low))
    return [span.lowerBound, span.upperBound]
  }

  var colors: [String] {
    guard case .cells(let color) = chart.form else { return [] }
    let span = color.span(ofCells: chart.points.compactMap(\.low))
    let steps = Palette.scale.enumerated().map { "\($0) '\($1)'" }
    let format = NumberFormat(suiting: colorEnds(color), digits: 3)
    // Between few whole numbers there are no others.
    let isCount = format.style == .decimals(0) && span.upperBound - span.lowerBound < 6
    return [
      "set palette defined (\(steps.joined(separator: ", "))) maxcolors \(Palette.steps)",
      "set cblabel \(Self.quoted(color.title)) noenhanced offset 1, 0",
      "set rmargin at screen \(Self.number(1 - colorRoom / Double(Self.width)))",
    ]
      + (color.isLogarithmic
        ? ["set logscale cb"]
        : ["set format cb '\(format.pattern)'"] + (isCount ? ["set cbtics 1"] : []))
      + ["set cbrange [\(Self.number(span.lowerBound)):\(Self.number(span.upperBound))]"]
  }
}
