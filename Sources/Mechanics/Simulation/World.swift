import ForceLabGraphs
import ForceLabSettings

/// The state that forces act on: the particles, the graph and the repulsion strategy.
public final class World {
  public let particles: Particles
  public let graph: Graph
  /// Can be replaced between two ticks. Its parameters are not checked. A settled simulation does not
  /// notice the change; reheat it.
  public var repulsion: any Repulsion
  /// The seed of random forces and of the offsets between coincident nodes.
  public let seed: UInt64
  /// The maximum number of threads that share the work, at most one for each processor; results do not
  /// depend on it.
  public let threads: Int
  /// The number of the current tick, from 1.
  public package(set) var tick = 0
  /// The time of fields that change, if it is not the tick.
  package var time: Double?
  /// The velocities while `readAllForces` evaluates forces, for which it zeroes `particles.velocity`.
  var heldVelocity: Lanes?
  /// 0, 1, 2, …: the numbers of the nodes, for strategies that do not sort them.
  lazy var identity = Buffer(0..<Int32(particles.count))

  public init(
    particles: Particles, graph: Graph, repulsion: any Repulsion = Exact(), seed: UInt64 = 0,
    threads: Int = 1
  ) {
    precondition(
      particles.count == graph.nodeCount,
      "\(particles.count) particles for a graph of \(graph.nodeCount) nodes")
    (self.particles, self.graph) = (particles, graph)
    (self.repulsion, self.seed, self.threads) = (repulsion, seed, usefulThreads(threads))
  }

  /// A world of other particles and another graph at the tick of `old`. Of the strategy, only the
  /// parameters stay: what it kept of nodes does not hold any more.
  convenience init(_ old: World, _ particles: Particles, _ graph: Graph) {
    self.init(
      particles: particles, graph: graph, repulsion: old.repulsion.withoutScratch, seed: old.seed,
      threads: old.threads)
    tick = old.tick
  }

  /// For forces that depend on velocities: an integrator may zero `particles.velocity`.
  public var velocity: Lanes { heldVelocity ?? particles.velocity }
  public var dimensions: Int { particles.dimensions }
}
