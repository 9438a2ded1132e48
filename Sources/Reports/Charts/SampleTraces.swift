import Foundation
import ForceLabWorkbench
import ForceLabSettings

/// What some columns of `samples.csv` tell of some trials, thinned: one row in so many, and the last.
struct SampleTraces {
  /// What is kept of a trial.
  struct Trace {
    /// Every how many rows one is kept, from the first on.
    private(set) var stride = 1
    /// The kept rows; in each a number per column, nan where the file has none.
    private(set) var rows: [[Double]] = []
    /// The last row, if it is not among them.
    fileprivate(set) var ending: [Double]?
    private(set) var count = 0

    /// Whether the next row is one to keep.
    var wantsNext: Bool { count.isMultiple(of: stride) }

    /// Counts a row, and keeps what it holds if that is given; of more than `limit` only every other
    /// stays.
    mutating func add(_ row: [Double]?, limit: Int) {
      count += 1
      guard let row else { return }
      rows.append(row)
      guard rows.count > limit else { return }
      rows = Swift.stride(from: 0, to: rows.count, by: 2).map { rows[$0] }
      stride *= 2
    }

    /// The rows that stand in the file at every `stride`th place, a multiple of this trace's own.
    func rows(every stride: Int) -> [[Double]] {
      Swift.stride(from: 0, to: rows.count, by: stride / self.stride).map { rows[$0] }
    }
  }

  /// The columns that are read, all but the trial's number.
  let columns: [String]
  /// What is kept, by the numbers of trials; nothing of those without rows.
  private(set) var traces: [Int: Trace] = [:]

  /// Reads the rows of `trials` in the file at `path`, at most `limit` of each.
  ///
  /// Throws a `Diagnostic` with the line if a row is damaged. Cost: one pass over the file; of rows that
  /// are not kept only the trial's number is read.
  init(
    path: String, trials: Set<Int>, limit: Int = 200
  ) throws(Diagnostic) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw Diagnostic(
        "cannot be read; take it from a copy or run the experiment again", at: Location(file: path))
    }
    let header = data.prefix { $0 != UInt8(ascii: "\n") }
    let names = header.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard names.first == "trial" else {
      throw CSVTable.damage(
        Location(file: path, line: 1), "no file of samples, whose first column is trial")
    }
    columns = Array(names.dropFirst())
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(Diagnostic) in
        var rows = SampleRows(bytes, path: path, columns: names)
        return try Self.traces(&rows, of: trials, limit: limit)
      }
    }
    traces = try result.get()
  }

  private static func traces(
    _ rows: inout SampleRows, of trials: Set<Int>, limit: Int
  ) throws(Diagnostic) -> [Int: Trace] {
    var traces: [Int: Trace] = [:]
    // Rows of a trial follow each other, so that the table of traces is rarely touched.
    var (current, trace, last) = (-1, Trace(), SampleRows.Row(bytes: 0..<0, line: 0))
    func close(_ traces: inout [Int: Trace], _ trace: Trace) throws(Diagnostic) {
      guard trace.count > 0 else { return }
      var trace = trace
      let wasKept = (trace.count - 1).isMultiple(of: trace.stride)
      trace.ending = wasKept ? nil : try rows.numbers(in: last)
      traces[current] = trace
    }
    while let row = try rows.next() {
      let trial = try rows.trial(of: row)
      if trial != current {
        try close(&traces, trace)
        (current, trace) = (trial, traces[trial] ?? Trace())
      }
      guard trials.contains(trial) else { continue }
      trace.add(trace.wantsNext ? try rows.numbers(in: row) : nil, limit: limit)
      last = row
    }
    try close(&traces, trace)
    return traces
  }
}
