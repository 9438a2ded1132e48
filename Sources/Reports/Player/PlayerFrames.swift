import Foundation
import ForceLabGraphs
import ForceLabWorkbench
import ForceLabSettings

/// The recorded frames and the 3D layouts of a run for the player in the report.
enum PlayerFrames {
  /// Browsers cannot animate more nodes or edges.
  static let nodeLimit = 20_000
  static let edgeLimit = 100_000
  private static let minFrames = 12

  /// JSON of about `budget` bytes, and notes on what is omitted; nil if there is nothing to play.
  /// Throws if frames, samples, a graph or a layout is damaged.
  static func payload(_ run: RunReader, budget: Int) throws(Diagnostic) -> (
    json: String?, notes: [String]
  ) {
    let sketches = Sketches(run)
    var scenes: [Scene] = []
    var tooLarge = 0
    for trial in run.trials {
      guard let frames = try frames(of: trial, in: run),
        let sketch = try sketches.sketch(of: trial, frames.graph), sketch.nodes == frames.nodes,
        frames.spans.allSatisfy({ $0[0] < sketch.sources.count })
      else { continue }
      if sketch.nodes > nodeLimit || sketch.sources.count > edgeLimit {
        tooLarge += 1
        continue
      }
      scenes.append(Scene(trial: trial, sketch: sketch, frames: frames))
    }
    var notes: [String] = []
    if tooLarge > 0 {
      notes.append(
        "\(counted(tooLarge, "trial")) with more than \(nodeLimit) nodes or \(edgeLimit) edges cannot "
          + "be played here; the frames are in frames/.")
    }
    guard !scenes.isEmpty else { return (nil, notes) }
    let curves = try Payload.curves(of: scenes.map(\.trial.number), in: run)
    let size = curves.values.reduce(0) { $0 + $1.scriptJSON.utf8.count }
    // Layouts matter more than curves.
    let hasRoom = size < budget / 3
    var payload = fitted(scenes, run, budget: hasRoom ? budget - size : budget, &notes)
    let events = Dictionary(grouping: try run.events(), by: \.trial)
    for index in payload.trials.indices {
      let trial = payload.trials[index].trial
      if hasRoom { payload.trials[index].curve = curves[trial] }
      payload.trials[index].events = events[trial]?.map {
        Payload.Trial.Event(iteration: $0.iteration, text: $0.text.printable)
      }
    }
    return (payload.scriptJSON, notes)
  }

  private struct Scene {
    let trial: TrialRow
    let sketch: GraphSketch
    let frames: Frames
  }

  /// The recorded frames of `trial`, or its layout in 3D as the only one; nil if there is neither.
  private static func frames(of trial: TrialRow, in run: RunReader) throws(Diagnostic) -> Frames? {
    if let frames = try run.frames(of: trial) { return frames }
    guard trial.repetition == 1, trial.isGood, let layout = try run.layout(of: trial),
      layout.count == 3
    else { return nil }
    var frames = Frames(nodes: layout[0].count, dimensions: 3)
    let column = run.columns.trials.first { $0.use == .iterations }
    let count = column.flatMap { run.number($0.name, of: trial) }
    let iterations = count.flatMap { Int(exactly: $0) }
    layout[0].withUnsafeBufferPointer { x in
      layout[1].withUnsafeBufferPointer { y in
        layout[2].withUnsafeBufferPointer { z in frames.append([x, y, z], at: iterations ?? 0) }
      }
    }
    return frames.iterations.isEmpty ? nil : frames
  }

  /// As many as fit, with as many frames each.
  private static func fitted(
    _ scenes: [Scene], _ run: RunReader, budget: Int, _ notes: inout [String]
  ) -> Payload {
    var payload = Payload()
    var left = budget
    for (index, scene) in scenes.enumerated() {
      let hash = scene.frames.graph ?? run.graphHash(of: scene.trial) ?? ""
      if payload.graphs[hash] == nil {
        let graph = Payload.Graph(scene.sketch)
        left -= graph.scriptJSON.utf8.count
        payload.graphs[hash] = graph
      }
      var frames = scene.frames
      var code = FrameCode(frames)
      let share = left / (scenes.count - index)
      while code.base64.utf8.count > share, frames.iterations.count > minFrames {
        frames.thin()
        code = FrameCode(frames)
      }
      guard code.base64.utf8.count <= max(share, 4000), left > 0 else {
        notes.append(
          "Shows \(index) of \(counted(scenes.count, "recorded trial")), as many as fit; all frames are "
            + "in frames/.")
        break
      }
      left -= code.base64.utf8.count
      payload.trials.append(
        Payload.Trial(scene.trial, title: run.title(of: scene.trial), graph: hash, frames, code))
    }
    let used = Set(payload.trials.map(\.graph))
    payload.graphs = payload.graphs.filter { used.contains($0.key) }
    return payload
  }
}
