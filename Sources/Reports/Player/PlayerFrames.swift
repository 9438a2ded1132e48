import ForceLabGraphs
import ForceLabPages
import ForceLabSettings
import ForceLabWorkbench

/// The recorded frames and the 3D layouts of a run for the player in the report.
enum PlayerFrames {
  /// Browsers cannot paint more nodes or edges.
  private static let nodeLimit = 20_000
  private static let edgeLimit = 100_000
  private static let minFrames = 12
  /// The maximum size of the frames in a page of one trial in bytes; more of them are thinned.
  private static let pageBudget = 16_000_000

  static func isTooLarge(_ sketch: GraphSketch) -> Bool {
    sketch.nodes > nodeLimit || sketch.sources.count > edgeLimit
  }

  /// JSON of about `budget` bytes, and notes on what is omitted; nil if there is nothing to play.
  /// Throws if frames, samples, a graph or a layout is damaged.
  static func payload(_ run: RunReader, budget: Int) throws(Diagnostic) -> (
    json: String?, notes: [String]
  ) {
    let sketches = Sketches(run)
    var trials: [TrialRow] = []
    var tooLarge = 0
    for trial in run.trials {
      guard let motion = try motion(of: trial, in: run, sketches) else { continue }
      if isTooLarge(motion.sketch) { tooLarge += 1 } else { trials.append(trial) }
    }
    var notes: [String] = []
    if tooLarge > 0 {
      notes.append(
        "\(counted(tooLarge, "trial")) with more than \(nodeLimit) nodes or \(edgeLimit) edges cannot "
          + "be played here; the frames are in frames/.")
    }
    // Frames may be too large to keep those of all trials.
    let json = try json(of: trials, run, budget: budget, &notes) { (trial) throws(Diagnostic) in
      try motion(of: trial, in: run, sketches)
    }
    return (json, notes)
  }

  /// A page with the player of one trial, which loads nothing. Throws if the graph or its frames are too large.
  static func page(
    of trial: TrialRow, _ motion: TrialMotion, in run: RunReader
  ) throws(Diagnostic) -> String {
    guard !isTooLarge(motion.sketch) else {
      throw Diagnostic(
        "\(counted(motion.sketch.nodes, "node")) and \(counted(motion.sketch.sources.count, "edge")) are too "
          + "many for the player; use --format mp4", at: nil)
    }
    var notes: [String] = []
    let player = try json(of: [trial], run, budget: pageBudget, &notes) { _ in motion }
    guard let player else {
      throw Diagnostic(
        "the graph and its frames are too large for the player; use --format mp4", at: nil)
    }
    let content = [
      "name": run.name ?? "ForceLab", "title": run.title(of: trial),
      "player": player, "style": PageFile.reportStyle.text,
      "script": PageScripts.drawing + PageFile.playerScript.text,
    ]
    return try ReportPage.html(content, .playerTemplate)
  }

  /// Nil if no trial fits.
  private static func json(
    of trials: [TrialRow], _ run: RunReader, budget: Int, _ notes: inout [String],
    _ motion: (TrialRow) throws(Diagnostic) -> TrialMotion?
  ) throws(Diagnostic) -> String? {
    let curves = try Payload.curves(of: trials.map(\.number), in: run)
    let size = curves.values.reduce(0) { $0 + $1.scriptJSON.utf8.count }
    // Layouts matter more than curves.
    let hasRoom = size < budget / 3
    let room = hasRoom ? budget - size : budget
    var payload = try fitted(trials, run, budget: room, &notes, motion)
    guard !payload.trials.isEmpty else { return nil }
    let events = Dictionary(grouping: try run.events(), by: \.trial)
    for index in payload.trials.indices {
      let trial = payload.trials[index].trial
      if hasRoom { payload.trials[index].curve = curves[trial] }
      payload.trials[index].events = events[trial]?.map {
        Payload.Trial.Event(iteration: $0.iteration, text: $0.text.printable)
      }
    }
    return payload.scriptJSON
  }

  /// What `trial` recorded, or its layout in 3D as the only frame; nil if there is neither.
  private static func motion(
    of trial: TrialRow, in run: RunReader, _ sketches: Sketches
  ) throws(Diagnostic) -> TrialMotion? {
    if let motion = try TrialMotion(of: trial, in: run, sketches) { return motion }
    guard trial.repetition == 1, trial.isGood, let layout = try sketches.layout(of: trial),
      layout.count == 3
    else { return nil }
    var frames = Frames(nodes: layout[0].count, dimensions: 3)
    let column = run.columns.trials.first { $0.use == .iterations }
    let count = column.flatMap { run.number($0.name, of: trial) }
    let iterations = count.flatMap { Int(exactly: $0) }
    frames.append(layout, at: iterations ?? 0)
    return frames.iterations.isEmpty ? nil : TrialMotion(frames, try sketches.sketch(of: trial))
  }

  /// As many trials as fit, in their order. Frames of a trial that needs more than its share are thinned, but not
  /// below `minFrames`.
  private static func fitted(
    _ trials: [TrialRow], _ run: RunReader, budget: Int, _ notes: inout [String],
    _ motion: (TrialRow) throws(Diagnostic) -> TrialMotion?
  ) throws(Diagnostic) -> Payload {
    var payload = Payload()
    var left = budget
    for (index, trial) in trials.enumerated() {
      guard let motion = try motion(trial) else { continue }
      var frames = motion.frames
      let hash = frames.graph ?? run.graphHash(of: trial) ?? ""
      if payload.graphs[hash] == nil {
        let graph = Payload.Graph(motion.sketch)
        left -= graph.scriptJSON.utf8.count
        payload.graphs[hash] = graph
      }
      var code = FrameCode(frames)
      let share = left / (trials.count - index)
      while code.base64.utf8.count > share, frames.iterations.count / 2 + 1 >= minFrames {
        let last = frames.iterations.count - 1
        frames.keep((0...last).filter { $0 == 0 || (last - $0) % 2 == 0 })
        code = FrameCode(frames)
      }
      guard code.base64.utf8.count <= left else {
        notes.append(
          "Shows \(index) of \(counted(trials.count, "recorded trial")), as many as fit; all frames are "
            + "in frames/.")
        break
      }
      left -= code.base64.utf8.count
      payload.trials.append(
        Payload.Trial(trial, title: run.title(of: trial), graph: hash, frames, code))
    }
    let used = Set(payload.trials.map(\.graph))
    payload.graphs = payload.graphs.filter { used.contains($0.key) }
    return payload
  }
}
