import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The frames of a trial, and the sketch of all nodes and edges in them.
public struct TrialMotion {
  let frames: Frames
  let sketch: GraphSketch

  /// Those that `run` recorded; nil if there are none. Throws if a file is missing or damaged.
  init?(of trial: TrialRow, in run: RunReader, _ sketches: Sketches) throws(Diagnostic) {
    guard let frames = try run.frames(of: trial) else { return nil }
    try self.init(frames, sketches.sketch(of: trial, frames.graph))
  }

  init?(_ frames: Frames, _ sketch: GraphSketch?) {
    guard let sketch, sketch.nodes == frames.nodes,
      frames.spans.allSatisfy({ $0[0] < sketch.sources.count })
    else { return nil }
    (self.frames, self.sketch) = (frames, sketch)
  }

  private static let frameCount = 200

  /// Runs `trial` of `run` again, which recorded no frames. Starts no other programs, and reads the files that
  /// the experiment names. Throws if the trial is not the same, or cannot be run here.
  init(computing trial: TrialRow, of run: RunReader, catalog: Catalog) throws(Diagnostic) {
    let place = Location(file: "\(run.folder)/experiment.yaml")
    func failure(_ why: String) -> Diagnostic {
      Diagnostic(
        "trial \(trial.number) recorded no frames, and \(why); add `record: {frames: 100}` to the experiment "
          + "and run it again", at: place)
    }
    var (frames, sketch): (Frames?, GraphSketch?)
    do {
      let whole = try Plan(path: place.file, catalog: catalog)
      // The first repeat alone keeps frames.
      let plan = try Plan(
        document: whole.experiment(of: whole.trial(trial.number).trial), folder: run.folder,
        overrides: [Override("record.frames", Self.frameCount)], catalog: catalog)
      guard plan.programs.isEmpty else { throw failure("was computed by another program") }
      let (own, study) = try plan.trial(1)
      let outcome = try study.run(own) { _ in }
      let hash = study.columns.first { $0.use == .outcome }?.name
      let isSame = hash.map { outcome.values[$0]?.text == run.text($0, of: trial) }
      guard isSame == true else { throw failure("has another result when it is run again") }
      let file = outcome.files.first { $0.name == Frames.name(own.number) }
      frames = try file.map { try Frames($0.bytes, file: $0.name) }
      let graph = (frames?.graph ?? run.graphHash(of: trial)).map { "graphs/\($0).json" }
      sketch = outcome.files.first { $0.name == graph }.flatMap { GraphSketch(json: $0.bytes) }
    } catch let error as InvalidExperiment {
      throw failure("cannot be run again: \(error.diagnostics.first?.message ?? "")")
    } catch let error as Diagnostic {
      throw error.location == place ? error : failure("cannot be run again: \(error.message)")
    } catch {
      throw failure("cannot be run again: \(error)")
    }
    guard let frames, let motion = Self(frames, sketch) else { throw failure("keeps none") }
    self = motion
  }
}
