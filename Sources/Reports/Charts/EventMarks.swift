import ForceLabPlugins
import ForceLabSettings

/// The iterations of events, which charts over iterations mark.
struct EventMarks {
  static let note = " Dotted lines mark events."
  /// More lines would hide the curves.
  private static let maxMarks = 40

  private let iterations: [Int: [Int]]

  /// Throws if `events.csv` is damaged.
  init(_ run: ChartedRun) throws(Diagnostic) {
    iterations = Dictionary(grouping: try run.run.events(), by: \.trial)
      .mapValues { $0.map(\.iteration).uniqued.sorted() }
  }

  /// The iterations at which all of `trials` have events; none if they differ.
  func marks(of trials: [Int]) -> [Double] {
    let all = trials.map { iterations[$0] ?? [] }
    guard let first = all.first, first.count <= Self.maxMarks,
      all.allSatisfy({ $0 == first })
    else { return [] }
    return first.map(Double.init)
  }
}
