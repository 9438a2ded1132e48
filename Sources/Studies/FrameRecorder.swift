import ForceLabMechanics
import ForceLabWorkbench

/// Keeps evenly spaced frames of a run of unknown length, up to a maximum number.
struct FrameRecorder {
  private(set) var frames: Frames
  private let limit: Int
  /// Iterations between frames; doubled when there are too many frames.
  private var spacing = 1

  init(of simulation: Simulation, limit: Int) {
    let particles = simulation.world.particles
    frames = Frames(nodes: particles.count, dimensions: particles.dimensions)
    self.limit = limit
    frames.append(Self.axes(of: simulation), at: simulation.iteration)
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
    frames.append(Self.axes(of: simulation), at: iteration)
  }

  private static func axes(of simulation: Simulation) -> [UnsafeBufferPointer<Double>] {
    let particles = simulation.world.particles
    return (0..<particles.dimensions).map {
      UnsafeBufferPointer(start: particles.position[$0], count: particles.count)
    }
  }
}
