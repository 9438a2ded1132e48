import ForceLabPages
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation
import Mustache

/// The content of the page; the names are those in `report.mustache`.
struct PageContent {
  struct Statement {
    let html: String
    /// The name of the chart that shows it; nil if there is none.
    let chart: String?
  }

  struct Section<Item> {
    var items: [Item]
    var notes: [String] = []
    let count: Int
    let isEmpty: Bool
    /// Whether the items are drawn smaller because there are many.
    let isLong: Bool

    init(_ items: [Item], notes: [String] = []) {
      (self.items, self.notes) = (items, notes)
      count = items.count
      isLong = items.count > 24
      isEmpty = items.isEmpty && notes.isEmpty
    }
  }

  var style = PageFile.reportStyle.text
  var behavior = PageFile.reportScript.text
  var playerBehavior = PageFile.playerScript.text
  var thumbnailBehavior = PageFile.thumbnailScript.text
  /// The libraries that draw the charts; nil if there are none.
  var chartBehavior: String?
  /// What the player and the drawings on canvases share; nil if there are none.
  var drawingBehavior: String?

  var name: String
  var summary: String?
  /// What was compared, how many trials are ok and the date, in a few words.
  var facts: [String]
  var state: String?
  /// In sentences; nil if there are none.
  var warnings: String?
  var experiment: String?
  /// The answer in at most three sentences.
  var answer: [Statement]
  /// Every other statement.
  var findings: Section<Statement>
  /// As HTML, because the page is rendered twice, first to know its size.
  var scoreboard: String
  /// Whether a chart has room beside the scoreboard.
  var hasNarrowScoreboard: Bool
  /// The measures of each configuration as HTML; nil if the scoreboard has all of them.
  var table: String?
  /// The algorithms over all instances, by measure; empty if the run does not compare them so.
  var comparisons: Section<InstanceSection>
  /// Failed trials of a configuration with the same status.
  var failures: Section<[String: String]>
  var limits: Section<CheckedFigure>
  var claims: Section<CheckedFigure>
  /// With a `name` and a `text` each.
  var machine: [[String: String]]

  /// The chart beside the scoreboard: time against the first measure, if there is one.
  var firstChart: RunCharts.Item?
  /// The other charts.
  var charts = Section<RunCharts.Item>([])
  var sheet = RunDrawings.Sheet()
  /// The layouts by graph and algorithm, instead of those of the sheet; nil if graphs are not the cases.
  var matrix: LayoutMatrix?
  /// The frames for the player as JSON that is safe in HTML; nil if nothing was recorded.
  var player: String?
  var playerNotes: [String] = []

  /// With charts, layouts and the player's frames, as far as the page's size allows, which are also written to `files`.
  /// Units of swept parameters come from `catalog`. Throws if a file is damaged or cannot be written.
  init(
    _ run: RunReader, _ findings: Findings, _ files: DerivedFiles, catalog: Catalog?,
    charts kinds: [any ChartKind]
  ) throws(Diagnostic) {
    name = run.name ?? run.folder
    summary = run.summary
    state = Self.state(run)
    let damage = run.warnings.map { warning in
      "\(warning.location?.file.split(separator: "/").last ?? ""): \(warning.message)"
    }
    let notes = (damage + run.timingWarnings.map(\.message.capitalizedFirst)).map { $0 + "." }
    warnings = notes.isEmpty ? nil : notes.joined(separator: " ")
    experiment = run.experimentText
    let board = Scoreboard(run, findings)
    facts = Self.facts(run, board)
    let isFailed = !run.trials.isEmpty && !run.trials.contains(where: \.isGood)
    let answers =
      isFailed ? [FindingText(text: "All trials failed.")] : Answer(board, run, findings).texts
    answer = answers.map { Statement($0, charts: []) }
    let known = Set(board.measures.map(\.column.name))
    table =
      run.shownMeasures.allSatisfy { known.contains($0.name) } && board.instances == nil
      ? nil
      : try ReportPage.html(
        PageScoreboard(Scoreboard(configurationsOf: run, findings, run.shownMeasures)),
        .configurationsTemplate)
    comparisons = Section(
      findings.comparisons?.map { InstanceSection($0) } ?? [],
      notes: findings.instances.map { [$0.note] } ?? [])
    failures = Self.failures(run)
    limits = Section(try run.limits().map { CheckedFigure($0) })
    claims = Section(try run.claims().map { CheckedFigure($0) })
    let recording = run.recordingText.map { ["name": "recording", "text": $0] }
    machine = (run.environment?.facts ?? []) + [recording].compactMap { $0 }
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    let drawn = try RunCharts.items(of: choice, files)
    let first = drawn.first(showing: board.measures.map(\.column.name))
    firstChart = first
    charts = Section(drawn.filter { $0.name != first?.name }, notes: choice.notes)
    if first != nil {
      chartBehavior = PageFile.chartLibrary.text + PageFile.chartScript.text
    }
    let shown = PageScoreboard(board, colors: first?.colors ?? [:])
    scoreboard = try ReportPage.html(shown, .scoreboardTemplate)
    hasNarrowScoreboard = shown.isNarrow
    let texts = findings.texts(of: run, limit: Self.maxFindings)
    self.findings = Section(texts.map { Statement($0, charts: drawn) })
    var room = ReportPage.limit - (try ReportPage.html(self).utf8.count)
    sheet = try RunDrawings.sheet(run, files, budget: room / 2)
    matrix = LayoutMatrix(sheet.drawings.items, board, over: findings.instances)
    room -= sheet.drawings.items.reduce(0) { $0 + $1.svg.utf8.count + 500 }
    if let graphs = sheet.graphs {
      room -= graphs.utf8.count + PageFile.thumbnailScript.text.utf8.count
    }
    room -= PageScripts.drawing.utf8.count
    let frames = try PlayerFrames.payload(run, budget: room * 9 / 10)
    player = frames.json
    playerNotes = frames.notes
    if player != nil || sheet.graphs != nil { drawingBehavior = PageScripts.drawing }
  }

  private static func facts(_ run: RunReader, _ board: Scoreboard) -> [String] {
    let compared = board.instances.map {
      "\(counted(board.rows.count, board.rowTitle)) on \($0.counted(board.instanceCount))"
    }
    var facts = [
      (compared ?? counted(run.configurations.count, "configuration"))
        + (run.repeats > 1 ? " × \(run.repeats) repeats" : ""),
      "\(run.trials.count(where: \.isGood)) of \(counted(run.trials.count, "trial")) ok",
    ]
    guard let started = run.environment?.startDate else { return facts }
    facts.append(started.text("d MMMM yyyy, HH:mm 'UTC'", zone: .gmt))
    if let ended = run.environment?.endDate, ended > started {
      facts.append("took " + readable(seconds: ended.timeIntervalSince(started)))
    }
    return facts
  }

  private static func state(_ run: RunReader) -> String? {
    let planned = run.configurations.count * run.repeats
    guard run.trials.count < planned else { return nil }
    return
      "\(planned - run.trials.count) of \(counted(planned, "trial")) have not run; resume with "
      + "\(Diagnostic.program) run FILE --resume --out \(run.folder.asArgument)"
  }

  private static func failures(_ run: RunReader) -> Section<[String: String]> {
    let groups = FailureGroup.groups(of: run.trials)
    let totals = Dictionary(run.trials.map { ($0.configuration, 1) }, uniquingKeysWith: +)
    let shown = groups.prefix(maxFailures).map { group in
      let (first, total) = (group.first, totals[group.first.configuration] ?? 0)
      return [
        "configuration": String(first.configuration),
        "settings": settingWords(first.settings, at: run.paths),
        "count": "\(group.trials.count) of \(total) \(first.status)",
        "message": "trial \(first.number): \(first.message)",
      ]
    }
    let rest = groups.dropFirst(shown.count).reduce(0) { $0 + $1.trials.count }
    return Section(
      shown, notes: rest > 0 ? ["And \(counted(rest, "trial")) more; see trials.csv."] : [])
  }

  private static let maxFailures = 100
  private static let maxFindings = 20
}

extension PageContent.Statement {
  /// With names in bold, and without line breaks between numbers and units.
  fileprivate init(_ finding: FindingText, charts: [RunCharts.Item]) {
    let unbroken = finding.text.replacing(/([0-9]) (%|ns|µs|ms|s|min|h)(?![a-z])/) {
      "\($0.output.1)\u{A0}\($0.output.2)"
    }
    html = ReportPage.escaped(unbroken).replacing(/`([^`]+)`/) { "<b>\($0.output.1)</b>" }
    chart = charts.chart(of: finding)?.name
  }
}

extension [RunCharts.Item] {
  /// The chart of the time and the first of `measures`, else of the first measure, else the first chart.
  fileprivate func first(showing measures: [String]) -> RunCharts.Item? {
    let charts = filter { measures.first.map($0.columns.contains) ?? true }
    return charts.first { $0.columns.intersection(measures).count > 1 } ?? charts.first ?? first
  }

  /// The chart of the measure and the path of `finding`; else the first of the measure.
  fileprivate func chart(of finding: FindingText) -> RunCharts.Item? {
    let charts = filter { $0.columns.contains(finding.measure) }
    return charts.first { $0.columns.contains(finding.path) } ?? charts.first
  }
}

extension RunEnvironment {
  var facts: [[String: String]] {
    let memory =
      memoryBytes > 0 ? String(format: "%.1f GiB", Double(memoryBytes) / 1_073_741_824) : ""
    let loads = [loadBefore, loadAfter].compactMap { $0.map { String(format: "%.2f", $0) } }
    let resumptions = resumed?.count ?? 0
    let facts =
      [
        ("machine", Self.joined([cpu, cores > 0 ? counted(cores, "core") : "", memory])),
        ("instructions", cpuFeatures.joined(separator: " ")),
        ("system", Self.joined([os, kernel])),
        ("build", Self.joined([buildFlags, swift.isEmpty ? "" : "Swift \(swift)"])),
        ("commit", commit.map { $0 + (isDirty == true ? ", with changes" : "") } ?? ""),
        ("load before, after", Self.joined(loads)), ("seed", started.isEmpty ? "" : String(seed)),
        ("command", command.joined(separator: " ")), ("began", started), ("ended", ended ?? ""),
        ("resumed", resumptions > 0 ? counted(resumptions, "time") : ""),
      ] + (citations ?? []).map { ("cite", $0) }
    return facts.filter { !$1.isEmpty }.map { ["name": $0, "text": $1] }
  }

  private static func joined(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
