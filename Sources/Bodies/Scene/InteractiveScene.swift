import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A scene that runs while somebody drags its bodies and changes its settings.
package final class InteractiveScene {
  /// The keys of an experiment that can change while it runs, in the order of a page.
  package static let keys = [
    "pushes", "gravity", "snaps", "forces", "bodies", "sub-steps", "iterations",
  ]
  package static var page: ManualPage { BodiesStudy.page }

  private var study: BodiesStudy
  private let seed: UInt64
  private var running: RunningScene
  private var drawing: SceneDrawing
  /// The body that is dragged, and where to.
  private var drag: (body: Int, target: Vector)?
  /// The maximum speed of a dragged body, in pt/s, so that it does not pass through others.
  private static let maxDragSpeed = 4000.0

  /// Nil if `study` has no scene. Throws if the scene is impossible.
  package init?(_ study: any Study, seed: UInt64) throws {
    guard let study = study as? BodiesStudy else { return nil }
    (self.study, self.seed) = (study, seed)
    running = try RunningScene(study, seed: seed)
    drawing = SceneDrawing(running.scene)
  }

  // MARK: What there is

  package var sketch: GraphSketch { drawing.sketch }
  package var layout: [[Double]] { drawing.layout(of: running) }
  package var settings: SettingsNode { study.encoded() }
  package var bodyCount: Int { running.scene.bodies.count }
  package var steps: Int { running.steps }
  package var counters: [String] { study.counters }
  /// How often each of `counters` was increased.
  package var counts: [Int] { counters.map { running.counts[$0] ?? 0 } }
  package var stepsPerSecond: Int { study.stepsPerSecond }
  /// The speed of the fastest body in pt/s, the energies in mass·pt²/s², and the number of contacts.
  package var measures: (speed: Double, kinetic: Double, potential: Double, contacts: Int) {
    let energy = running.energy
    return (running.maxSpeed, energy.kinetic, energy.potential, running.space.contactCount)
  }

  /// Why it is over; nil while it runs.
  package var ending: String? {
    if let body = running.divergence {
      return
        "'\(running.scene.bodies[body].name)' moves too fast; use more 'sub-steps', or weaker forces"
    }
    return running.endReason ?? (running.steps >= study.stepCount ? "duration" : nil)
  }

  package var hasDiverged: Bool { running.divergence != nil }

  // MARK: What changes it

  package func step() {
    pull()
    running.step()
  }

  package func restart() throws {
    running = try RunningScene(study, seed: seed)
    drag = nil
  }

  /// Continues with the settings of `study`. Bodies keep their motions, if they are the same bodies. Throws if
  /// the scene is impossible; then nothing changes.
  package func change(to study: any Study) throws {
    guard let study = study as? BodiesStudy else { return }
    let scene = try RunningScene(study, seed: seed)
    let isSame = scene.scene.bodies.map(\.name) == running.scene.bodies.map(\.name)
    if isSame { scene.resume(running) }
    (self.study, running, drawing) = (study, scene, SceneDrawing(scene.scene))
    if !isSame { drag = nil }
  }

  /// Throws if no body has that name, or if it cannot move.
  package func dragStart(_ name: String) throws(ParameterError) {
    guard let body = running.scene.bodies.firstIndex(where: { $0.name == name }) else {
      throw ParameterError("there is no body '\(name)'")
    }
    guard running.scene.bodies[body].isMovable else {
      throw ParameterError("'\(name)' is anchored, so it cannot be dragged")
    }
    drag = (body, running.motion(of: body).place)
  }

  /// The body moves there with the next steps, or at once if the scene `isPaused`.
  package func drag(to place: [Double], isPaused: Bool) throws(ParameterError) {
    try checkPoint(place, "at", isOptional: false)
    guard let body = drag?.body else { return }
    drag = (body, Vector(place))
    guard isPaused else { return }
    running.move(body, to: Motion(place: Vector(place), angle: running.motion(of: body).angle))
  }

  /// The body keeps the velocity that it has.
  package func dragEnd() { drag = nil }

  package var isDragging: Bool { drag != nil }

  /// A velocity that brings the dragged body to its target with the next step, so that it pushes others.
  private func pull() {
    guard let drag else { return }
    var motion = running.motion(of: drag.body)
    let velocity = (drag.target - motion.place) * Double(study.stepsPerSecond)
    motion.velocity = velocity * min(1, Self.maxDragSpeed / max(velocity.length, 1e-9))
    motion.angularVelocity = 0
    running.move(drag.body, to: motion)
  }
}
