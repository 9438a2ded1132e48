import ForceLabGraphs
import ForceLabMechanics

/// The accelerations of a scene: by gravity, pushes, snaps and force plugins.
final class Drive {
  /// The time at the end of the present sub-step, and its length, in s.
  var time = 0.0
  var length = 0.0
  private let study: BodiesStudy
  private let scene: BodyScene
  /// The acceleration by gravity of each body.
  private let gravity: [Vector]
  private let pushes: [(push: Push, bodies: [Int])]
  private let snaps: [(snap: Snap, body: Int)]
  /// The bodies that forces act on.
  private let members: [Int]
  private let world: World
  /// The forces that have a potential, and those whose work is counted.
  private var conservative: [any Force] = []
  private var driving: [any Force] = []
  private let storage: LaneStorage

  init(_ study: BodiesStudy, _ scene: BodyScene, seed: UInt64) throws {
    (self.study, self.scene) = (study, scene)
    var gravity = [Vector](repeating: .zero, count: scene.bodies.count)
    if let own = study.gravity {
      for number in scene.numbers(of: own.bodies) { gravity[number] = own.acceleration }
    }
    self.gravity = gravity
    pushes = study.pushes.map { ($0, scene.numbers(of: $0)) }
    snaps = study.snaps.flatMap { snap in scene.numbers(of: snap.body).map { (snap, $0) } }
    members =
      study.forces.isEmpty
      ? [] : scene.bodies.indices.filter { scene.bodies[$0].traits.takesForces }
    let particles = Particles(positions: Array(repeating: members.map { _ in 0 }, count: 2))
    for (index, number) in members.enumerated() {
      particles.mass[index] = scene.bodies[number].mass
      particles.radius[index] = scene.bodies[number].radius
    }
    let graph = try Graph(nodeCount: members.count, sources: [], targets: [])
    world = World(particles: particles, graph: graph, seed: seed)
    storage = LaneStorage(count: members.count, lanes: 2)
  }

  /// Called before the first step.
  func prepare(_ space: Space) {
    read(space)
    // Unequal charges would take the potential away.
    let setsCharges = study.rules.flatMap(\.actions).contains { ($0 as? SetAction)?.charge != nil }
    for var force in study.forces {
      force.prepare(for: world)
      if (setsCharges && force is any PairForce) || force.potentialEnergy(of: world) == nil {
        driving.append(force)
      } else {
        conservative.append(force)
      }
    }
  }

  /// Sets the accelerations for the present places and velocities.
  func accelerate(_ space: Space) {
    space.accelerations = gravity.map { Space.Acceleration(linear: $0) }
    for (push, numbers) in pushes where push.isActive(at: time - length / 2) {
      for number in numbers {
        let change = change(by: push, number, space.motion(of: number))
        space.accelerations[number].addDriven(change.linear, change.angular)
      }
    }
    for (snap, number) in snaps { add(snap, to: number, space) }
    guard !members.isEmpty else { return }
    read(space)
    add(&conservative, space) { $0.linear += $1 }
    add(&driving, space) { $0.addDriven($1) }
  }

  /// The energy of the bodies in gravity, snaps and forces with a potential, in mass·pt²/s².
  func potentialEnergy(_ space: Space) -> Double {
    var energy = 0.0
    for (number, body) in scene.bodies.enumerated() where body.isMovable {
      energy -= body.mass * (gravity[number] * space.motion(of: number).place).sum()
    }
    for (snap, number) in snaps {
      let (body, motion) = (scene.bodies[number], space.motion(of: number))
      let rate = snap.rate * snap.rate / 2
      energy += rate * body.mass * (motion.place - Vector(snap.to)).squaredLength
      if body.traits.allowsRotation { energy += rate * body.moment * motion.angle * motion.angle }
    }
    guard !members.isEmpty else { return energy }
    read(space)
    return conservative.reduce(energy) { $0 + ($1.potentialEnergy(of: world) ?? 0) }
  }

  /// The change of motion by an instantaneous push.
  func kick(_ push: Push, _ number: Int, _ space: Space) {
    var motion = space.motion(of: number)
    let change = change(by: push, number, motion)
    motion.velocity += change.linear
    motion.angularVelocity += change.angular
    space.move(number, to: motion)
  }

  private func change(by push: Push, _ number: Int, _ motion: Motion) -> (
    linear: Vector, angular: Double
  ) {
    let body = scene.bodies[number]
    let arm = Vector(push.point).turned(by: motion.angle)
    return (push.force / body.mass, cross(arm, push.force) / body.moment)
  }

  private func add(_ snap: Snap, to number: Int, _ space: Space) {
    let motion = space.motion(of: number)
    let (spring, brake) = (snap.rate * snap.rate, 2 * snap.damping * snap.rate)
    space.accelerations[number].linear -=
      spring * (motion.place - Vector(snap.to)) + brake * motion.velocity
    space.accelerations[number].angular -=
      spring * motion.angle + brake * motion.angularVelocity
  }

  private func read(_ space: Space) {
    let particles = world.particles
    // A tick is 1 s. The middle of the sub-step says which one it is in.
    (world.time, world.tick) = (time, 1 + Int(time - length / 2))
    for (index, number) in members.enumerated() {
      let motion = space.motion(of: number)
      particles.position[0][index] = motion.place.x
      particles.position[1][index] = motion.place.y
      particles.velocity[0][index] = motion.velocity.x
      particles.velocity[1][index] = motion.velocity.y
      particles.charge[index] = space.traits[number].charge
    }
  }

  private func add(
    _ forces: inout [any Force], _ space: Space, _ add: (inout Space.Acceleration, Vector) -> Void
  ) {
    guard !forces.isEmpty else { return }
    let lanes = storage.lanes
    world.readForces(into: lanes) { alpha in
      for index in forces.indices { forces[index].apply(to: world, alpha: alpha) }
    }
    for (index, number) in members.enumerated() {
      let force = Vector(lanes[0][index], lanes[1][index])
      add(&space.accelerations[number], force / scene.bodies[number].mass)
    }
  }
}
