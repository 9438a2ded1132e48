import Foundation
import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

/// Drawings of the best, median and worst trial of each configuration, or of the first without a measure of quality
/// that has a better direction.
public enum RunDrawings {
  struct Item {
    let trial, configuration: Int
    let title: String
    /// Its quality, such as `stress 0.1273`; nil if it was not measured.
    let quality: String?
    /// The number of `quality`.
    let value: String?
    let role: String
    /// An `svg` or `canvas` element.
    let svg: String
    /// The file of the full drawing, relative to the run folder; nil if the graph is too large.
    let file: String?
    /// What the small picture leaves out, and how it is projected.
    let note: String?
  }

  struct Sheet {
    var drawings = PageContent.Section<Item>([])
    /// The order of the drawings in a sentence; empty if there is no choice.
    var order = ""
    /// What a matrix of the drawings shows.
    var matrixNote = ""
    /// The meaning of the colors as HTML; nil if they have none, or another one for each graph.
    var legend: String?
    /// The graphs of those drawings that are canvases, as JSON that is safe in HTML; nil if there are none.
    var graphs: String?
  }

  enum Role: String {
    case best, worst
    case median = "near the median"
    /// The first, if there is no measure of quality with a better direction.
    case first

    fileprivate var isShown: Bool { self == .median || self == .first }
  }

  private typealias Choice = (trial: TrialRow, role: Role, value: Double?)

  /// More small pictures are canvases, which take a tenth of the bytes.
  private static let maxVectorPictures = 24
  /// Larger graphs are drawn only by `forcelab draw`.
  static let edgeLimit = 20_000

  /// Draws to `path`, by default `layouts/TRIAL.FORMAT` in the run folder, or `layouts/TRIAL-VARIANT.FORMAT` if the
  /// trial has a variant, and returns it. `width` is that of a PNG in px. `overlaps` replaces that of `view`, whose
  /// effect is a note. `seconds` is the time of an animation's motion, by default 8, or that of a scene. A trial that
  /// recorded no frames is run again for an animation, with plugins of `catalog`. Throws if the trial or its layout is
  /// missing, a file is damaged, or a program that makes the format is missing.
  public static func draw(
    _ trial: Int, of run: RunReader, as format: DrawingFormat, width: Int? = nil,
    overlaps: GraphSketch.Overlaps? = nil, seconds: Double? = nil, catalog: Catalog = Catalog(),
    to path: String? = nil
  ) throws(Diagnostic) -> (file: String, note: Diagnostic?) {
    let row = try self.trial(trial, of: run)
    if case .animation(let format) = format {
      let motion =
        if let recorded = try TrialMotion(of: row, in: run, Sketches(run)) { recorded } else {
          try TrialMotion(computing: row, of: run, catalog: catalog)
        }
      let data =
        format == .html
        ? Data(try PlayerFrames.page(of: row, motion, in: run).utf8)
        : try LayoutAnimation(motion, title: run.title(of: row), seconds: seconds)
          .data(as: format, width: width ?? 800)
      let ending = format == .svg ? "animated.svg" : format.rawValue
      return (try write(data, to: path, or: run.drawingName(of: row, ending: ending), run), nil)
    }
    let file = Location(file: "\(run.folder)/\(LayoutFile.name(trial))")
    let sketches = Sketches(run)
    guard let layout = try sketches.layout(of: row) else {
      throw Diagnostic(
        "trial \(trial) with status \(row.status) has no layout: its file is missing, or the run keeps "
          + "none; choose another trial, resume the run, or keep layouts with `record: {layout: final}`",
        at: file)
    }
    guard var sketch = try sketches.sketch(of: row, at: layout) else {
      throw run.problem(
        "trial \(trial) with status \(row.status) has no graph; choose another trial",
        in: "trials.csv")
    }
    if sketch.polygons != nil, overlaps != nil || !format.isPicture {
      throw run.problem(
        "trial \(trial) is a scene of bodies, which have "
          + (format.isPicture
            ? "their places; leave out --overlaps"
            : "no graph; draw them as svg, png, pdf or an animation"))
    }
    if let overlaps { sketch.overlaps = overlaps }
    let picture = try format.bytes(
      of: sketch, layout, title: run.title(of: row), width: width ?? 1600, namesOverlaps: true)
    let written = try write(
      picture.data, to: path, or: run.drawingName(of: row, ending: format.name), run)
    let note = picture.effect.map {
      Diagnostic("moved apart by \($0)", at: Location(file: written), severity: .note)
    }
    return (written, note)
  }

  /// Throws if there is no such trial, or no graph.
  private static func trial(_ trial: Int, of run: RunReader) throws(Diagnostic) -> TrialRow {
    guard let row = run.trials.first(where: { $0.number == trial }) else {
      if run.allTrials.contains(where: { $0.number == trial }) {
        throw run.problem(
          "trial \(trial) is a warm-up, which is not drawn; choose another trial", in: "trials.csv")
      }
      let numbers = run.trials.map(\.number).sorted()
      let range = numbers.first.map { first in
        numbers.count == 1
          ? "the only trial is \(first)" : "trials are \(first) to \(numbers.last ?? first)"
      }
      throw run.problem(
        "unknown trial \(trial); \(range ?? "the run has no trials")", in: "trials.csv")
    }
    guard run.keepsGraphs else { throw run.lack("the run has no graphs: its study uses none") }
    return row
  }

  /// Writes to `path`, or else to the file `name` of the run; returns the path.
  private static func write(
    _ data: Data, to path: String?, or name: String, _ run: RunReader
  ) throws(Diagnostic) -> String {
    if let path {
      try RunManifest.checkIsFree(path)
      try writeFile(data, to: path)
      return path
    }
    let files = DerivedFiles(of: run.files)
    try files.write(data, to: name)
    try files.record()
    return run.files.location(of: name).file
  }

  /// Draws the layouts of `run` into its folder, and medians as small pictures of about `budget`
  /// bytes in total, the best first, each rotated or reflected to match the first of its graph.
  /// Throws if a layout or a graph is damaged or a drawing cannot be written.
  static func sheet(
    _ run: RunReader, _ files: DerivedFiles, budget: Int
  ) throws(Diagnostic) -> Sheet {
    let charted = try ChartedRun(run)
    let measure = charted.mainQuality
    let choices = choices(of: charted, by: measure)
    guard !choices.isEmpty else { return Sheet() }
    let shown = choices.count { $0.role.isShown }
    let share = min(200_000, budget / max(1, shown))
    guard share >= 1500 else {
      let note =
        "Layouts are not shown, because there are \(counted(shown, "configuration")). Draw a trial "
        + "with `\(Diagnostic.program) draw`."
      return Sheet(drawings: PageContent.Section([], notes: [note]))
    }
    let sketches = Sketches(run)
    var items: [Item] = []
    var graphs: [String: Payload.Graph] = [:]
    var firsts: [String: [[Double]]] = [:]
    var legends: Set<String?> = []
    var (large, missing) = (0, 0)
    var turned = false
    for (trial, role, value) in choices {
      let title = run.title(of: trial)
      guard let sketch = try sketches.sketch(of: trial),
        let layout = try sketches.layout(of: trial),
        layout.first?.count == sketch.nodes
      else {
        missing += 1
        continue
      }
      var file: String?
      if max(sketch.sources.count, sketch.nodes) > edgeLimit {
        large += 1
      } else {
        let name = run.drawingName(of: trial, ending: "svg")
        try files.write(LayoutDrawing(sketch, layout, title: title).svg, to: name)
        file = name
      }
      guard role.isShown else { continue }
      let graph = run.graphHash(of: trial) ?? ""
      let first = firsts[graph]
      if first == nil { legends.insert(DrawingLegend.html(NodeColors(sketch))) }
      firsts[graph] = first ?? layout
      // Polygons and a frame have an up and a down.
      let isTurned = sketch.polygons == nil && sketch.frame == nil
      turned = turned || isTurned
      let aligned = isTurned ? first.map { Procrustes.aligned(layout, to: $0) } ?? layout : layout
      var small = Thumbnail(sketch, aligned, title: title, budget: share)
      if !small.note.isEmpty || shown > Self.maxVectorPictures,
        let canvas = Thumbnail(canvasOf: sketch, aligned, graph: graph, title: title, budget: share)
      {
        small = canvas
        var bare = sketch
        bare.labels = nil
        graphs[graph] = graphs[graph] ?? Payload.Graph(bare)
      }
      let notes = [small.note, layout.count > 2 ? Projection.note : ""].filter { !$0.isEmpty }
      items.append(
        Item(
          trial: trial.number, configuration: trial.configuration, title: title,
          quality: value.flatMap { value in
            measure.map { "\($0.heading) \($0.readableText(value))" }
          }, value: value.map { significant($0, digits: 3) }, role: role.rawValue,
          svg: small.element, file: file,
          note: notes.isEmpty ? nil : notes.joined(separator: "; ")))
    }
    var notes: [String] = []
    if large > 0 {
      notes.append(
        "Graphs with more than \(edgeLimit) nodes or edges are shown in part; draw them in full with "
          + "`\(Diagnostic.program) draw`.")
    }
    if missing > 0 && run.keepsGraphs && !items.isEmpty {
      notes.append(
        "\(counted(missing, "layout")) \(missing == 1 ? "is" : "are") missing or damaged.")
    }
    let turn =
      turned ? "Each layout is rotated or reflected to match the first of the same graph." : ""
    let order = (measure.map { "Sorted by \($0.title), the best first. " } ?? "") + turn
    let matrixNote =
      (measure.map { "Each is of a trial with about the median \($0.title), which is below it. " }
        ?? "") + turn
    return Sheet(
      drawings: PageContent.Section(items, notes: notes), order: items.count > 1 ? order : "",
      matrixNote: matrixNote, legend: legends.count == 1 ? legends.first ?? nil : nil,
      graphs: graphs.isEmpty ? nil : graphs.scriptJSON)
  }

  /// The trials of each configuration, the best median first; by quality alone, because times differ in each run.
  private static func choices(of charted: ChartedRun, by measure: Column?) -> [Choice] {
    let (run, better) = (charted.run, measure?.better ?? .lower)
    func value(_ trial: TrialRow) -> Double? { measure.flatMap { run.number($0.name, of: trial) } }
    /// Those without a value last.
    func precedes(_ a: Double?, _ b: Double?) -> Bool {
      a.map { a in b.map { better.precedes(a, $0) } ?? true } ?? false
    }
    let choices = charted.configurations.map { configuration -> [Choice] in
      let ranked = configuration.trials.sorted { precedes(value($0), value($1)) }
      let (median, last) = ((ranked.count - 1) / 2, ranked.count - 1)
      let roles: [(Int, Role)] =
        measure == nil
        ? [(0, .first)]
        : [(median, .median)] + (median > 0 ? [(0, .best)] : [])
          + (last > median ? [(last, .worst)] : [])
      return roles.map { rank, role in (ranked[rank], role, value(ranked[rank])) }
    }
    return choices.sorted { precedes($0.first?.value, $1.first?.value) }.flatMap { $0 }
  }
}
