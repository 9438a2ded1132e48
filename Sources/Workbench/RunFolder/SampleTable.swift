import Foundation
import ForceLabSettings

/// Rows of `samples.csv`: of each trial, every n-th one and the last one.
public struct SampleTable: Sendable {
  /// The columns of the file after the trial's number.
  public let columns: [String]
  public let traces: [Int: Trace]

  /// At most `limit` rows of each trial. Throws if the file is damaged. Rows that are not kept are not parsed.
  init(_ data: Data, path: String, trials: Set<Int>, limit: Int) throws(Diagnostic) {
    (columns, traces) = try CSVRows.reading(data, path: path) { (rows) throws(Diagnostic) in
      let header = try rows.next().map { (row) throws(Diagnostic) in try rows.texts(of: row) } ?? []
      guard header.first == TrialColumns.trial else {
        throw rows.damage(at: 0, "the first column must be \(TrialColumns.trial)")
      }
      let traces = try Self.traces(&rows, header, of: trials, limit: limit)
      return (Array(header.dropFirst()), traces)
    }
  }

  private static func traces(
    _ rows: inout CSVRows, _ columns: [String], of trials: Set<Int>, limit: Int
  ) throws(Diagnostic) -> [Int: Trace] {
    var traces: [Int: Trace] = [:]
    // Rows of a trial follow each other, so that the dictionary is rarely used.
    var (current, trace, last) = (-1, Trace(), CSVRows.Row(bytes: 0..<0, line: 0))
    func close() throws(Diagnostic) {
      if trace.count > 0, !(trace.count - 1).isMultiple(of: trace.stride) {
        trace.ending = try rows.numbers(in: last, columns)
      }
      if trace.count > 0 { traces[current] = trace }
    }
    while let row = try rows.next() {
      guard let trial = rows.first(of: row) else {
        throw rows.damage(
          at: row.bytes.lowerBound, "column \(columns[0]) of this row is not a number")
      }
      if trial != current {
        try close()
        (current, trace) = (trial, traces[trial] ?? Trace())
        trace.ending = nil
      }
      guard trials.contains(trial) else { continue }
      let isKept = trace.count.isMultiple(of: trace.stride)
      trace.add(isKept ? try rows.numbers(in: row, columns) : nil, limit: limit)
      last = row
    }
    try close()
    return traces
  }

  /// The kept rows of a trial. Empty fields are NaN.
  public struct Trace: Sendable {
    public private(set) var stride = 1
    fileprivate var count = 0
    private var rows: [[Double]] = []
    /// The last row, if it is not one of the others.
    fileprivate(set) var ending: [Double]?

    /// Counts a row, and keeps it if it is given; of more than `limit`, every second one stays.
    mutating func add(_ row: [Double]?, limit: Int) {
      count += 1
      guard let row else { return }
      rows.append(row)
      guard rows.count > limit else { return }
      rows = Swift.stride(from: 0, to: rows.count, by: 2).map { rows[$0] }
      stride *= 2
    }

    /// The rows at multiples of `stride`, which is a multiple of the trace's own, and the last row.
    public func rows(every stride: Int) -> [[Double]] {
      Swift.stride(from: 0, to: rows.count, by: stride / self.stride).map { rows[$0] }
        + [ending].compactMap { $0 }
    }
  }
}
