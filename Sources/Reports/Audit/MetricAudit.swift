import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

/// What a run says by other definitions of one of its metrics: the layouts are measured again, and the values of each
/// swept path are compared with the first by each definition.
public struct MetricAudit {
  /// A comparison of two values, with its verdict by each definition.
  struct Verdicts {
    let path, base, new: String
    /// The settings of the cell; empty if it is over all graphs.
    let cell: String
    let all: [ComparisonVerdict]

    private var first: ComparisonVerdict { all[0] }
    var isClear: Bool { [.better, .worse].contains(first) }
    var isReversed: Bool { isClear && all.contains(first == .better ? .worse : .better) }
    var isKept: Bool { isClear && all.allSatisfy { $0 == first } }
  }

  public let metric: any Metric
  /// The column of the metric, and those of the other definitions.
  private let columns: [Column]
  private(set) var verdicts: [Verdicts] = []
  /// The trials with a value of the metric, and the sizes of their graphs.
  private var measured: [(nodes: Int, trial: Int, value: Double)] = []
  let run: RunReader
  private let sketches: Sketches

  /// Throws if the run has no layouts, has other values of `metric`, or a file is damaged. `paths` are swept paths; if
  /// empty, all that can be compared and are not instances such as graphs.
  public init(_ run: RunReader, _ metric: any Metric, by paths: [String] = []) throws {
    (self.run, self.metric) = (run, metric)
    sketches = Sketches(run)
    let metrics = [metric] + MetricDefinitions.others(of: metric)
    var columns = [metric.columns[0]]
    columns += metrics.dropFirst().flatMap(\.columns).filter { $0.better != nil }
    self.columns = columns
    var values: [Int: [Double?]] = [:]
    for trial in run.trials where trial.isGood {
      guard let layout = try layout(of: trial) else { continue }
      let own = metrics.flatMap { metric in
        zip(metric.columns, metric.values(of: layout)).filter { column, _ in
          columns.contains { $0.name == column.name }
        }.map(\.1)
      }
      try check(own[0], of: trial)
      values[trial.number] = own
      if let value = own[0] { measured.append((layout.graph.nodeCount, trial.number, value)) }
    }
    guard run.trials.contains(where: \.isGood) else {
      throw run.problem(
        "all trials failed, so there are no layouts; `\(Diagnostic.program) show` says why")
    }
    guard !values.isEmpty else {
      throw run.lack(
        "the run has no layouts: their files are missing, or it keeps none; resume it, or run it with "
          + "`record: {layout: final}`")
    }
    guard !measured.isEmpty else {
      throw run.problem("none of the layouts has \(metric.name); choose another metric")
    }
    // The run may have measured other definitions with other parameters.
    let extended = try run.adding(columns, values)
    let compared = paths.isEmpty ? run.settingPaths.filter(run.isComparable) : paths
    for path in compared { try compare(path, in: extended) }
  }

  private func layout(of trial: TrialRow) throws -> FinishedLayout? {
    guard let places = try sketches.layout(of: trial),
      let sketch = try sketches.sketch(of: trial, at: places)
    else { return nil }
    guard sketch.polygons == nil else {
      throw run.problem(
        "its trials are scenes of bodies, which have no \(metric.name); choose a run of layouts")
    }
    return FinishedLayout(try sketch.graph(), at: places)
  }

  /// Throws if the run has another value than the one that was `measured` here.
  private func check(_ measured: Double?, of trial: TrialRow) throws(Diagnostic) {
    let name = columns[0].name
    guard let value = run.number(name, of: trial) else { return }
    let isSame = measured.map { abs($0 - value) <= 1e-6 * max(1e-6, abs(value)) } ?? false
    guard !isSame else { return }
    throw run.problem(
      "trial \(trial.number) has \(name) \(value.roundedText), but its layout has "
        + "\(measured?.roundedText ?? "none") here; give the metric the parameters that it has in the run, such "
        + "as --metric '{stress: {distance: weight}}'. Sizes of nodes, and groups that the "
        + "run does not show as colors, are unknown here, and another build may measure otherwise")
  }

  private mutating func compare(_ path: String, in run: RunReader) throws {
    let table = try PairedTable(run, by: path)
    let statements = try columns.flatMap { column in
      var options = Comparison.Options()
      options.measures = [column.name]
      return try Comparison(table, options).statements().filter { $0.assessment != nil }
    }
    let groups = statements.grouped { [$0.base, $0.new] + $0.settings }
    verdicts += groups.filter { $0.members.count == columns.count }.map {
      Verdicts(
        path: path, base: $0[0], new: $0[1],
        cell: settingWords(Array($0.dropFirst(2)), at: table.paths),
        all: $1.compactMap(\.assessment))
    }
  }

  /// The trial with the median value of the smallest graph: the best leave no room for worse drawings of that value.
  public var typicalTrial: Int? {
    let fewest = measured.map(\.nodes).min()
    let own = measured.filter { $0.nodes == fewest }.sorted {
      ($0.value, $0.trial) < ($1.value, $1.trial)
    }
    return own.isEmpty ? nil : own[own.count / 2].trial
  }

  /// Looks for a worse drawing with the value of that of `trial`, in `moves` moves. Throws if it cannot be measured.
  public func counterexample(
    to trial: Int, raising harmful: any Metric, moves: Int, seed: UInt64, observe: (Int) -> Void
  ) throws -> Counterexample {
    let row = run.trials.first { $0.number == trial }
    guard let row, let layout = try layout(of: row), let sketch = try sketches.sketch(of: row)
    else { throw run.problem("trial \(trial) has no layout; choose another trial") }
    guard
      var search = EqualValueSearch(
        layout.graph, at: layout.coordinates, keeping: metric, raising: harmful, seed: seed)
    else {
      throw run.problem(
        "the drawing of trial \(trial) has no \(metric.name) or no \(harmful.name) to search with; "
          + "choose another trial, or --moves 0 to see the verdicts alone"
      )
    }
    let (original, found) = search.run(moves: moves, observe: observe)
    return Counterexample(
      trial: trial, sketch: sketch, metric: metric.name, harmful: harmful.name, original: original,
      found: found)
  }

  /// What the other definitions say of the verdicts, and what `example` shows.
  public func sentences(_ example: Counterexample?) -> [String] {
    [verdictSentence] + (example.map { [$0.sentence] } ?? [])
  }

  private var verdictSentence: String {
    guard columns.count > 1 else {
      return
        "No other definition of `\(metric.name)` is known here; `\(Diagnostic.program) list metrics` has all measures."
    }
    let others = columns.dropFirst().map { "`\($0.name)`" }.listed()
    if verdicts.isEmpty { return "The run compares nothing that could be judged by \(others)." }
    let clear = verdicts.filter(\.isClear)
    guard !clear.isEmpty else {
      return
        "Of \(counted(verdicts.count, "comparison")), none has a verdict by `\(columns[0].name)`, so none can change."
    }
    let (kept, reversed) = (clear.count(where: \.isKept), clear.count(where: \.isReversed))
    return
      "\(counted(clear.count, "comparison")) \(clear.count == 1 ? "has" : "have") a verdict by `\(columns[0].name)`. "
      + "By \(others): \(kept) of \(clear.count) confirmed, \(reversed) reversed"
      + (columns.count > 2 ? " by at least one" : "")
      + ", \(clear.count - kept - reversed) unclear."
      + (columns.dropFirst().contains { $0.name == "raw_stress" }
        ? " `raw_stress` is that of edges of 1 px, so it depends on how large the layouts are."
        : "")
  }

  /// The verdicts that do not stay, those that are reversed first.
  public var table: Table {
    let changed = verdicts.filter { $0.isClear && !$0.isKept }
    let rows = changed.filter(\.isReversed) + changed.filter { !$0.isReversed }
    let cell = TableColumn<Verdicts>.text("where") { $0.cell.isEmpty ? "all graphs" : $0.cell }
    let assessments = columns.enumerated().map { index, column in
      TableColumn<Verdicts>.text(column.name) { $0.all[index].rawValue }
    }
    return Table(
      rows,
      [.text("path") { $0.path }, .text("base") { $0.base }, .text("new") { $0.new }]
        + (rows.contains { !$0.cell.isEmpty } ? [cell] : []) + assessments)
  }

  /// The page of an audit: two drawings with one value, and the verdicts that depend on the definition.
  public func page(_ example: Counterexample?) throws(Diagnostic) -> String {
    try SummaryPage(
      "\(metric.name): audit", sentences: sentences(example),
      drawings: example.map {
        .init(title: "Two drawings with the same \(metric.name)", pair: $0.drawings)
      },
      tables: [PageTable("Verdicts by other definitions", table)]
    ).html
  }
}

/// Two drawings of one graph with the same value of a metric, one of them worse to the eye.
public struct Counterexample {
  let trial: Int
  let sketch: GraphSketch
  let metric, harmful: String
  let original, found: EqualValueSearch.Drawing

  public var sentence: String {
    let harm = "\(harmful) \(found.harm.roundedText) instead of \(original.harm.roundedText)"
    return found.harm > original.harm
      ? "Another drawing of trial \(trial) has \(metric) \(found.value.roundedText), as the original has "
        + "\(original.value.roundedText), and \(harm)."
      : "No worse drawing of trial \(trial) with the same \(metric) was found; use more --moves."
  }

  /// The two drawings in one frame, so that their scales are the same.
  fileprivate var drawings: [SummaryPage.Drawing] {
    [("trial \(trial)", original), ("same \(metric)", found)].map { title, drawing in
      let values = "\(metric) \(drawing.value.roundedText), \(harmful) \(drawing.harm.roundedText)"
      return SummaryPage.Drawing(
        svg: LayoutDrawing(sketch, drawing.coordinates, title: title, namesOverlaps: false).svg,
        caption: "\(title): \(values)")
    }
  }
}

extension Double {
  /// With five digits, which tell values apart that differ by less than 1 %.
  var roundedText: String { rounded(digits: 5).shortText }
}

extension GraphSketch {
  /// The graph for measures, with its groups and the numbers of the edges. Throws if edges have ends that are no nodes.
  func graph() throws -> Graph {
    let groups: [String]? = if case .words(_, let values)? = color { values } else { nil }
    let numbers = (edgeAttributes ?? []).compactMap { column in
      column.numbers.map { (column.name, $0) }
    }
    return try Graph(
      nodeCount: nodes, sources: sources, targets: targets, groups: groups,
      edgeAttributes: Attributes(values: Dictionary(firstOf: numbers)))
  }
}
