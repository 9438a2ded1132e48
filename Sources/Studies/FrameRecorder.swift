import ForceLabMechanics
import ForceLabWorkbench

/// Keeps at most so many frames of a run whose length nobody knows, evenly spaced, from its
/// start to its end.
struct FrameRecorder {
  private(set) var frames: Frames
  private let limit: Int
  /// Every how many iterations a frame is kept; doubled when there are too many.
  private var spacing = 1

  /// At most `limit` frames of `simulation`, the start first.
  init(of simulation: Simulation, limit: Int) {
    let particles = simulation.world.particles
    frames = Frames(nodes: particles.count, dimensions: particles.dimensions)
    self.limit = limit
    frames.append(Self.axes(of: simulation), at: simulation.iteration)
  }

  /// Keeps where the nodes are now, if it is their turn, or if the run `isOver`.
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
