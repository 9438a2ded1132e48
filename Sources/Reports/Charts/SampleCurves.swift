import Foundation
import ForceLabWorkbench
import ForceLabSettings

/// The course of trials and of configurations over their iterations.
struct SampleCurves {
  private let traces: SampleTraces

  /// Where iterations stand in a row.
  private let iteration: Int

  /// What the run's `samples.csv` tells of `trials`; nothing if it has no iterations.
  ///
  /// Throws a `Diagnostic` with the line if the file is damaged.
  init?(_ run: RunRecord, trials: Set<Int>) throws(Diagnostic) {
    let path = run.folder + "/samples.csv"
    guard !trials.isEmpty, FileManager.default.fileExists(atPath: path) else { return nil }
    traces = try SampleTraces(path: path, trials: trials)
    guard let iteration = traces.columns.firstIndex(of: "iteration") else { return nil }
    self.iteration = iteration
  }

  /// The columns that there are.
  var columns: [String] { traces.columns }

  /// The points of `column` over the column `x` in the order of the iterations of a trial; empty if
  /// nothing is recorded.
  func points(_ column: String, over x: String = "iteration", of trial: Int) -> [Chart.Point] {
    guard let trace = traces.traces[trial], let place = traces.columns.firstIndex(of: column),
      let across = traces.columns.firstIndex(of: x)
    else { return [] }
    let rows = trace.rows + [trace.ending].compactMap { $0 }
    return rows.filter { $0[place].isFinite && $0[across].isFinite }.map {
      Chart.Point(x: $0[across], y: $0[place])
    }
  }

  /// The median of `column` over the column `x`, with the band in which three fifths of the trials
  /// of `configuration` lie, as long as at least half of the trials go on. One that has ended counts
  /// with its last number, so that the median does not jump when it drops out.
  func spreads(_ column: String, over x: String = "iteration", of configuration: RunConfiguration)
    -> [Chart.Point]
  {
    guard let place = traces.columns.firstIndex(of: column),
      let across = traces.columns.firstIndex(of: x)
    else { return [] }
    let kept = configuration.trials.compactMap { traces.traces[$0.number] }
    guard let stride = kept.map(\.stride).max() else { return [] }
    var courses = kept.map { trace in
      Course(trace.rows(every: stride) + [trace.ending].compactMap { $0 }, iteration: iteration)
    }
    let ends = courses.map(\.end).sorted()
    // The middle one is the last that half of them reach.
    let iterations = Set(courses.flatMap(\.iterations)).filter { $0 <= ends[ends.count / 2] }
    return iterations.sorted().compactMap { iteration in
      let rows = courses.indices.compactMap { courses[$0].row(at: iteration) }
      guard let y = Spread(rows.map { $0[place] }.filter(\.isFinite)),
        let x = Spread(rows.map { $0[across] }.filter(\.isFinite))
      else { return nil }
      return Chart.Point(
        x: across == self.iteration ? iteration : x.median, y: y.median, low: y.low, high: y.high)
    }
  }
}

/// The rows of a trial, one after the other.
private struct Course {
  private let rows: [[Double]]
  private let column: Int
  private var next = 0

  /// `rows` in the order of their iterations, which stand at `iteration` in each.
  init(_ rows: [[Double]], iteration: Int) {
    self.rows = rows
    column = iteration
  }

  var iterations: [Double] { rows.map { $0[column] } }
  var end: Double { rows.last?[column] ?? 0 }

  /// The row of `iteration`, or the last before it; nil before the first. Iterations must be asked for
  /// in ascending order.
  mutating func row(at iteration: Double) -> [Double]? {
    while next < rows.count, rows[next][column] <= iteration { next += 1 }
    return next == 0 ? nil : rows[next - 1]
  }
}
