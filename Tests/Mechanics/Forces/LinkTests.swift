import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Testing

/// d3's link force, one edge after another or all at once.
struct LinkTests {
  private func link(_ update: LinkForce.Update, _ change: (inout LinkForce) -> Void = { _ in })
    -> LinkForce
  {
    var link = LinkForce()
    link.update = update
    change(&link)
    return link
  }

  /// A world whose nodes move already.
  private func world(_ graph: Graph, dimensions: Int, threads: Int = 1) -> World {
    let particles = Particles(
      positions: uniform(graph.nodeCount, dimensions: dimensions, extent: 100))
    let speeds = uniform(graph.nodeCount, dimensions: dimensions, extent: 5, seed: 2)
    for axis in 0..<dimensions {
      for node in 0..<graph.nodeCount { particles.velocity[axis][node] = speeds[axis][node] }
    }
    return World(particles: particles, graph: graph, seed: 3, threads: threads)
  }

  private func velocities(after link: LinkForce, in world: World, alpha: Double = 0.7) -> [[Double]]
  {
    var link = link
    link.prepare(for: world)
    link.apply(to: world, alpha: alpha)
    return ForceLabTestSupport.velocities(of: world.particles)
  }

  /// d3's formula for the edges in their order; all read from `start` if it is given.
  private func formula(_ world: World, alpha: Double, length: Double, _ isSequential: Bool)
    -> [[Double]]
  {
    let (graph, particles) = (world.graph, world.particles)
    let axes = 0..<world.dimensions
    var velocity = ForceLabTestSupport.velocities(of: particles)
    let start = velocity
    for (source, target) in zip(graph.sources, graph.targets).map({ (Int($0), Int($1)) }) {
      let seen = isSequential ? velocity : start
      let way = axes.map { axis in
        particles.position[axis][target] + seen[axis][target] - particles.position[axis][source]
          - seen[axis][source]
      }
      let distance = way.reduce(0) { $0 + $1 * $1 }.squareRoot()
      let (a, b) = (Double(graph.degree(of: source)), Double(graph.degree(of: target)))
      let part = (distance - length) / distance * alpha / min(a, b)
      for axis in axes {
        velocity[axis][target] -= way[axis] * part * a / (a + b)
        velocity[axis][source] += way[axis] * part * b / (a + b)
      }
    }
    return velocity
  }

  /// Edges are gone through out of order where they share no node: it must not show in a bit but
  /// for how the formula is written.
  @Test(arguments: [2, 3], [LinkForce.Update.sequential, .simultaneous])
  func isTheFormula(dimensions: Int, update: LinkForce.Update) throws {
    for graph in [
      try MiserablesSource().graph(), try StarSource { $0.count = 10 }.graph(),
      try MeshSource { ($0.rows, $0.columns) = (isOptimized ? 120 : 8, isOptimized ? 90 : 11) }
        .graph(),
    ] {
      let world = world(graph, dimensions: dimensions)
      let expected = formula(world, alpha: 0.7, length: 30, update == .sequential)
      let found = velocities(after: link(update), in: world)
      #expect(relativeError(found, expected) < 1e-13, "\(graph.nodeCount) nodes")
    }
  }

  /// Whatever the order of the edges, the result is the same but for rounding.
  @Test func simultaneousDoesNotDependOnTheOrderOfEdges() throws {
    let graph = try MiserablesSource().graph()
    let turned = try Graph(
      nodeCount: 77, sources: graph.targets.reversed(), targets: graph.sources.reversed())
    let found = [graph, turned].map {
      velocities(after: link(.simultaneous), in: world($0, dimensions: 2))
    }
    #expect(relativeError(found[0], found[1]) < 1e-14)
  }

  @Test(arguments: [2, 3])
  func simultaneousGivesTheSameBitsOnAnyNumberOfThreads(dimensions: Int) throws {
    // More than two blocks of nodes.
    let graph = try ring(isOptimized ? 100_000 : 20_000)
    let forces: [any Force] = [link(.simultaneous) { $0.iterations = 2 }, Center()]
    func run(threads: Int) -> ([[Double]], Movement) {
      let world = world(graph, dimensions: dimensions, threads: threads)
      let simulation = Simulation(world, forces: forces, integrator: Verlet())
      simulation.tick()
      let movement = simulation.tick()
      return (world.particles.coordinates, movement)
    }
    let alone = run(threads: 1)
    for threads in [2, 3, 7] {
      let shared = run(threads: threads)
      #expect(shared.0 == alone.0 && shared.1 == alone.1, "\(threads) threads")
    }
  }

  @Test func coincidentEndsSeparate() throws {
    for update in LinkForce.Update.allCases {
      let particles = Particles(positions: [[2, 2], [3, 3]])
      let pair = World(
        particles: particles, graph: try PathSource { $0.count = 2 }.graph(), seed: 5)
      let pull = velocities(after: link(update), in: pair)
      #expect(pull[0][0] == -pull[0][1] && pull[0][0] != 0)
      #expect(abs(hypot(pull[0][0], pull[1][0]) - 0.35 * 30) < 1e-3)
    }
  }

  /// Both come to rest at the length.
  @Test(arguments: LinkForce.Update.allCases)
  func aRingComesToRest(update: LinkForce.Update) throws {
    let world = world(try ring(12), dimensions: 2)
    let simulation = Simulation(
      world, forces: [link(update) { $0.length = 20 }], integrator: Verlet())
    for _ in 0..<300 { simulation.tick() }
    let x = world.particles.coordinates
    for node in 0..<12 {
      let next = (node + 1) % 12
      let length = hypot(x[0][next] - x[0][node], x[1][next] - x[1][node])
      #expect(abs(length - 20) < 0.1)
    }
  }
}
