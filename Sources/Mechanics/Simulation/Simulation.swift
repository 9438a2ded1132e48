import ForceLabGraphs
import ForceLabPlugins

/// A running layout: the nodes of a graph, the forces on them and the integrator that moves them.
///
/// ```swift
/// let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
/// let simulation = try Simulation(graph, forces: [ManyBody { $0.strength = -50 }, LinkForce(), Center()])
/// simulation.runUntilSettled()
/// print(simulation.position(of: 0))
/// ```
///
/// Lengths are in px, velocities in px per tick. The same arguments give the same bits on every run,
/// whatever the number of threads. A simulation is not thread-safe: use it from one actor or task.
public final class Simulation {
  /// Another one after each change of nodes or edges.
  public private(set) var world: World
  /// Moves the nodes. Can be replaced between two ticks. Its parameters are not checked.
  public var integrator: any Integrator {
    get { runningIntegrator }
    set {
      runningIntegrator = newValue
      (movement, isAnnounced) = (nil, false)
    }
  }
  /// The number of ticks that have run.
  public package(set) var iteration = 0
  /// Called by `tick` once when the layout has settled, and again when it has settled after a change
  /// to the simulation. It may change the simulation.
  public var onSettled: (() -> Void)?

  private var runningIntegrator: any Integrator
  private var preparedForces: [any Force]
  /// The largest movements in the last tick and the one before, or 0; nil if something has changed since.
  private var movement: (last: Double, before: Double)?
  /// Whether `onSettled` was called since the last change.
  private var isAnnounced = false

  /// A simulation of `graph` whose nodes start where `placement` puts them.
  ///
  /// Forces act in the order of their list. `pins` are of different nodes; some placements arrange
  /// the other nodes around them. `dimensions` is 2 or 3. `seed` is the seed of random
  /// placements and forces. `threads` is the maximum number of threads that share a tick.
  ///
  /// - Throws: A `ParameterError` if a parameter is out of its range or does not fit the graph, the
  ///   dimensions or another plugin; a `Diagnostic` if a placement cannot read its file.
  ///
  /// Cost: linear in nodes and edges; a `Multilevel` placement also runs its own ticks.
  public convenience init(
    _ graph: Graph, forces: [any Force] = [ManyBody(), LinkForce(), Center()],
    placement: any Placement = Phyllotaxis(), integrator: any Integrator = Verlet(),
    repulsion: any Repulsion = KDTree(), pins: [Particles.Pin] = [], dimensions: Int = 2,
    seed: UInt64 = 0, threads: Int = 1
  ) throws {
    var context = PlacementContext(graph)
    (context.dimensions, context.forces) = (dimensions, forces)
    (context.repulsion, context.threads, context.pins) = (repulsion, threads, pins)
    try context.check()
    try placement.checkParameters()
    try integrator.checkParameters()
    var generator = SeededGenerator(seed: seed)
    let positions = try placement.coordinates(in: context, using: &generator)
    let particles = Particles(positions: positions)
    particles.pins = pins
    if let node = particles.firstNonFinite {
      throw ParameterError(
        "'\(placement.name)' gives node \(node) a coordinate that is not finite",
        parameter: "placement")
    }
    let world = World(
      particles: particles, graph: graph, repulsion: repulsion, seed: seed, threads: threads)
    self.init(world, forces: forces, integrator: integrator)
  }

  /// A simulation that starts where the particles of `world` are. Parameters are not checked.
  public init(_ world: World, forces: [any Force], integrator: any Integrator) {
    (self.world, runningIntegrator) = (world, integrator)
    preparedForces = forces
    prepareForces()
    world.particles.holdPins()
  }

  /// The forces, in the order in which they act. Setting them prepares all of them again.
  /// Their parameters are not checked. Cost of setting: linear in nodes and edges.
  public var forces: [any Force] {
    get { preparedForces }
    set {
      preparedForces = newValue
      prepareForces()
    }
  }

  private func prepareForces() {
    disturb()
    for index in preparedForces.indices { preparedForces[index].prepare(for: world) }
  }
}

// Changes between ticks.
extension Simulation {
  /// Notes a change since the last tick, by the setter of `integrator`.
  private func disturb() { integrator.forgetForces() }

  /// Continues with another world, whose nodes had the numbers `origins`, nil for new ones.
  func replaceWorld(_ new: World, _ origins: [Int?]) {
    world = new
    integrator.renumber(origins)
    prepareForces()
    new.particles.holdPins()
  }
}

// Running.
extension Simulation {
  /// Runs `count` ticks, 0 or more, and returns the movement of the last one. Cost of a tick: that of
  /// the repulsion strategy, O(n log n) for a tree, and linear in the edges.
  @discardableResult public func tick(_ count: Int = 1) -> Movement {
    var movement = Movement()
    for _ in 0..<count {
      movement = step { alpha in
        for index in preparedForces.indices { preparedForces[index].apply(to: world, alpha: alpha) }
      }
      announce()
    }
    return movement
  }

  /// Runs one tick and returns the effect of each force on `node`, one of 0 ..< nodeCount, in it.
  /// Cost: that of a tick, and linear in the nodes for each force.
  public func tick(watching node: Int) -> ForceTrace {
    checkNode(node)
    var trace = ForceTrace(node, of: world, forces: preparedForces.count)
    _ = step { alpha in
      trace.begin()
      for index in preparedForces.indices {
        preparedForces[index].apply(to: world, alpha: alpha)
        trace.note(index)
      }
    }
    announce()
    return trace
  }

  private func step(_ forces: (_ alpha: Double) -> Void) -> Movement {
    iteration += 1
    world.tick = iteration
    let result = runningIntegrator.step(world, forces: forces)
    movement = (result.maximum, movement?.last ?? 0)
    return result
  }

  private func announce() {
    guard !isAnnounced, isSettled else { return }
    isAnnounced = true
    onSettled?()
  }

  /// Runs ticks until the layout is settled, at most `limit` of them, and returns how many ran.
  /// The default integrator settles in 300 ticks.
  @discardableResult public func runUntilSettled(limit: Int = 1000) -> Int {
    let start = iteration
    while iteration - start < limit, !isSettled { tick() }
    return iteration - start
  }

  /// Whether the layout is at rest: the integrator has cooled below its final alpha or, if it does
  /// not cool, no node moved farther than 0.01 px in the last two ticks, and the largest movement did
  /// not grow; or none moved in the first tick. So nodes that turn around slowly count as at rest, but
  /// not those that start to move. False before the first tick, and after a change to the simulation
  /// until the next tick.
  public var isSettled: Bool {
    guard let movement else { return false }
    return integrator.finalAlpha.map { alpha < $0 }
      ?? (movement.last <= movement.before && movement.before <= 0.01)
  }

  /// The current factor of the forces. Cooling integrators lower it from 1 towards 0. For integrators
  /// that limit the length of a step, it is the current limit divided by the initial one. Integrators
  /// that do not cool always return 1 and ignore a new value. A value that is not finite is not refused.
  public var alpha: Double {
    get { integrator.temperature }
    set {
      if newValue != alpha { integrator.temperature = newValue }
      // Also without an effect, it counts as a change.
      (movement, isAnnounced) = (nil, false)
    }
  }

  /// Raises `alpha`, so that the nodes move again: 1 for a new layout, 0.3 while a node is dragged.
  public func reheat(to alpha: Double = 1) { self.alpha = max(self.alpha, alpha) }

  /// The energies now. Cost: about that of a tick.
  public func energy() -> EnergyLedger {
    EnergyLedger(
      kinetic: world.particles.kineticEnergy,
      potentials: preparedForces.map { $0.potentialEnergy(of: world) })
  }
}

// Reading and moving nodes. These methods trap if a node is outside 0 ..< nodeCount, or if a position
// is not finite or does not have one coordinate per dimension.
extension Simulation {
  /// The positions of all nodes in px: one list per axis, as `FinishedLayout` and `Particles` take
  /// them. Cost: linear in the nodes.
  public var positions: [[Double]] { world.particles.coordinates }

  /// The position of `node` in px, one number per axis.
  public func position(of node: Int) -> [Double] {
    checkNode(node)
    return world.particles.position(of: node)
  }

  /// Puts `node` at `position`, at rest. A pinned node stays pinned, at the new position.
  public func move(_ node: Int, to position: [Double]) {
    if isPinned(node) { return pin(node, at: position) }
    checkNode(node, at: position)
    for axis in position.indices {
      world.particles.position[axis][node] = position[axis]
      world.particles.velocity[axis][node] = 0
    }
  }

  /// Holds `node` at `position`, by default its current one, until `unpin` releases it. It still acts
  /// on other nodes. Cost: linear in the pinned nodes.
  public func pin(_ node: Int, at position: [Double]? = nil) {
    pin([Particles.Pin(node: node, position: position ?? self.position(of: node))])
  }

  /// Holds different nodes at positions until `unpin` releases them. Cost: linear in the pinned nodes.
  package func pin(_ pins: [Particles.Pin]) {
    unpin(pins.map(\.node))
    for pin in pins { checkNode(pin.node, at: pin.position) }
    world.particles.pins += pins
    world.particles.holdPins()
  }

  /// Releases `node` if it is pinned. It stays at rest until the next tick.
  public func unpin(_ node: Int) {
    checkNode(node)
    unpin([node])
  }

  /// Releases those of `nodes` that are pinned.
  package func unpin(_ nodes: [Int]) {
    let released = Set(nodes)
    world.particles.pins.removeAll { released.contains($0.node) }
    disturb()
  }

  public func isPinned(_ node: Int) -> Bool {
    checkNode(node)
    return world.particles.pins.contains { $0.node == node }
  }

  private func checkNode(_ node: Int, at position: [Double]? = nil) {
    precondition(
      (0..<world.particles.count).contains(node),
      "node \(node) is not in 0..<\(world.particles.count)")
    guard let position else { return }
    precondition(
      position.count == world.dimensions && position.allSatisfy(\.isFinite),
      "\(position) is not a finite position in \(world.dimensions) dimensions")
    disturb()
  }
}
