import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation
import Mustache

/// The content of the page; the names are those in `report.mustache`.
struct PageContent {
  struct Fact {
    let name: String
    let text: String
  }

  /// Failed trials of a configuration with the same status.
  struct Failure {
    let configuration: Int
    let settings: String
    /// Such as `3 of 6 diverged`.
    let count: String
    let message: String
  }

  struct Section<Item> {
    var items: [Item]
    var notes: [String] = []
    let isEmpty: Bool
    /// Whether the items are drawn smaller because there are many.
    let isLong: Bool

    init(_ items: [Item], notes: [String] = []) {
      (self.items, self.notes) = (items, notes)
      isLong = items.count > 24
      isEmpty = items.isEmpty && notes.isEmpty
    }
  }

  var style = ReportPage.style
  var behavior = ReportPage.behavior
  var playerBehavior = ReportPage.player
  var thumbnailBehavior = ReportPage.thumbnails
  /// The libraries that draw the charts; nil if there are none.
  var chartBehavior: String?
  /// What the player and the drawings on canvases share; nil if there are none.
  var drawingBehavior: String?

  var name: String
  var summary: String?
  /// Trials, configurations and date, in a few words.
  var facts: [String]
  var state: String?
  var warnings: [String]
  var experiment: String?
  var findings: Section<FindingText>
  var table: PageTable
  /// The algorithms over all instances, by measure; empty if the run does not compare them so.
  var comparisons: Section<InstanceSection>
  var failures: Section<Failure>
  var limits: Section<CheckedFigure>
  var claims: Section<CheckedFigure>
  var machine: [Fact]

  var charts = Section<RunCharts.Item>([])
  var sheet = RunDrawings.Sheet()
  /// The frames for the player as JSON that is safe in HTML; nil if nothing was recorded.
  var player: String?
  var playerNotes: [String] = []
}

extension PageContent {
  init(_ run: RunReader, _ findings: Findings) throws(Diagnostic) {
    name = run.name ?? run.folder
    summary = run.summary
    facts = Self.facts(run)
    state = Self.state(run)
    warnings = (run.warnings + run.timingWarnings).map { $0.message.capitalizedFirst + "." }
    experiment = run.experimentText
    self.findings = Section(
      findings.texts(of: run, limit: Self.maxFindings).map { finding in
        var finding = finding
        finding.text = Self.unbroken(finding.text)
        return finding
      })
    table = PageTable(run, findings)
    comparisons = Section(
      findings.comparisons?.map { InstanceSection($0) } ?? [],
      notes: findings.instances.map { [$0.note] } ?? [])
    failures = Self.failures(run)
    limits = Section(try run.limits().map { CheckedFigure($0) })
    claims = Section(try run.claims().map { CheckedFigure($0) })
    machine = run.environment?.facts ?? []
  }

  /// Adds charts, layouts and the player's frames, as far as the page's size allows. Units of swept
  /// parameters come from `catalog`. Throws if a file is damaged or cannot be written.
  mutating func draw(
    _ run: RunReader, _ files: DerivedFiles, catalog: Catalog?, charts kinds: [any ChartKind]
  ) throws(Diagnostic) {
    let drawn = try RunCharts.items(run, files, catalog: catalog, charts: kinds)
    charts = Section(drawn.items, notes: drawn.notes)
    if !drawn.items.isEmpty { chartBehavior = ReportPage.charts }
    for index in findings.items.indices {
      findings.items[index].chart = drawn.items.chart(of: findings.items[index])?.name
    }
    var room = ReportPage.limit - (try ReportPage.html(self).utf8.count)
    sheet = try RunDrawings.sheet(run, files, budget: room / 2)
    room -= sheet.drawings.items.reduce(0) { $0 + $1.svg.utf8.count + 500 }
    if let graphs = sheet.graphs { room -= graphs.utf8.count + ReportPage.thumbnails.utf8.count }
    room -= ReportPage.drawing.utf8.count
    let frames = try PlayerFrames.payload(run, budget: room * 9 / 10)
    player = frames.json
    playerNotes = frames.notes
    if player != nil || sheet.graphs != nil { drawingBehavior = ReportPage.drawing }
  }

  /// `text` without line breaks between numbers and units.
  private static func unbroken(_ text: String) -> String {
    text.replacing(/([0-9]) (%|ns|µs|ms|s|min|h)(?![a-z])/) { "\($0.output.1)\u{A0}\($0.output.2)" }
  }

  private static func facts(_ run: RunReader) -> [String] {
    var facts = [
      counted(run.trials.count, "trial"),
      counted(run.configurations.count, "configuration")
        + (run.repeats > 1 ? " × \(run.repeats) repeats" : ""),
    ]
    if let recording = run.recordingText { facts.append(recording) }
    guard let started = run.environment?.startDate else { return facts }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "d MMMM yyyy, HH:mm 'UTC'"
    facts.append(formatter.string(from: started))
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
      + "forcelab run FILE --resume --out \(run.folder)"
  }

  private static func failures(_ run: RunReader) -> Section<Failure> {
    let groups = FailureGroup.groups(of: run.trials)
    let totals = Dictionary(run.trials.map { ($0.configuration, 1) }, uniquingKeysWith: +)
    let shown = groups.prefix(maxFailures).map { group in
      let (first, total) = (group.first, totals[group.first.configuration] ?? 0)
      return Failure(
        configuration: first.configuration, settings: settingWords(first.settings, at: run.paths),
        count: "\(group.trials.count) of \(total) \(first.status)",
        message: "trial \(first.number): \(first.message)")
    }
    let rest = groups.dropFirst(shown.count).reduce(0) { $0 + $1.trials.count }
    return Section(
      shown, notes: rest > 0 ? ["And \(counted(rest, "trial")) more; see trials.csv."] : [])
  }

  private static let maxFailures = 100
  private static let maxFindings = 20
}

extension [RunCharts.Item] {
  /// The chart of the measure and the path of `finding`; else the first of the measure.
  fileprivate func chart(of finding: FindingText) -> RunCharts.Item? {
    let charts = filter { $0.columns.contains(finding.measure) }
    return charts.first { $0.columns.contains(finding.path) } ?? charts.first
  }
}

extension RunEnvironment {
  var facts: [PageContent.Fact] {
    let memory =
      memoryBytes > 0 ? String(format: "%.1f GiB", Double(memoryBytes) / 1_073_741_824) : ""
    let loads = [loadBefore, loadAfter].compactMap { $0.map { String(format: "%.2f", $0) } }
    let resumptions = resumed?.count ?? 0
    let facts = [
      ("machine", Self.joined([cpu, cores > 0 ? counted(cores, "core") : "", memory])),
      ("instructions", cpuFeatures.joined(separator: " ")),
      ("system", Self.joined([os, kernel])),
      ("build", Self.joined([buildFlags, swift.isEmpty ? "" : "Swift \(swift)"])),
      ("commit", commit.map { $0 + (isDirty == true ? ", with changes" : "") } ?? ""),
      ("load before, after", Self.joined(loads)), ("seed", started.isEmpty ? "" : String(seed)),
      ("command", command.joined(separator: " ")), ("began", started), ("ended", ended ?? ""),
      ("resumed", resumptions > 0 ? counted(resumptions, "time") : ""),
    ]
    return facts.filter { !$1.isEmpty }.map { PageContent.Fact(name: $0, text: $1) }
  }

  private static func joined(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
