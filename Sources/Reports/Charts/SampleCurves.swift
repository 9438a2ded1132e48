import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

struct SampleCurves {
  private let table: SampleTable
  private let declared: [Column]
  /// The column over which curves are drawn by default.
  let iterations: Column
  private let iteration: Int

  /// Nil if the run recorded no iterations. Throws if `samples.csv` is damaged. Cost: one pass over the file.
  init?(_ run: RunReader, trials: Set<Int>) throws(Diagnostic) {
    guard let table = try run.samples(of: trials),
      let iterations = run.columns.samples.first(where: { $0.use == .iteration }),
      let iteration = table.columns.firstIndex(of: iterations.name)
    else { return nil }
    (self.table, self.iterations, self.iteration) = (table, iterations, iteration)
    declared = run.columns.samples
  }

  /// The first recorded column for `use`.
  func column(for use: Column.Use) -> Column? {
    declared.first { $0.use == use && table.columns.contains($0.name) }
  }

  /// In the order of iterations; none if nothing was recorded.
  func points(_ column: String, of trial: Int) -> [Chart.Row] {
    guard let trace = table.traces[trial], let y = table.columns.firstIndex(of: column)
    else { return [] }
    return trace.rows(every: trace.stride).filter { $0[y].isFinite && $0[iteration].isFinite }.map {
      Chart.Row(x: $0[iteration], y: $0[y])
    }
  }

  /// The medians and the 20th and 80th percentile of trials, up to the iteration that half of them
  /// reach. A trial that has ended counts with its last value, so that ends cause no jumps.
  func spreads(
    _ column: String, over x: String? = nil, of configuration: ConfigurationTrials
  ) -> [Chart.Row] {
    guard let y = table.columns.firstIndex(of: column),
      let x = x.map({ table.columns.firstIndex(of: $0) }) ?? iteration
    else { return [] }
    let kept = configuration.trials.compactMap { table.traces[$0.number] }
    guard let stride = kept.map(\.stride).max() else { return [] }
    let trials = kept.map { $0.rows(every: stride) }
    let ends = trials.map { $0.last?[iteration] ?? 0 }.sorted()
    let iterations = Set(trials.joined().map { $0[iteration] }).filter {
      $0 <= ends[ends.count / 2]
    }
    var next = trials.map { _ in 0 }
    return iterations.sorted().compactMap { now in
      // The row of each trial at this iteration, or the last before it.
      let rows = trials.indices.compactMap { trial -> [Double]? in
        while next[trial] < trials[trial].count, trials[trial][next[trial]][iteration] <= now {
          next[trial] += 1
        }
        return next[trial] == 0 ? nil : trials[trial][next[trial] - 1]
      }
      guard let values = Spread(rows.map { $0[y] }.filter(\.isFinite)),
        let xs = Spread(rows.map { $0[x] }.filter(\.isFinite))
      else { return nil }
      return Chart.Row(
        x: x == iteration ? now : xs.median, y: values.median, low: values.low, high: values.high)
    }
  }
}

extension ChartedRun {
  static let eventNote = " Dotted lines mark events."
  /// More lines would hide the curves.
  private static let maxMarks = 40

  /// The iterations of the events that all trials of a panel share, by its title. Throws if `events.csv` is damaged.
  func events(
    of panels: [(title: String, trials: [TrialRow])]
  ) throws(Diagnostic) -> [String: [Double]] {
    let iterations = Dictionary(grouping: try run.events(), by: \.trial)
      .mapValues { $0.map(\.iteration).uniqued.sorted() }
    func marks(of trials: [TrialRow]) -> [Double] {
      let all = Set(trials.map { iterations[$0.number] ?? [] })
      guard all.count == 1, let marks = all.first, marks.count <= Self.maxMarks else { return [] }
      return marks.map(Double.init)
    }
    let all = panels.map { ($0.title, marks(of: $0.trials)) }
    return Dictionary(firstOf: all.filter { !$1.isEmpty })
  }
}
