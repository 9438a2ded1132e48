import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Testing

/// The simulation as apps use it: made in one line, ticked, reheated, its nodes pinned and moved.
struct SimulationTests {
  private func miserables() throws -> Graph { try MiserablesSource().graph() }

  @Test func defaultsGiveTheLayoutOfD3() throws {
    let mesh = try MeshSource { ($0.rows, $0.columns) = (8, 8) }.graph()
    let simulation = try Simulation(mesh, repulsion: Exact())
    #expect(simulation.runUntilSettled() == 300)
    #expect(maxDifference(simulation.positions, try reference("d3-grid8-300")) < 1e-6)
    #expect(simulation.isSettled && simulation.alpha < 0.001)
    #expect(simulation.runUntilSettled() == 0)
  }

  @Test func equalsASimulationOfAWorldBitByBit() throws {
    let (graph, seed) = (try miserables(), UInt64(9))
    var generator = SeededGenerator(seed: seed)
    let forces: [any Force] = [
      ManyBody { $0.strength = -50 }, LinkForce { $0.length = 20 }, JiggleForce(),
    ]
    let world = try world(
      Uniform().coordinates(of: graph, dimensions: 3, using: &generator),
      BarnesHut { $0.theta = 0.5 }, on: graph, seed: seed)
    let parts = Simulation(world, forces: forces, integrator: Verlet { $0.velocityDecay = 0.3 })
    let simulation = try Simulation(
      graph, forces: forces, placement: Uniform(), integrator: Verlet { $0.velocityDecay = 0.3 },
      repulsion: BarnesHut { $0.theta = 0.5 }, dimensions: 3, seed: seed, threads: 2)
    let last = simulation.tick(20)
    for _ in 0..<19 { parts.tick() }
    #expect(parts.tick() == last)
    #expect(simulation.iteration == 20)
    #expect(parts.positions == simulation.positions)
    #expect(simulation.position(of: 7) == simulation.positions.map { $0[7] })
  }

  @Test func theLimitEndsARunThatDoesNotSettle() throws {
    let simulation = try Simulation(miserables())
    #expect(simulation.runUntilSettled(limit: 40) == 40)
    #expect(!simulation.isSettled)
    #expect(simulation.runUntilSettled(limit: 1000) == 260)
  }

  @Test func aDescentIsSettledWhenNoNodeMoves() throws {
    let simulation = try Simulation(
      cells(1), forces: [CenterSpring()], placement: Uniform(), integrator: Displacement())
    let start = simulation.position(of: 0)[0]
    let ticks = simulation.runUntilSettled(limit: 10_000)
    // x ← 0.98·x, until a step is at most 0.01 px.
    #expect(simulation.tick().maximum <= 0.01)
    #expect((100..<700).contains(ticks))
    #expect(abs(simulation.position(of: 0)[0]) < 0.51 && start > 1)
    simulation.move(0, to: [200, 0])
    #expect(!simulation.isSettled)
    #expect(simulation.runUntilSettled(limit: 10_000) > 100)
  }

  /// With inertia, the first ticks move no node by 0.01 px. FIRE stops all nodes on its way.
  @Test func aLayoutThatStartsToMoveIsNotSettled() throws {
    let integrators: [any Integrator] = [
      VelocityVerlet { $0.damping = 1 }, RungeKutta4(), AdaptiveSpeed(), FIRE(),
    ]
    for integrator in integrators {
      let spring = LinkForce {
        $0.length = 30
        $0.strength = 0.05
      }
      let simulation = try Simulation(
        Graph(nodeCount: 2, edges: [(0, 1)]), forces: [spring], integrator: integrator)
      simulation.move(0, to: [0, 0])
      simulation.move(1, to: [40, 0])
      #expect(simulation.runUntilSettled(limit: 10_000) > 5, "\(integrator.name)")
      let length = simulation.position(of: 1)[0] - simulation.position(of: 0)[0]
      #expect(abs(length - 30) < 0.1 || !(integrator is FIRE))
    }
    let still = try Simulation(cells(2), forces: [], integrator: FIRE())
    still.tick()
    #expect(still.isSettled)
  }

  @Test func reheatingRaisesAlphaAndNeverLowersIt() throws {
    let simulation = try Simulation(miserables())
    simulation.reheat(to: 0.3)
    #expect(simulation.alpha == 1)
    simulation.runUntilSettled()
    simulation.reheat(to: 0.3)
    #expect(simulation.alpha == 0.3 && !simulation.isSettled)
    simulation.tick()
    #expect(abs(simulation.alpha - 0.3 * (1 - Verlet().alphaDecay)) < 1e-15)
    simulation.alpha = 0.01
    #expect(simulation.alpha == 0.01)
    // From 0.3 to 0.001 takes 300·log₁₀(300)/3 ticks.
    simulation.reheat(to: 0.3)
    #expect((247...248).contains(simulation.runUntilSettled()))
  }

  @Test func everyCoolingIntegratorReheats() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      let simulation = try Simulation(miserables(), integrator: integrator)
      let cools =
        simulation.tick().total > 0 && integrator.finalAlpha != nil || integrator is Adaptive
      simulation.tick(30)
      simulation.reheat()
      #expect(simulation.alpha == 1, "\(integrator.name)")
      simulation.alpha = 0.5
      #expect(simulation.alpha == (cools ? 0.5 : 1), "\(integrator.name)")
      let before = simulation.tick()
      #expect(before.total > 0 && before.total.isFinite)
    }
  }

  /// As while a node is dragged slowly.
  @Test func aReheatBelowAlphaChangesNothing() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      let (plain, reheated) = try (
        Simulation(miserables(), integrator: integrator),
        Simulation(miserables(), integrator: integrator)
      )
      for _ in 0..<30 {
        reheated.reheat(to: 0.01)
        #expect(reheated.tick() == plain.tick(), "\(integrator.name)")
      }
      #expect(reheated.alpha == plain.alpha, "\(integrator.name)")
    }
  }

  @Test func aReheatedLayoutMovesAfterItHasCooled() throws {
    let simulation = try Simulation(
      miserables(), integrator: Cooling { ($0.startTemperature, $0.iterations) = (10, 50) })
    simulation.tick(51)
    #expect(simulation.tick().total == 0)
    simulation.reheat(to: 0.4)
    #expect(simulation.alpha == 0.4)
    let movement = simulation.tick()
    #expect(movement.maximum > 0 && movement.maximum <= 0.4 * 10)
  }

  @Test func argumentsThatWouldReachForeignMemoryTrap() async {
    await #expect(processExitsWith: .failure) { _ = try Simulation(ring(5)).tick(watching: 5) }
    await #expect(processExitsWith: .failure) { _ = try Simulation(ring(5)).isPinned(99) }
    await #expect(processExitsWith: .failure) { try Simulation(ring(5)).unpin(-1) }
    await #expect(processExitsWith: .failure) {
      var context = PlacementContext(try ring(5), dimensions: 3)
      context.pins = [Particles.Pin(node: 0, position: [1, 2])]
      var generator = SeededGenerator(seed: 1)
      let layout = TimedStressLayout(budget: 0.01)
      _ = layout.coordinates(of: context.graph, in: context, using: &generator)
    }
  }

  @Test(arguments: [2, 3])
  func pinnedNodesStayUntilReleased(dimensions: Int) throws {
    let simulation = try Simulation(miserables(), dimensions: dimensions)
    simulation.tick(10)
    let held = simulation.position(of: 3)
    let place = Array([40.0, -30, 7].prefix(dimensions))
    simulation.pin(3)
    simulation.pin(5, at: place)
    #expect(simulation.position(of: 5) == place)
    simulation.tick(20)
    #expect(simulation.position(of: 3) == held && simulation.position(of: 5) == place)
    #expect(simulation.isPinned(3) && !simulation.isPinned(4))
    simulation.move(5, to: held)
    simulation.tick()
    #expect(simulation.position(of: 5) == held)
    simulation.unpin(3)
    simulation.unpin(3)
    simulation.reheat(to: 0.3)
    simulation.tick()
    #expect(simulation.position(of: 3) != held && simulation.position(of: 5) == held)
  }

  @Test func thePlacementUsesThePins() throws {
    let (graph, pin) = (try miserables(), Particles.Pin(node: 3, position: [500, 40]))
    var context = PlacementContext(graph)
    context.pins = [pin]
    var generator = SeededGenerator(seed: 1)
    let start = try StressPlacement().coordinates(in: context, using: &generator)
    let simulation = try Simulation(graph, placement: StressPlacement(), pins: [pin], seed: 1)
    #expect(simulation.position(of: 4) == start.map { $0[4] })
    #expect(simulation.position(of: 3) == pin.position && simulation.isPinned(3))
  }

  @Test func aMovedNodeIsAtRest() throws {
    let simulation = try Simulation(cells(2), forces: [], integrator: Verlet())
    simulation.world.particles.velocity[0][1] = 8
    simulation.move(1, to: [3, 4])
    simulation.tick()
    #expect(simulation.position(of: 1) == [3, 4])
  }

  @Test func forcesCanBeReplacedWhileItRuns() throws {
    let simulation = try Simulation(miserables())
    simulation.tick(100)
    let narrow = simulation.positions[0].max() ?? 0
    simulation.forces[0] = ManyBody { $0.strength = -300 }
    simulation.forces.append(LinkForce { $0.length = 60 })
    simulation.reheat()
    simulation.tick(100)
    #expect((simulation.positions[0].max() ?? 0) > 2 * narrow)
  }

  @Test func graphsOfNoNodeOrOneRun() throws {
    for count in 0...1 {
      let simulation = try Simulation(cells(count))
      simulation.runUntilSettled(limit: 5)
      #expect(simulation.positions.map(\.count) == [count, count])
    }
  }

  @Test func parametersThatDoNotFitAreErrors() throws {
    let graph = try miserables()
    func text(_ make: () throws -> Simulation) -> String {
      do { _ = try make() } catch { return "\(error)" }
      return ""
    }
    #expect(text { try Simulation(graph, dimensions: 4) } == "'dimensions' is 4; use 2 or 3")
    #expect(
      text { try Simulation(graph, forces: [Collide { $0.iterations = 0 }]) }
        == "collide: 'iterations' is 0, outside its range: 1 to 1000")
    let mistakes: [(String, () throws -> Simulation)] = [
      (
        "'distance-min' is 9",
        { try Simulation(graph, forces: [ManyBody { ($0.distanceMin, $0.distanceMax) = (9, 3) }]) }
      ),
      ("leaf", { try Simulation(graph, repulsion: KDTree { $0.leaf = 0 }) }),
      (
        "reuse: kd-tree: 'leaf' is 0",
        { try Simulation(graph, repulsion: Reuse { $0.of = KDTree { $0.leaf = 0 } }) }
      ),
      (
        "backbone: clusters: 'count' is 0",
        {
          try Simulation(
            graph, placement: BackbonePlacement { $0.start = Clusters { $0.count = 0 } })
        }
      ),
      ("velocity-decay", { try Simulation(graph, integrator: Verlet { $0.velocityDecay = 2 }) }),
      ("no axis z", { try Simulation(graph, forces: [Position { $0.axis = .z }]) }),
      ("width", { try Simulation(graph, forces: [LinkForce { $0.length = .attribute("width") }]) }),
      ("'fmm'", { try Simulation(graph, forces: [Coulomb()], repulsion: FastMultipole()) }),
      (
        "2 dimensions only",
        {
          try Simulation(
            graph, forces: [MaxentStress()], repulsion: FastMultipole(), dimensions: 3)
        }
      ),
      (
        "none.csv",
        { try Simulation(graph, placement: FilePlacement { $0.path = FileReference("none.csv") }) }
      ),
      (
        "node 77 cannot be pinned",
        { try Simulation(graph, pins: [Particles.Pin(node: 77, position: [0, 0])]) }
      ),
      ("2 finite", { try Simulation(graph, pins: [Particles.Pin(node: 0, position: [1])]) }),
      ("radius", { try Simulation(graph, placement: CirclePlacement { $0.radius = .infinity }) }),
    ]
    for (message, make) in mistakes { #expect(text(make).contains(message)) }
  }
}
