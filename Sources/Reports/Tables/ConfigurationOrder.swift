import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

public struct ConfigurationOrder: Sendable {
  /// The measure or swept path by which they are sorted, the best first; by number if nil. Trials that
  /// failed count as the worst.
  public var sort: String?
  public var best: Int?
  /// The measures of which only the best trade-offs are shown; all if empty.
  public var pareto: [String] = []

  public init() {}

  /// The indices of the configurations of `run`. Throws if a name is unknown or ambiguous.
  func indices(of run: RunReader) throws(Diagnostic) -> [Int] {
    var indices = Array(run.configurations.indices)
    if !pareto.isEmpty {
      var columns: [Column] = []
      for name in pareto {
        let column = try run.measure(named: name)
        guard column.better != nil else {
          throw Diagnostic(
            "'\(name)' has no better direction; name measures such as "
              + run.rankedMeasures.map(\.name).joined(separator: ", "), at: nil)
        }
        columns.append(column)
      }
      indices = run.instanceGroups.flatMap { group in
        (run.frontOfMedians(columns, among: group) ?? group.map(\.number)).map { $0 - 1 }
      }
    }
    if let sort { indices = try sorted(indices, by: sort, run) }
    return Array(indices.prefix(best ?? .max))
  }

  /// Configurations without the measure come last.
  private func sorted(_ indices: [Int], by name: String, _ run: RunReader) throws(Diagnostic)
    -> [Int]
  {
    if let path = try run.path(named: name).flatMap({ run.paths.firstIndex(of: $0) }) {
      let order = inOrder(run.configurations.map { $0.settings[path] }.uniqued)
      let ranks = Dictionary(zip(order, order.indices), uniquingKeysWith: min)
      let rank = { (index: Int) in ranks[run.configurations[index].settings[path]] ?? 0 }
      return indices.sorted { (rank($0), $0) < (rank($1), $1) }
    }
    let column = try run.measure(named: name)
    let better = column.better ?? .lower
    let values = run.configurations.map { row in
      column.better == nil
        ? row.statistics[column.name]?.median : row.rankedMedians[column.name]
    }
    return indices.sorted { a, b in
      switch (values[a], values[b]) {
      case (let x?, let y?) where x != y: better.precedes(x, y)
      case (_?, nil): true
      case (nil, _?): false
      default: a < b
      }
    }
  }
}

extension RunReader {
  /// The swept path that is called `name`, in full or by its short name in tables; nil if there is
  /// none. Throws if several paths have the short name.
  func path(named name: String) throws(Diagnostic) -> String? {
    if paths.contains(name) { return name }
    let found = paths.filter { $0.hasSuffix("." + name) }
    guard found.count < 2 else {
      throw Diagnostic(
        "'\(name)' may be \(found.joined(separator: " or ")); write the path in full", at: nil)
    }
    return found.first
  }

  fileprivate func measure(named name: String) throws(Diagnostic) -> Column {
    if let column = measures.first(where: { $0.name == name }) { return column }
    let known = measures.map(\.name) + paths
    throw Diagnostic(
      "unknown measure '\(name)'; \(advice(for: name, among: known, label: "this run has"))",
      at: Location(file: folder))
  }
}
