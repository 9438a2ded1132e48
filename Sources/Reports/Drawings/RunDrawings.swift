import Foundation
import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// A layout that has been drawn, as a page tells of it.
struct DrawnLayout {
  /// The trial that left it, and its configuration.
  let trial, configuration: Int
  /// What the configuration has at the swept paths, in short.
  let title: String
  /// Which of its configuration it is.
  let role: Role
  /// A small picture of it, an SVG element for a page.
  let svg: String
  /// The file of the whole drawing below the folder of the run; nil if it was too large to be drawn
  /// without being asked for.
  let file: String?
  /// What the small picture leaves out, or how it is seen; empty if there is nothing to say.
  let note: String

  /// What a trial is among those of its configuration.
  enum Role: String {
    case best, median, worst
    /// The first, where nothing tells which is better.
    case first
  }
}

extension DrawnLayout.Role {
  /// Whether it stands for its configuration.
  fileprivate var isShown: Bool { self == .median || self == .first }
}

/// The drawings of a run: of the best, the median and the worst trial of each configuration, or of the
/// first where no measure of quality tells them apart.
enum RunDrawings {
  /// Larger graphs are drawn only by `forcelab draw`.
  static let edgeLimit = 20_000

  /// Draws the layouts of `run` into its folder, and the median of each configuration in small, in
  /// about `budget` bytes together.
  ///
  /// Throws a `Diagnostic` if a layout or a graph is damaged or a drawing cannot be written. Cost:
  /// reads the layouts that are drawn.
  static func draw(_ run: RunRecord, budget: Int) throws(Diagnostic) -> (
    layouts: [DrawnLayout], notes: [String]
  ) {
    let choices = choices(in: run)
    guard !choices.isEmpty else { return ([], []) }
    let shelf = SketchFolder(run)
    let medians = choices.count { $0.role.isShown }
    let share = min(200_000, budget / max(1, medians))
    guard share >= 1500 else {
      let note =
        "\(counted(medians, "configuration")) are too many to be drawn side by side; "
        + "draw a trial by `forcelab draw`."
      return ([], [note])
    }
    var layouts: [DrawnLayout] = []
    var leftOut = 0
    var missing = 0
    for choice in choices {
      guard let sketch = try shelf.sketch(of: choice.trial),
        let layout = try run.layout(of: choice.trial), layout.first?.count == sketch.nodes
      else {
        missing += 1
        continue
      }
      let isLarge = max(sketch.sources.count, sketch.nodes) > edgeLimit
      if isLarge { leftOut += 1 }
      let file = isLarge ? nil : try draw(layout, sketch, choice, run)
      guard choice.role.isShown else { continue }
      let small = Thumbnail(sketch, layout, title: choice.title, budget: share)
      let notes = [small.note, layout.count > 2 ? Projection.note : ""].filter { !$0.isEmpty }
      layouts.append(
        DrawnLayout(
          trial: choice.trial.number, configuration: choice.configuration, title: choice.title,
          role: choice.role, svg: small.svg, file: file, note: notes.joined(separator: "; ")))
    }
    let note =
      "Graphs of more than \(edgeLimit) nodes or edges are shown in part; `forcelab draw` draws them "
      + "whole."
    var notes = leftOut > 0 ? [note] : []
    if missing > 0 && run.tellsOfGraphs && !layouts.isEmpty {
      notes.append(
        "\(counted(missing, "layout")) \(missing == 1 ? "is" : "are") missing or damaged.")
    }
    return (layouts, notes)
  }

  private static func draw(
    _ layout: [[Double]], _ sketch: GraphSketch, _ choice: Choice, _ run: RunRecord
  ) throws(Diagnostic) -> String {
    let name = "layouts/\(choice.trial.number).svg"
    let drawing = LayoutDrawing(sketch, layout, title: choice.title)
    try writeFile(drawing.svg, to: "\(run.folder)/\(name)")
    return name
  }

  /// A trial that is drawn, and why.
  private struct Choice {
    let trial: TrialRow
    let configuration: Int
    let title: String
    let role: DrawnLayout.Role
  }

  /// The median of each configuration, and the best and the worst where these are others. Times are no
  /// measure of a drawing, and would choose others the next time.
  private static func choices(in run: RunRecord) -> [Choice] {
    let measure = ChartedRun(run, catalog: nil).columns(for: .quality).first
    let groups = Dictionary(grouping: run.trials.filter(\.isGood)) { $0.configuration }
    return groups.sorted { $0.key < $1.key }.flatMap { configuration, trials in
      let ranked = ranked(trials, by: measure, in: run)
      let (median, last) = ((ranked.count - 1) / 2, ranked.count - 1)
      let roles: [(Int, DrawnLayout.Role)] =
        measure == nil
        ? [(0, .first)]
        : [(median, .median)] + (median > 0 ? [(0, .best)] : [])
          + (last > median ? [(last, .worst)] : [])
      return roles.map { place, role in
        Choice(
          trial: ranked[place], configuration: configuration, title: run.title(of: ranked[place]),
          role: role)
      }
    }
  }

  /// The best first, by `measure`; those without a number of it last.
  private static func ranked(_ trials: [TrialRow], by measure: Column?, in run: RunRecord)
    -> [TrialRow]
  {
    guard let measure else { return trials }
    let isGreaterBetter = measure.better == .higher
    let numbered = trials.map { ($0, (try? run.number(measure.name, of: $0)) ?? nil) }
    return numbered.sorted { a, b in
      guard let first = a.1 else { return false }
      return b.1.map { isGreaterBetter ? first > $0 : first < $0 } ?? true
    }.map(\.0)
  }
}

extension RunRecord {
  /// What `trial` has at the swept paths, in short; its experiment's name if nothing is swept.
  func title(of trial: TrialRow) -> String {
    let settings = SettingColumns(paths, [trial.settings]).rows[0].filter { !$0.isEmpty }
    guard settings.isEmpty else { return settings.joined(separator: " · ") }
    return experiment?["name"]?.scalar?.text ?? "trial \(trial.number)"
  }
}

/// The sketches of the graphs of a run, each read once.
final class SketchFolder {
  private let run: RunRecord
  private var sketches: [String: GraphSketch] = [:]

  init(_ run: RunRecord) { self.run = run }

  /// The graph that `trial` laid out; nil if the run kept none.
  ///
  /// Throws a `Diagnostic` if its file is missing or damaged.
  func sketch(of trial: TrialRow) throws(Diagnostic) -> GraphSketch? {
    guard let hash = run.text("graph_hash", of: trial) else { return nil }
    if let sketch = sketches[hash] { return sketch }
    let path = "\(run.folder)/graphs/\(hash).json"
    guard let data = FileManager.default.contents(atPath: path),
      let sketch = GraphSketch(json: data)
    else {
      throw Diagnostic(
        "no graph, or a damaged one; take the file from a copy or run the experiment again",
        at: Location(file: path))
    }
    sketches[hash] = sketch
    return sketch
  }
}
