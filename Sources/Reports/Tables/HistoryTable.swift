import ForceLabPlugins
import ForceLabWorkbench

/// Figures of runs beside the latest records of the same figures.
public struct HistoryTable: Sendable {
  fileprivate struct Line {
    let now: FigureRecord
    let before: FigureRecord
    let column: Column
  }

  private let lines: [Line]
  private let unknown: Int
  private let folder: String

  /// The figures of `runs`. Throws a `Diagnostic` if a file of a run is damaged.
  public init(_ runs: [RunReader], _ records: MachineRecords) throws {
    let figures = try runs.flatMap { run in
      try run.figureRecords().map { (now: $0, column: run.columns[$0.column]) }
    }
    lines = figures.compactMap { now, column in
      records.latest(of: now).map { Line(now: now, before: $0, column: column) }
    }
    (unknown, folder) = (figures.count - lines.count, records.folder)
  }

  public func text(width: Int = .max) -> String {
    var parts: [String] = []
    if !lines.isEmpty { parts.append(table.text(width: width)) }
    let others = lines.filter { $0.before.machine != $0.now.machine }
    if let other = others.first {
      parts.append(
        wrapped(
          "There are no records of this machine for \(counted(others.count, "figure")), so they are "
            + "compared with \(other.before.processor), \(counted(other.before.cores, "core")): "
            + "their times say little.", width: width))
    }
    if unknown > 0 {
      parts.append(
        wrapped(
          "\(counted(unknown, "figure")) without a record in \(folder); `make records` adds them.",
          width: width))
    }
    return parts.joined(separator: "\n\n")
  }

  private var table: Table {
    Table(
      lines,
      [
        .text("figure") { $0.now.name }, .number("recorded") { $0.text($0.before.measured) },
        .number("now") { $0.text($0.now.measured) },
        .number("95 % interval", importance: 2) { line in
          line.now.interval.map { "\(line.text($0.lowerBound)) … \(line.text($0.upperBound))" }
            ?? ""
        },
        .number("ratio") { $0.ratio.map { readable($0) } ?? "" },
        .text("date", importance: 3) { String($0.before.date.prefix(10)) },
        .text("commit", importance: 1) { String($0.before.commit.prefix(8)) },
      ])
  }
}

extension HistoryTable.Line {
  fileprivate var ratio: Double? {
    guard let old = before.measured, let new = now.measured, old != 0 else { return nil }
    return new / old
  }

  fileprivate func text(_ value: Double?) -> String {
    guard let value else { return "none" }
    if now.isRatio { return "\(readable(value)) ×" }
    return column.readableText(value)
  }
}
