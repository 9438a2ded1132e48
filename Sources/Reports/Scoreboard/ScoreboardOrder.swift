import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// Which rows of a scoreboard are shown, and in which order. Rows of different graphs are never compared.
public struct ScoreboardOrder: Sendable {
  /// The measure or swept path by which they are sorted, the best first; if nil, by number, or by the first
  /// measure for the `best`. Trials that failed count as the worst.
  public var sort: String?
  public var best: Int?
  /// The measures of which only the best trade-offs are shown; all if empty.
  public var pareto: [String] = []

  public init() {}

  /// The measures that it needs. Throws if a name is unknown or ambiguous.
  func measures(of run: RunReader) throws(Diagnostic) -> [Column] {
    var columns = try pareto.map { (name) throws(Diagnostic) in
      let column = try run.measure(named: name)
      guard column.better != nil else {
        throw Diagnostic(
          "'\(name)' has no better direction; name measures such as "
            + run.rankedMeasures.map(\.name).joined(separator: ", "), at: nil)
      }
      return column
    }
    if let sort, try run.path(named: sort) == nil { columns.append(try run.measure(named: sort)) }
    return columns
  }

  /// `board` with its rows chosen and in order, those without the measure last. Throws if no row has a value.
  func applied(to board: Scoreboard, of run: RunReader) throws(Diagnostic) -> Scoreboard {
    var groups = board.rows.grouped(by: \.instance).map(\.members)
    if !pareto.isEmpty {
      let columns = try pareto.map { (name) throws(Diagnostic) in
        try board.index(of: run.measure(named: name))
      }
      groups = groups.map { rows in
        let costs = rows.map { row in columns.compactMap { board.cost(of: row, at: $0) } }
        let known = rows.indices.filter { costs[$0].count == columns.count }
        guard !known.isEmpty else { return rows }
        return paretoFront(of: known.map { costs[$0].map(\.shown) }).map { rows[known[$0]] }
      }
    }
    if let sort {
      let ranks: (Scoreboard.Row) -> Double?
      if let path = try run.path(named: sort) {
        guard let index = board.paths.firstIndex(of: path) else {
          throw Diagnostic(
            "rows are \(board.rowTitle)s over \(board.instances?.plural ?? "cases"), which '\(path)' does not "
              + "distinguish; sort by a measure", at: nil)
        }
        let order = inOrder(board.rows.map { $0.settings[index] }.uniqued)
        let places = Dictionary(firstOf: zip(order, order.indices))
        ranks = { places[$0.settings[index]].map(Double.init) }
      } else {
        let column = try board.index(of: run.measure(named: sort))
        ranks = { board.cost(of: $0, at: column) }
      }
      groups = groups.map { $0.sorted(by: ranks) }
    } else if best != nil, let first = board.firstRanked {
      groups = groups.map { $0.sorted { board.cost(of: $0, at: first) } }
    }
    var ordered = board
    ordered.rows = groups.flatMap { $0.prefix(best ?? .max) }
    return ordered
  }
}

extension Scoreboard {
  /// The first measure with a better direction.
  var firstRanked: Int? { measures.firstIndex { $0.column.better != nil } }

  fileprivate func index(of measure: Column) throws(Diagnostic) -> Int {
    guard let index = measures.firstIndex(where: { $0.column.name == measure.name }) else {
      throw Diagnostic("no \(rowTitle) has a value of '\(measure.name)' to compare", at: nil)
    }
    return index
  }

  /// What is smallest for the best; nil without a value.
  func cost(of row: Row, at index: Int) -> Double? {
    let measure = measures[index]
    let isNegated = measure.quantity == .median && measure.column.better == .higher
    return row.cells[index].value.map { isNegated ? -$0 : $0 }
  }
}

extension [Scoreboard.Row] {
  /// The smallest number first; those without one come last. Rows of the same number keep their order.
  func sorted(by number: (Element) -> Double?) -> [Element] {
    sorted { (number($0) ?? .infinity) < (number($1) ?? .infinity) }
  }
}

extension RunReader {
  /// The swept path `name`, which may be its short name in tables; nil if there is none. Throws if it is ambiguous.
  func path(named name: String) throws(Diagnostic) -> String? {
    if paths.contains(name) { return name }
    let found = paths.filter { $0.hasSuffix("." + name) }
    guard found.count < 2 else {
      throw Diagnostic(
        "'\(name)' may be \(found.joined(separator: " or ")); write the path in full", at: nil)
    }
    return found.first
  }

  /// The measure of the column `name`, which may be written as in experiments or tables.
  fileprivate func measure(named name: String) throws(Diagnostic) -> Column {
    let column =
      measures.first { $0.name == name.replacing("-", with: "_") }
      ?? measures.first { $0.heading == name || $0.title == name }
    if let column { return column }
    let known = measures.map(\.name) + paths
    throw problem(
      "unknown measure '\(name)'; \(advice(for: name, among: known, label: "this run has"))")
  }
}
