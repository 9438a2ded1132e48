import ForceLabGraphs

/// What a force sees: the particles, the graph that joins them, and how pairwise sums are taken.
public final class World {
  /// The moving bodies, one per node of the graph.
  public let particles: Particles
  /// The graph.
  public let graph: Graph
  /// How pairwise forces are summed.
  public var repulsion: any Repulsion
  /// The source of what looks random, such as the direction in which coincident nodes part.
  public let seed: UInt64
  /// How many threads may share the work; no result depends on it.
  public let threads: Int
  /// How many steps were begun: what changes from tick to tick is a function of it.
  public internal(set) var tick = 0
  /// Where the velocities are while an integrator reads forces from a zeroed buffer.
  var heldVelocity: Lanes?
  /// 0, 1, 2, …: every node's number, for strategies that keep the nodes in their order.
  lazy var identity = (0..<Int32(particles.count)).map { $0 }

  /// A world of `particles`, as many as `graph` has nodes.
  public init(
    particles: Particles, graph: Graph, repulsion: any Repulsion = Exact(), seed: UInt64 = 0,
    threads: Int = 1
  ) {
    precondition(
      particles.count == graph.nodeCount,
      "\(particles.count) particles for a graph of \(graph.nodeCount) nodes")
    self.particles = particles
    self.graph = graph
    self.repulsion = repulsion
    self.seed = seed
    self.threads = max(1, threads)
  }

  /// The velocities that the nodes have, for a force that depends on them. Forces are added to
  /// `particles.velocity`, which some integrators set to zero before.
  public var velocity: Lanes { heldVelocity ?? particles.velocity }

  /// 2 or 3.
  public var dimensions: Int { particles.dimensions }
}
