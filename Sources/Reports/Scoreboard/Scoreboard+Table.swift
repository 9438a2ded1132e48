import ForceLabPlugins
import ForceLabWorkbench

extension Scoreboard {
  private static let frontMark = "◆"

  /// The settings of each row, its values with their intervals, and a mark at those on the front.
  var table: Table {
    let settings = SettingColumns(paths, rows.map(\.settings))
    var (headings, columns): ([Table.Heading], [[Table.Cell]]) = ([], [])
    func add(_ heading: Table.Heading, name: String, _ cells: [Table.Cell]) {
      headings.append(heading)
      headings[headings.count - 1].name = name
      columns.append(cells)
    }
    func numbers(_ heading: String, _ numbers: [Int], text: (Row) -> String) {
      let cells = zip(rows, numbers).map { Table.Cell(text: text($0), number: Double($1)) }
      add(.init(heading, isNumeric: true), name: heading, cells)
    }
    if instances == nil { numbers("configuration", rows.map { $0.configurations[0] }) { _ in "" } }
    for (index, path) in paths.enumerated() {
      let heading = settings.headings[index]
      let cells = rows.indices.map { row in
        Table.Cell(
          text: settings.rows[row][index],
          number: heading.isNumeric ? Double(rows[row].settings[index]) : nil,
          isNumeric: heading.isNumeric)
      }
      add(heading, name: path, cells)
    }
    numbers("ok", rows.map(\.good)) { $0.good < $0.trials ? "\($0.good)/\($0.trials)" : "" }
    numbers("trials", rows.map(\.trials)) { _ in "" }
    for (index, measure) in measures.enumerated() {
      let cells = rows.map { row -> Table.Cell in
        let cell = row.cells[index]
        // Those of all measures are in the column `ok`.
        let ok = cell.good < min(cell.trials, row.good) ? cell.okText.map { " (\($0))" } ?? "" : ""
        return Table.Cell(
          text: cell.text + ok, interval: cell.intervalText, number: cell.value,
          bounds: cell.interval, isBest: cell.isBest, hasNoVerdict: cell.hasNoVerdict)
      }
      let heading = Table.Heading(
        measure.heading, isNumeric: true, importance: measure.column.isTime ? 2000 : 1000 - index)
      add(heading, name: measure.column.name + measure.quantity.suffix, cells)
    }
    if front != nil {
      let cells = rows.map { row in
        Table.Cell(
          text: row.isOnFront ? Self.frontMark : "", number: row.isOnFront ? 1 : 0,
          isNumeric: false)
      }
      add(.init("Pareto", importance: 500), name: "pareto", cells)
    }
    var table = Table(headings, source: "--format csv")
    table.rows = rows.indices.map { row in columns.map { $0[row] } }
    return table
  }

  /// Such as `12 graphs`, or `12 graphs (layout time: 15)` if not all `measures` are over as many.
  private func counts(_ measures: [Measure], _ instances: InstanceAxes) -> String {
    let count = measures.first?.instanceCount ?? instanceCount
    let others = measures.filter { $0.instanceCount != count }
      .map { "\($0.column.title): \($0.instanceCount)" }
    return instances.counted(count)
      + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
  }

  /// What the table shows and what its marks mean, in sentences. `best` is the mark of the best. Without the mark of
  /// the front if `text`, the table in lines, had no room for it.
  func caption(best mark: String, of text: String? = nil) -> String {
    let hasIntervals = rows.contains { $0.cells.contains { $0.intervalText != nil } }
    var sentences: [String] = []
    if let instances {
      let rated = measures.filter { $0.quantity == .ratio }
      if !rated.isEmpty || measures.isEmpty {
        let over = counts(rated, instances)
        sentences.append(
          "Mean ratio to the best algorithm of each \(instances.name)"
            + (hasIntervals ? ", with its 95 % interval over \(over)" : ", over \(over)")
            + "; 1 is the best.")
      }
      let columns = rated.map(\.column)
      for note in columns.compactMap(\.ratioNote).uniqued {
        let titles = columns.filter { $0.ratioNote == note }.map(\.title)
        sentences.append("Ratios of \(titles.listed()) are those of the \(note).")
      }
      let ranked = measures.filter { $0.quantity == .rank }
      if !ranked.isEmpty {
        sentences.append(
          "\(ranked.map(\.column.title).listed().capitalizedFirst): mean rank over "
            + "\(counts(ranked, instances)).")
      }
      for (names, measures) in measures.grouped(by: \.excluded) where !names.isEmpty {
        sentences.append(
          "Without \(instances.listed(names, atMost: 3)) in \(measures.map(\.column.title).listed()), where not all were tried, "
            + "or none has a value.")
      }
    } else if rows.contains(where: { $0.good > 1 }), let most = rows.map(\.trials).max() {
      // A target that is not reached is no failure.
      let counting = measures.indices.filter { measures[$0].column.use != .target }
      let fewer = counting.map { measures[$0] }.filter { $0.repeats < most && $0.column.isTime }
        .map { "\($0.column.title): \($0.repeats)" }
      let hasFailures = rows.contains { row in
        counting.map { row.cells[$0] }.contains { $0.value != nil && $0.good < $0.trials }
      }
      sentences.append(
        "Medians of \(rows.allSatisfy { $0.trials == most } ? "" : "up to ")\(most) repeats"
          + (fewer.isEmpty ? "" : " (\(fewer.joined(separator: ", ")))")
          + (hasFailures
            ? ", where trials that failed or have no value count as the worst" : "")
          + (hasIntervals ? ", with 95 % intervals." : "."))
    }
    if rows.contains(where: { $0.cells.contains { $0.isBest } }) {
      sentences.append(
        undecided.count == measures.count
          ? "\(mark): the best value."
          : "\(mark): the best, and what cannot be told from it"
            + (undecided.isEmpty ? "." : "; without a verdict, only the best value."))
    }
    if !undecided.isEmpty, let missing {
      let isAll = undecided.count == measures.count
      let titles = undecided.map { measures[$0].column.title }.listed()
      sentences.append("No verdict\(isAll ? "" : " on \(titles)"): \(missing).")
    }
    if !untested.rows.isEmpty {
      let rows = untested.rows
      let names = rows.count > 3 ? counted(rows.count, rowTitle) : rows.map(quoted).listed()
      sentences.append(
        "No verdict on \(names) by \(untested.titles.listed("or")): fewer than "
          + "\(StatementFamily.minRepeats) distinct repeats.")
    }
    if let front, text?.contains(Self.frontMark) != false {
      sentences.append(
        "\(Self.frontMark): no other is better in \(front.map(\.title).listed("or")) without being worse "
          + "in the other.")
    }
    if let instances,
      rows.contains(where: { $0.cells.contains { $0.value == .infinity } })
        || constants.contains(where: { $0.text.hasPrefix("∞") })
    {
      sentences.append("∞: failed on a \(instances.name), or infinitely worse than its best.")
    }
    if !edgeAttributes.isEmpty { sentences.append(edgeAttributes) }
    if !constants.isEmpty {
      let same = constants.map { "\($0.title) \($0.text)" }
      sentences.append("The same in every row: \(same.joined(separator: ", ")).")
    }
    return sentences.joined(separator: " ")
  }
}
