import ForceLabPlugins
import ForceLabWorkbench

/// The answer of a run as a table: a row for each algorithm where graphs are the cases, else for each
/// configuration; the measures that the experiment asks for in its order, then the time.
///
/// It arranges what `Findings` and `InstanceRun` computed, and computes no statistics itself.
public struct Scoreboard: Sendable {
  public enum Quantity: String, Sendable {
    /// Of the repeats of a configuration.
    case median
    /// The geometric mean over the instances of the ratio to the best algorithm, from 1.
    case ratio = "mean ratio to the best"
    /// Over the instances: of measures that may be below zero, and so have no ratios.
    case rank = "mean rank"

    /// The end of the name of its column in CSV and JSON.
    var suffix: String {
      switch self {
      case .median: ""
      case .ratio: "_ratio"
      case .rank: "_rank"
      }
    }
  }

  public struct Measure: Sendable {
    public let column: Column
    public let quantity: Quantity
    /// That in which cells show medians of times, or bytes; empty for other columns, whose units are in their
    /// descriptions.
    public let unit: String
    /// The number of instances that count, if the rows are algorithms, and the names of the others.
    var instanceCount = 0
    var excluded: [String] = []
    /// The most repeats of a configuration, without those whose times do not count, if the rows are configurations.
    var repeats = 0
    /// Such as `time ms`.
    public var heading: String { column.heading + (unit.isEmpty ? "" : " \(unit)") }
  }

  /// How a cell compares with the best one of its column, of the same instance.
  public enum Standing: String, Sendable {
    case best
    /// Cannot be told from the best.
    case tied
    case worse
    /// Its row alone has too few distinct repeats for a verdict.
    case untested
    /// There are too few repeats or instances for a verdict, or there is nothing to compare with, or no value.
    case unknown
  }

  public struct Cell: Sendable {
    /// In the unit of the column; infinite if it failed on an instance; nil if there is none.
    public let value: Double?
    /// The 95 % interval; nil if there is none.
    public let interval: ClosedRange<Double>?
    public let standing: Standing
    /// The trials, and those of them that have a value.
    public let trials: Int
    public let good: Int
    /// With no more digits than the interval allows; empty if there is no value.
    public let text: String
    /// In a sentence, such as `1.12 to 1.63`; nil if there is no interval or it is a point.
    public let boundsText: String?
    /// The same in a table: `1.12 … 1.63`.
    public let intervalText: String?

    public var isBest: Bool { standing == .best || standing == .tied }
    /// Whether nobody knows if it is worse than the best.
    var hasNoVerdict: Bool { standing == .unknown || standing == .untested }
    /// `38/40` if a trial has no value.
    public var okText: String? { good < trials ? "\(good)/\(trials)" : nil }
  }

  public struct Row: Sendable {
    /// As in the experiment, such as that of a variant; else the settings that differ, in short.
    public let name: String
    /// The value at each of `paths`.
    public let settings: [String]
    /// The numbers of its configurations: one, or one for each instance.
    public let configurations: [Int]
    /// The trials, and those of them that are `ok`.
    public let trials: Int
    public let good: Int
    /// In the order of `measures`.
    public fileprivate(set) var cells: [Cell]
    /// Whether no other is better in one measure of `front` without being worse in the other; false without a front.
    public let isOnFront: Bool
    /// Its instance, such as a graph, if rows are configurations of several; else nil. Only rows of one are compared.
    public let instance: String?
  }

  /// The swept paths whose values distinguish rows.
  public let paths: [String]
  /// `algorithm`, or `configuration`.
  public let rowTitle: String
  public let measures: [Measure]
  public internal(set) var rows: [Row]
  /// `graph` and `graphs`, if the rows are algorithms over instances; else nil.
  public let instances: InstanceAxes?
  /// The number of instances, of which not all may count in each measure.
  public let instanceCount: Int
  /// The measures that have the same value in every row, with that value, and what it is if it is no median.
  public let constants: [(title: String, text: String)]
  /// Why standings are unknown, such as `there are 5 distinct repeats, and 6 are needed`; nil if none is for that.
  public let missing: String?
  /// The measures of which only the best value is known, without a verdict, even if not all rows are shown.
  let undecided: [Int]
  /// The rows with too few distinct repeats for a verdict, beside others with enough, and the titles of those measures.
  var untested: (rows: [String], titles: [String]) = ([], [])
  /// The time and the first measure of quality, if a row is known to be off their Pareto front; else nil.
  public let front: [Column]?

  /// A sentence on the attributes of edges, such as weights, that layouts depend on; empty if none does.
  public internal(set) var edgeAttributes = ""

  /// Columns without a value are left out. Of several rows, those of one value become `constants`, unless `kept`.
  init(
    paths: [String], rowTitle: String, measures: [Measure], rows: [Row], instances: InstanceAxes?,
    instanceCount: Int, missing: String?, front: [Column]?, kept required: Set<String>
  ) {
    (self.paths, self.rowTitle, self.front) = (paths, rowTitle, front)
    (self.instances, self.instanceCount, self.missing) = (instances, instanceCount, missing)
    let columns = measures.indices.map { index in rows.map { $0.cells[index] } }
    let isConstant = zip(measures, columns).map { measure, cells in
      cells.count > 1 && !required.contains(measure.column.name)
        && cells.allSatisfy { $0.value == cells[0].value && $0.intervalText == nil }
    }
    let kept = measures.indices.filter { index in
      !isConstant[index] && columns[index].contains { $0.value != nil }
    }
    constants = measures.indices.filter { isConstant[$0] && columns[$0][0].value != nil }
      .map { index in
        let (measure, text) = (measures[index], columns[index][0].text)
        let kind = measure.quantity == .median ? "" : " (\(measure.quantity.rawValue))"
        return (measure.heading, text + kind)
      }
    self.measures = kept.map { measures[$0] }
    self.rows = rows
    for row in rows.indices { self.rows[row].cells = kept.map { rows[row].cells[$0] } }
    let all = self.rows
    undecided = kept.indices.filter { index in
      all.count > 1
        && all.contains { $0.cells[index].standing == .unknown && $0.cells[index].value != nil }
        && all.contains { $0.cells[index].standing == .best }
    }
  }
}
