/// A layout in motion: a world, the forces in it and the integrator that moves it.
///
/// ```swift
/// let world = World(particles: Particles(positions: [[0, 1], [0, 0]]), graph: graph)
/// let simulation = Simulation(world, forces: [Coulomb(), CenterSpring()], integrator: Displacement())
/// while simulation.tick().total > 0.3 {}
/// ```
public final class Simulation {
  /// The world.
  public let world: World
  /// The forces, in the order in which they act.
  public private(set) var forces: [any Force]
  /// What moves the nodes.
  public private(set) var integrator: any Integrator
  /// How many steps were taken.
  public private(set) var iteration = 0

  /// A simulation that starts where the particles are.
  public init(_ world: World, forces: [any Force], integrator: any Integrator) {
    self.world = world
    self.forces = forces
    self.integrator = integrator
    for index in forces.indices { self.forces[index].prepare(for: world) }
    world.particles.holdPins()
  }

  /// Takes one step and tells how far the nodes went.
  @discardableResult
  public func step() -> Movement {
    iteration += 1
    world.tick = iteration
    return integrator.step(world) { alpha in
      for index in forces.indices { forces[index].apply(to: world, alpha: alpha) }
    }
  }

  /// Takes one step as `step()` does, and tells what each force did to `node` in it.
  /// Cost: that of a step, and linear in the nodes for each force.
  public func step(watching node: Int) -> ForceWatch {
    iteration += 1
    world.tick = iteration
    var watch = ForceWatch(node, of: world, forces: forces.count)
    _ = integrator.step(world) { alpha in
      watch.begin()
      for index in forces.indices {
        forces[index].apply(to: world, alpha: alpha)
        watch.note(index)
      }
    }
    return watch
  }

  /// The energies now. Cost: about that of a step.
  public func energy() -> EnergyLedger {
    EnergyLedger(
      kinetic: world.particles.kineticEnergy,
      potentials: forces.map { $0.potentialEnergy(of: world) },
      isConserved: integrator.conservesEnergy)
  }
}
