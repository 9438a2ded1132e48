import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// What the table of a run shows: a row per configuration, from the run itself or from the
/// `summary.csv` it left.
struct SummaryRows: Sendable {
  struct Row: Sendable {
    let configuration: Int
    let settings: [String]
    /// How many of its trials have ended, and how many ended well.
    let trials, good: Int
    /// The median of each measure that has one.
    let medians: [String: Double]
  }

  /// The swept paths.
  let paths: [String]
  /// The measures, in the order of the file.
  let measures: [Column]
  let rows: [Row]

  init(_ summary: Summary) {
    paths = summary.paths
    measures = summary.measures
    rows = summary.rows.map { row in
      let medians = summary.measures.compactMap { measure in
        row.median(of: measure.name).map { (measure.name, $0) }
      }
      return Row(
        configuration: row.configuration, settings: row.settings, trials: row.trials,
        good: row.good, medians: Dictionary(medians, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The rows of a `summary.csv`.
  ///
  /// Throws a `Diagnostic` with the line if it is damaged.
  init(_ table: CSVTable, _ columns: RunColumns) throws(Diagnostic) {
    let header = table.header
    guard header.first == "configuration", let end = header.firstIndex(of: "trials"),
      header.dropFirst(end + 1).first == "ok"
    else {
      throw CSVTable.damage(
        Location(file: table.path, line: 1), "no summary: it has no configuration, trials and ok")
    }
    paths = Array(header[1..<end])
    measures = header.dropFirst(end + 2).filter { $0.hasPrefix("n_") }.map {
      columns[String($0.dropFirst(2))]
    }
    let places = measures.compactMap { measure in
      header.firstIndex(of: "median_\(measure.name)").map { (measure.name, $0) }
    }
    var rows: [Row] = []
    for row in table.rows {
      let whole = { (column: Int) throws(Diagnostic) in
        if let number = Int(row.fields[column]) { return number }
        throw CSVTable.damage(
          table.place(of: row), "'\(row.fields[column])' in column \(header[column]) is no number")
      }
      let medians = places.compactMap { measure, place in
        Double(row.fields[place]).map { (measure, $0) }
      }
      rows.append(
        Row(
          configuration: try whole(0), settings: Array(row.fields[1..<end]),
          trials: try whole(end), good: try whole(end + 1),
          medians: Dictionary(medians, uniquingKeysWith: { first, _ in first })))
    }
    self.rows = rows
  }
}
