import ForceLabWorkbench

extension Chart {
  /// The drawn data, a row for each point, in numbers of the columns.
  var csv: String {
    let hasPanels = panels.count > 1
    let hasSpread = points.contains { $0.low != nil }
    let names = Set(legend.map(\.label))
    let header =
      (hasPanels ? ["panel", "facet"] : []) + (names == [""] ? ["series"] : ["series", "label"])
      + columns + (hasSpread ? spreadColumns : [])
    var text = csvLine(header)
    for (panel, number) in zip(panels, 1...) {
      for series in panel.series {
        let start: [Field] =
          (hasPanels ? [.integer(number), .text(panel.title)] : [])
          + (names == [""]
            ? [.integer(series.style + 1)] : [.integer(series.style + 1), .text(series.label)])
        for point in series.points {
          text += csvLine(
            start + fields(of: point)
              + (hasSpread ? [point.low, point.high].map { Field($0) } : [])
              .prefix(spreadColumns.count))
        }
      }
    }
    return text
  }

  /// What `low` and `high` of points are called.
  var spreadColumns: [String] {
    switch form {
    case .cells(let axis): [axis.column]
    case .stack: ["from", "to"]
    default: ["low", "high"]
    }
  }

  /// The columns of the points; an axis of names has the number of the name and the name itself.
  private var columns: [String] { columns(of: x, "x") + columns(of: y, "y") }

  private func columns(of axis: Axis, _ letter: String) -> [String] {
    axis.names.isEmpty ? [axis.column] : [letter, "\(letter)_name"]
  }

  private func fields(of point: Point) -> [Field] {
    fields(point.x, of: x) + fields(point.y, of: y)
  }

  private func fields(_ value: Double, of axis: Axis) -> [Field] {
    guard !axis.names.isEmpty else { return [.number(value)] }
    let place = Int(value)
    return [.integer(place), .text(axis.names.indices.contains(place) ? axis.names[place] : "")]
  }
}
