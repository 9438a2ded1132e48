import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension RunReader {
  /// The settings of `trial` at the swept paths, numbers with their names, such as
  /// `kd-tree · strength −30`; the name of the experiment if nothing is swept. The status follows if it is not `ok`.
  func title(of trial: TrialRow) -> String {
    var parts = zip(trial.settings, shortNames(of: paths)).compactMap {
      ConfigurationLabels.text($0, called: $1)
    }
    if parts.isEmpty { parts = [experiment?["name"]?.scalar?.text ?? "trial \(trial.number)"] }
    if !trial.isGood { parts.append(trial.status) }
    return parts.joined(separator: " · ")
  }

  func graphHash(of trial: TrialRow) -> String? {
    columns(for: .graph).first.flatMap { text($0.name, of: trial) }
  }

  /// The file of the drawing of `trial`, with the name of its variant.
  func drawingName(of trial: TrialRow, ending: String) -> String {
    let variant = paths.firstIndex(of: "variant").map { trial.settings[$0] }
    // The name comes from a file that others may have changed.
    let suffix = variant.flatMap { Experiment.isName($0) ? "-\($0)" : nil } ?? ""
    return "layouts/\(trial.number)\(suffix).\(ending)"
  }
}

/// The graphs of a run, each read once.
final class Sketches {
  private let run: RunReader
  private var sketches: [String: GraphSketch] = [:]

  init(_ run: RunReader) { self.run = run }

  private static func file(of hash: String) -> String { "graphs/\(hash).json" }

  /// The sketch of the hash `other`, which comes from a file, or else of the trial's graph. Nil if the
  /// run kept none. Throws if its file is missing or damaged.
  func sketch(of trial: TrialRow, _ other: String? = nil) throws(Diagnostic) -> GraphSketch? {
    let named = other.flatMap { $0.count == 16 && $0.allSatisfy(\.isHexDigit) ? $0 : nil }
    guard let hash = named ?? run.graphHash(of: trial) else { return nil }
    if let sketch = sketches[hash] { return sketch }
    let name = Self.file(of: hash)
    guard let sketch = try run.files.bytes(of: name).flatMap({ GraphSketch(json: $0) }) else {
      throw Diagnostic(
        "missing or damaged graph; restore the file from a copy, or resume the run",
        at: run.files.location(of: name))
    }
    sketches[hash] = sketch
    return sketch
  }

  /// The layout of `trial`; nil if it left none. Throws if it is damaged, or its ids are not those of the graph, unless
  /// the graph is missing.
  func layout(of trial: TrialRow) throws(Diagnostic) -> [[Double]]? {
    guard try run.files.holds(LayoutFile.name(trial.number)) else { return nil }
    if let hash = run.graphHash(of: trial), try !run.files.holds(Self.file(of: hash)) {
      return try run.layout(of: trial)
    }
    let sketch = try sketch(of: trial)
    return try run.layout(
      of: trial, ids: sketch.map { sketch in sketch.ids ?? (0..<sketch.nodes).map(String.init) })
  }

  /// The graph of a trial that left `layout`; nil if the run kept none. Throws if they have different numbers of nodes.
  func sketch(of trial: TrialRow, at layout: [[Double]]) throws(Diagnostic) -> GraphSketch? {
    guard let sketch = try sketch(of: trial) else { return nil }
    guard layout[0].count == sketch.nodes else {
      throw run.problem(
        "\(counted(layout[0].count, "node")), but the graph has \(sketch.nodes): one of the files is "
          + "damaged; resume the run, or run the experiment again",
        in: LayoutFile.name(trial.number))
    }
    return sketch
  }
}
