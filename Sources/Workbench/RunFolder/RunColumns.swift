import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings

/// The columns of the tables of a run, and what else its statistics depend on, as `columns.json` keeps them.
public struct RunColumns: Codable, Sendable, Equatable {
  public var trials: [Column]
  public var samples: [Column] = []
  /// Nil if the run has no events.
  public var events: [Column]?
  /// The swept paths over which algorithms are compared; nil if there are none.
  public var instances: InstanceAxes?
  /// The value at each swept path of each configuration; nil if those of the trials are all.
  public var configurations: [[String]]?
  /// Whether the times of trials that ran in parallel count.
  package var countsContended: Bool?
  /// The configurations that each limit and each published claim is computed from.
  var limits: [FigureRows]?
  var published: [FigureRows]?

  static let fileName = "columns.json"
}

extension RunColumns {
  init(_ plan: Plan) {
    self.init(
      trials: (plan.columns + StepTimes.columns).uniqued(on: \.name), samples: plan.sampleColumns,
      events: plan.eventColumns.isEmpty ? nil : plan.eventColumns, instances: plan.instances,
      configurations: plan.configurations.map(\.settings),
      countsContended: plan.countsContended ? true : nil,
      limits: plan.limits.isEmpty ? nil : plan.limits.map(\.1),
      published: plan.published.isEmpty ? nil : plan.published.map(\.1))
  }

  /// The column of the hash of what a trial produced; nil if the study has none.
  var outcome: String? { trials.first { $0.use == .outcome }?.name }

  /// The column of the hash of the graph; nil if the study has none.
  package var graph: String? { trials.first { $0.use == .graph }?.name }

  /// The columns of the run in `folder`; none if it has no `columns.json`. Throws if it is damaged.
  package init(folder: Folder) throws(Diagnostic) {
    guard let data = try folder.bytes(of: Self.fileName) else {
      self.init(trials: [])
      return
    }
    guard let columns = RunColumns(runJSON: data), columns.isPossible else {
      throw CSVTable.damage(
        folder.location(of: Self.fileName), "it does not describe the columns of a run")
    }
    self = columns
  }

  /// Whether a run can have written them. Tables compute with the importance of columns.
  private var isPossible: Bool {
    let figures = ((limits ?? []) + (published ?? [])).flatMap { $0.rows + $0.base }
    return (trials + samples).allSatisfy { (0...1_000_000).contains($0.importance) }
      && figures.allSatisfy { $0 > 0 && $0 <= configurations?.count ?? 0 }
  }

  /// Also of `summary.csv`, as `median_stress`. Undeclared columns are described by their names.
  public subscript(name: String) -> Column {
    let declared = trials + samples + StepTimes.columns
    if let column = declared.first(where: { $0.name == name }) { return column }
    let prefix = Statistics.numberNames.first { name.hasPrefix($0 + "_") }
    guard let prefix, let words = Statistics.titles[prefix] else { return Column(undeclared: name) }
    let measure = String(name.dropFirst(prefix.count + 1))
    let column = declared.first { $0.name == measure } ?? Column(undeclared: measure)
    let isCount = ["n", "outliers"].contains(prefix)
    return Column(
      name, "\(words) \(column.title)", unit: isCount ? "" : column.unit,
      better: isCount ? nil : column.better, role: isCount ? .fact : column.role)
  }
}
