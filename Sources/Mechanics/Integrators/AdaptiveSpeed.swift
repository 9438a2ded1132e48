import ForceLabPlugins

/// Moves every node by its force times a speed that falls where nodes swing, as in ForceAtlas2.
public struct AdaptiveSpeed: Integrator {
  public var jitterTolerance = 1.0
  public var rise = 0.5

  /// The forces of the last tick.
  @Scratch private var storage: LaneStorage?
  @Scratch private var speed = 1.0
  @Scratch private var efficiency = 1.0

  private static let minEfficiency = 0.05
  private static let maxSpeed = 1000.0

  public init() {}

  public static let manual = Manual<Self>(
    "adaptive-speed",
    "Moves every node by its force times a speed. The speed of all nodes adapts to how much they "
      + "swing, and a node that swings is slower than the others.",
    parameters: [
      Parameter(
        "jitter-tolerance", \.jitterTolerance, above: 0,
        "Tolerance τ of swinging: a greater one is faster and less precise."),
      Parameter(
        "rise", \.rise, above: 0, "Maximum increase of the speed per tick, as a fraction of it."),
    ],
    formula: """
      m = deg + 1, s = ‖F − F′‖, S = Σ m·s, T = Σ m·‖F + F′‖/2, F′ the force of the last tick
      j = τ·max(√a, min(10, a·T/n²)), a = 0.05·√n, n nodes that are not pinned
      if S > 2·T: e ← e/2 down to 0.05, j ← max(j, τ)
      v ← v + min(j·e·T/S − v, rise·v)
      e ← 0.7·e down to 0.05 if S > j·T, else 1.3·e while v < 1000
      x ← x + F·v/(1 + √(v·m·s))
      """,
    source: "M. Jacomy, T. Venturini, S. Heymann and M. Bastian, “ForceAtlas2”, 2014, with the "
      + "efficiency e of Gephi's program; networkx measures swinging between positions and forces")

  /// The speed grows as long as nodes do not swing.
  public var stepGrowth: Double { .infinity }

  /// New nodes start with no last force, as all nodes do in the first tick.
  public mutating func renumber(_ origins: [Int?]) {
    guard let old = storage else { return }
    let new = LaneStorage(count: origins.count, lanes: old.laneCount)
    new.copy(old, from: origins)
    storage = new
  }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    world.particles.rest()
    forces(1)
    world.particles.holdPins()
    let last = LaneStorage.ensure(&storage, count: world.particles.count, lanes: world.dimensions)
    world.dimensions == 2 ? adapt(world, last, SIMD2.self) : adapt(world, last, SIMD3.self)
    return world.drift()
  }

  /// Turns the forces, which are in the velocities, into displacements, and keeps them in `last`.
  private mutating func adapt<P: Point>(_ world: World, _ last: Lanes, _: P.Type) {
    let (velocity, graph) = (world.particles.velocity, world.graph)
    let mass = { (node: Int) in Double(graph.degree(of: node) + 1) }
    var (swinging, traction) = (0.0, 0.0)
    for node in 0..<world.particles.count {
      let (force, old) = (P(velocity, node), P(last, node))
      swinging += mass(node) * (force - old).length
      traction += mass(node) * (force + old).length / 2
    }
    let free = world.particles.count - world.particles.pins.count
    adaptSpeed(swinging, traction, nodes: Double(max(1, free)))
    for node in 0..<world.particles.count {
      let force = P(velocity, node)
      let swing = mass(node) * (force - P(last, node)).length
      force.store(last, node)
      (force * (speed / (1 + (speed * swing).squareRoot()))).store(velocity, node)
    }
  }

  private mutating func adaptSpeed(_ swinging: Double, _ traction: Double, nodes: Double) {
    // At rest there is nothing to adapt to.
    guard swinging > 0 || traction > 0 else { return }
    let expected = 0.05 * nodes.squareRoot()
    var jitter =
      jitterTolerance
      * max(expected.squareRoot(), min(10, expected * traction / (nodes * nodes)))
    if swinging > 2 * traction {
      if efficiency > Self.minEfficiency { efficiency *= 0.5 }
      jitter = max(jitter, jitterTolerance)
    }
    let target = swinging == 0 ? .infinity : jitter * efficiency * traction / swinging
    if swinging > jitter * traction {
      if efficiency > Self.minEfficiency { efficiency *= 0.7 }
    } else if speed < Self.maxSpeed {
      efficiency *= 1.3
    }
    speed += min(target - speed, rise * speed)
  }
}
