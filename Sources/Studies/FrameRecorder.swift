import ForceLabMechanics
import ForceLabWorkbench

/// Keeps evenly spaced frames of a run of unknown length, up to a maximum number.
struct FrameRecorder {
  private(set) var frames: Frames
  private let order: NodeOrder
  private let limit: Int
  /// Iterations between frames; doubled when there are too many frames.
  private var spacing = 1

  init(of simulation: Simulation, _ order: NodeOrder, limit: Int) {
    let particles = simulation.world.particles
    frames = Frames(nodes: particles.count, dimensions: particles.dimensions)
    (self.order, self.limit) = (order, limit)
    append(simulation)
  }

  /// Keeps the present positions if a frame is due or the run `isOver`.
  mutating func take(_ simulation: Simulation, isOver: Bool) {
    let iteration = simulation.iteration
    guard isOver || iteration % spacing == 0 else { return }
    if frames.iterations.count >= limit {
      frames.thin()
      spacing *= 2
      guard isOver || iteration % spacing == 0 else { return }
    }
    append(simulation)
  }

  private mutating func append(_ simulation: Simulation) {
    frames.append(
      order.restored(simulation.world.particles.coordinates), at: simulation.iteration)
  }
}
