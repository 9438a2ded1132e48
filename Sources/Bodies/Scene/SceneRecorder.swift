import ForceLabWorkbench
import Foundation

/// Keeps what a trial records of its scene besides samples.
struct SceneRecorder {
  private let recording: BodyRecording
  private let drawing: SceneDrawing
  private var frames: Frames?
  /// Steps between frames; doubled when there are too many frames.
  private var spacing = 1
  private var motion = ""
  private var contacts = ""
  private var contactCount = 0

  init(_ running: RunningScene, _ recording: BodyRecording, keepsFrames: Bool) {
    self.recording = recording
    drawing = SceneDrawing(running.scene)
    let layout = drawing.layout(of: running)
    if keepsFrames, recording.frames > 0 {
      frames = Frames(nodes: layout[0].count, dimensions: 2)
      frames?.append(layout, at: 0)
    }
    motion = csvLine(["step", "time", "body", "x", "y", "angle", "vx", "vy", "angular_velocity"])
    contacts = csvLine(["step", "time", "first", "second", "impulse", "x", "y"])
  }

  /// Keeps the contacts of a step, and a frame if it is due.
  mutating func take(_ running: RunningScene, isOver: Bool) {
    for contact in running.contacts where contactCount < recording.contacts {
      contactCount += 1
      contacts += csvLine([
        .integer(running.steps), .number(contact.time),
        .text(running.scene.name(of: contact.first)),
        .text(running.scene.name(of: contact.second)), .number(contact.impulse),
        .number(contact.place.x), .number(contact.place.y),
      ])
    }
    guard let kept = frames, isOver || running.steps % spacing == 0 else { return }
    if kept.iterations.count >= recording.frames {
      frames?.thin()
      spacing *= 2
      guard isOver || running.steps % spacing == 0 else { return }
    }
    frames?.append(drawing.layout(of: running), at: running.steps)
  }

  /// Keeps the motion of the bodies at a record.
  mutating func record(_ running: RunningScene, isOver: Bool) {
    guard recording.motion == .all || (isOver && recording.motion == .final) else { return }
    for (number, body) in running.scene.bodies.enumerated() {
      let state = running.motion(of: number)
      motion += csvLine([
        .integer(running.steps), .number(running.time), .text(body.name), .number(state.place.x),
        .number(state.place.y), .number(state.angle), .number(state.velocity.x),
        .number(state.velocity.y), .number(state.angularVelocity),
      ])
    }
  }

  /// Adds what was kept to the outcome of a trial.
  func finish(_ running: RunningScene, _ trial: Trial, _ outcome: inout Outcome) {
    let layout = drawing.layout(of: running)
    let isFinite = layout.allSatisfy { $0.allSatisfy(\.isFinite) }
    let motions = running.scene.bodies.indices.map { running.motion(of: $0) }
    outcome.values["motion_hash"] = .text(
      ContentHash.short(
        ofBitsOf: motions.flatMap {
          [$0.place.x, $0.place.y, $0.angle, $0.velocity.x, $0.velocity.y, $0.angularVelocity]
        }))
    if recording.motion != .none {
      outcome.files.append(Artifact("motion/\(trial.number).csv", Data(motion.utf8)))
    }
    if recording.contacts > 0 {
      outcome.files.append(Artifact("contacts/\(trial.number).csv", Data(contacts.utf8)))
    }
    if outcome.status == .ok, isFinite { outcome.layout = layout }
    if let frames { outcome.files.append(Artifact(Frames.name(trial.number), frames.bytes)) }
    guard outcome.layout != nil || frames != nil else { return }
    let json = drawing.sketch.json
    let hash = ContentHash.short(json)
    outcome.values["scene_hash"] = .text(hash)
    outcome.files.append(Artifact("graphs/\(hash).json", json, isShared: true))
  }
}
