import ForceLabSettings

/// The rows of a CSV file with columns `id`, `x`, `y` (in 3D also `z`). Without ids, rows are numbered.
package struct PositionTable {
  private let text: GraphText
  private var ids: [String] = []
  /// The numbers of each axis, in the order of the rows.
  private var rows: [[Double]]
  /// Where the id of each row begins.
  private var places: [Int] = []

  /// Without `dimensions`, there are three if there is a column `z`. Throws a `Diagnostic` with the line and the
  /// column of the error, also if there is no column `id`, unless it `mayLackIDs`.
  package init(
    _ text: GraphText, dimensions: Int? = nil, mayLackIDs: Bool = false
  ) throws(Diagnostic) {
    self.text = text
    var scanner = FieldScanner(text)
    scanner.separator = UInt8(ascii: ",")
    scanner.quotesSpanLines = true
    let header = try scanner.nextStrings() ?? []
    let dimensions = dimensions ?? (header.contains("z") ? 3 : 2)
    rows = Array(repeating: [], count: dimensions)
    let names = ["id"] + ["x", "y", "z"].prefix(dimensions)
    let columns = try names.map { name throws(Diagnostic) in
      if let column = header.firstIndex(of: name) { return column }
      if name == "id", mayLackIDs { return .max }
      throw Diagnostic(
        "no column '\(name)'; the first line must be "
          + names.joined(separator: ","), at: Location(file: text.file, line: 1, column: 1))
    }
    while let row = try scanner.nextStrings() {
      let fields = columns.map { $0 < row.count ? row[$0] : "" }
      let end = scanner.line.upperBound
      for axis in 0..<dimensions {
        guard let value = Double(fields[axis + 1]), value.isFinite else {
          throw text.error(
            "'\(names[axis + 1])' must be a finite number, found '\(fields[axis + 1].excerpt)'",
            at: scanner.field(columns[axis + 1])?.range.lowerBound ?? end)
        }
        rows[axis].append(value)
      }
      ids.append(columns[0] == .max ? "\(ids.count)" : fields[0])
      places.append(scanner.field(columns[0])?.range.lowerBound ?? end)
    }
  }

  /// The positions of `count` nodes by their `known` ids, or by their numbers if the ids of the table
  /// are other than those but all numbers of nodes, as in the runs of earlier versions.
  /// Throws if a node has no row or two, or is unknown.
  package func coordinates(count: Int, known: [String]?) throws(Diagnostic) -> [[Double]] {
    let numbers = ids.map { id in Int(id).flatMap { (0..<count).contains($0) ? $0 : nil } }
    var nodes = numbers
    if let known {
      let nodeOfID = Dictionary(firstOf: zip(known.map { UTF8Key($0) }, known.indices))
      let found = ids.map { nodeOfID[UTF8Key($0)] }
      if !found.contains(nil) || numbers.contains(nil) { nodes = found }
    }
    var coordinates = Array(repeating: [Double](repeating: .nan, count: count), count: rows.count)
    for (row, id) in ids.enumerated() {
      guard let node = nodes[row] else {
        let range = "\(known == nil ? "use" : "use the ids of the graph, or") 0 to \(count - 1)"
        throw text.error("unknown node '\(id.excerpt)'; \(range)", at: places[row])
      }
      guard coordinates[0][node].isNaN else {
        throw text.error("duplicate row for node \(id.excerpt); remove one", at: places[row])
      }
      for axis in rows.indices { coordinates[axis][node] = rows[axis][row] }
    }
    if let missing = coordinates[0].firstIndex(where: \.isNaN) {
      throw Diagnostic(
        "no row for node \((known?[missing] ?? String(missing)).excerpt); the graph has \(count) "
          + "nodes", at: Location(file: text.file))
    }
    return coordinates
  }

  /// The positions of as many nodes as there are rows: by number, or else in the order of the rows.
  package func coordinates() throws(Diagnostic) -> [[Double]] {
    let areNumbers = ids.allSatisfy { id in Int(id).map { (0..<ids.count).contains($0) } ?? false }
    return try coordinates(count: ids.count, known: areNumbers ? nil : ids)
  }
}
