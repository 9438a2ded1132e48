import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies

/// One layout of a live view, and what is measured of it.
final class Side {
  let layout: RunningLayout
  private var movement = Movement()
  private var milliseconds = 0.0
  private var energy: (kinetic: Double, potential: Double?)?
  private var stress: Double?
  private var sample: StressSample?
  private var measured = ContinuousClock.now
  /// How long to wait until energies and stress are measured again, so that they take little time.
  private var pause = Duration.zero
  /// Why it does not continue; nil if it does.
  private(set) var problem: String?

  init(_ layout: RunningLayout) { self.layout = layout }

  /// Whether nothing changes without a request.
  var isDone: Bool { problem != nil || layout.isSettled || layout.nodes.isEmpty }

  func tick() {
    let start = ContinuousClock.now
    do {
      movement = try layout.tick()
    } catch {
      problem = Stage.message(of: error)
    }
    milliseconds = start.duration(to: .now).milliseconds
  }

  func restarted() {
    (movement, milliseconds, energy, stress, problem) = (Movement(), 0, nil, nil, nil)
    pause = .zero
  }

  func forgetGraph() {
    (sample, stress, energy) = (nil, nil, nil)
    pause = .zero
  }

  /// Something has changed, so that a side that had diverged may continue.
  func forgetProblem() { problem = nil }

  /// Adds the positions, in the order of the nodes' numbers, and the newest measures.
  func add(to frame: inout FrameData, revision: Int) {
    measure()
    var side = SideNumbers()
    side.isSettled = isDone
    side.iteration = layout.iteration
    side.alpha = layout.alpha
    (side.movement, side.greatest) = (movement.total, movement.maximum)
    side.kinetic = energy?.kinetic ?? .nan
    side.potential = energy?.potential ?? .nan
    side.stress = stress ?? .nan
    side.milliseconds = milliseconds
    let particles = layout.simulation.world.particles
    let isFinite =
      layout.study.shuffle
      ? frame.add(Particles(positions: layout.positions), revision: revision, side)
      : frame.add(particles, revision: revision, side)
    if !isFinite, problem == nil {
      problem =
        "the layout has diverged: a coordinate is not finite; undo the change or restart the layout"
    }
  }

  /// Measures energies and stress, unless this would take more than a fiftieth of the time.
  private func measure() {
    let start = ContinuousClock.now
    guard measured.duration(to: start) >= pause else { return }
    let ledger = layout.simulation.energy()
    energy = (ledger.kinetic, ledger.potential)
    if sample == nil { sample = StressSample(layout.simulation.world.graph) }
    stress = sample?.stress(of: layout.simulation.world.particles)
    measured = .now
    pause = max(.milliseconds(100), start.duration(to: measured) * 50)
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
