import ForceLabPlugins
import ForceLabSettings

/// A scene while it runs.
public final class RunningScene {
  public let scene: BodyScene
  /// The number of steps so far.
  public private(set) var steps = 0
  /// The contacts that began in the last step.
  public private(set) var contacts: [Contact] = []
  /// How often each counter was increased.
  public private(set) var counts: [String: Int] = [:]
  /// Why a rule ended the trial; nil while it runs.
  public private(set) var endReason: String?
  /// The rules whose actions happened in the last step, as indices.
  private(set) var events: [Int] = []
  /// The number of contacts that began, and the deepest penetration, in pt.
  private(set) var contactTotal = 0
  private(set) var maxPenetration = 0.0

  let space: Space
  private let study: BodiesStudy
  private let drive: Drive
  private var rules: [Rule]
  private var happened: [Int]
  private var lastMotions: [Motion]
  /// The kicks that are still to come, by the step before which they happen.
  private var kicks: [(step: Int, push: Push)]
  /// The energy at the start, and what rules and kicks added since, in mass·pt²/s².
  private var startEnergy = 0.0
  private var addedEnergy = 0.0

  /// Energies in mass·pt²/s².
  package struct Energy {
    package var kinetic = 0.0
    package var potential = 0.0
    /// By pushes, rules and forces that have no potential.
    var work = 0.0
    /// Lost in contacts, joints and resistance, with the error of the integrator.
    var dissipated = 0.0

    var total: Double { kinetic + potential }
  }

  /// A trial of `study` with `seed`. Throws if its scene is impossible.
  package convenience init(_ study: BodiesStudy, seed: UInt64) throws {
    try self.init(study, BodyScene(study, seed: seed), seed: seed)
  }

  init(_ study: BodiesStudy, _ scene: BodyScene, seed: UInt64) throws {
    (self.study, self.scene) = (study, scene)
    space = Space(scene, iterations: study.iterations, slop: study.slop)
    drive = try Drive(study, scene, seed: seed)
    rules = study.rules
    happened = rules.map { _ in 0 }
    lastMotions = scene.bodies.map(\.start)
    let rate = Double(study.stepsPerSecond)
    kicks = study.pushes.filter { $0.mode == .instantaneous }.map {
      (Int(clamping: ($0.at * rate - 1e-9).rounded(.up)), $0)
    }
    if let (first, second) = space.overlap() {
      throw ParameterError(
        "the anchored bodies '\(scene.bodies[first].name)' and '\(scene.bodies[second].name)' overlap; "
          + "move one, or set 'collides: nothing'",
        parameter: "bodies.\(scene.bodies[second].entry)")
    }
    drive.prepare(space)
    let drive = drive
    space.accelerate = { drive.accelerate($0) }
    drive.accelerate(space)
    startEnergy = conservedEnergy(energy)
  }

  /// In s.
  public var time: Double { Double(steps) * scene.step }

  public func motion(of body: Int) -> Motion { space.motion(of: body) }

  /// The motion before the last step, after rules and pushes.
  public func lastMotion(of body: Int) -> Motion { lastMotions[body] }

  /// The corners of the bounding box.
  public func box(of body: Int) -> (low: Vector, high: Vector) { space.box(of: body) }

  /// Runs one step, and the rules.
  package func step() {
    if !kicks.isEmpty { kick() }
    (contacts, events) = ([], [])
    for number in lastMotions.indices { lastMotions[number] = space.motion(of: number) }
    for part in 0..<study.subSteps {
      let length = scene.step / Double(study.subSteps)
      (drive.time, drive.length) = (time + Double(part + 1) * length, length)
      space.step(length)
      for var contact in space.contacts {
        contact.time = drive.time
        contacts.append(contact)
      }
      maxPenetration = max(maxPenetration, space.penetration)
      if divergence != nil { break }
    }
    contactTotal += contacts.count
    steps += 1
    if divergence == nil { applyRules() }
  }

  /// The first body that moves too fast, or whose motion is not finite; nil if there is none.
  package var divergence: Int? {
    space.broken
      ?? scene.bodies.indices.first { number in
        let motion = space.motion(of: number)
        return !motion.isFinite || motion.velocity.length > study.speedLimit
          || abs(motion.angularVelocity) * scene.bodies[number].radius > study.speedLimit
      }
  }

  /// The number of contacts now.
  package var contactCount: Int { space.contactCount }

  /// In pt/s.
  package var maxSpeed: Double {
    scene.bodies.indices.reduce(0) { max($0, space.motion(of: $1).velocity.length) }
  }

  private func kick() {
    let due = kicks.filter { $0.step <= steps }
    guard !due.isEmpty else { return }
    kicks.removeAll { $0.step <= steps }
    addEnergy {
      for (_, push) in due {
        for number in scene.numbers(of: push) { drive.kick(push, number, space) }
      }
    }
  }

  private func applyRules() {
    // All conditions come first: an action that moves a body must not look like its motion.
    events = rules.indices.filter { index in
      happened[index] < rules[index].times ?? .max && rules[index].when.happens(in: self)
    }
    for index in events { happened[index] += 1 }
    let actions = events.flatMap { rules[$0].actions }
    let act = { for action in actions { action.act(on: self) } }
    // To measure the energy can take longer than a step.
    if actions.contains(where: \.changesBodies) { addEnergy(act) } else { act() }
  }
}

// What actions do.
extension RunningScene {
  /// Moves a body, unless it is anchored.
  public func move(_ body: Int, to motion: Motion) { space.move(body, to: motion) }

  /// Changes the elasticity, friction, resistance or charge of a body.
  public func change(_ body: Int, _ change: (inout Body) -> Void) { space.change(body, change) }

  /// Ends the trial after this step.
  public func end(_ reason: String) { endReason = endReason ?? reason }

  public func count(_ name: String) { counts[name, default: 0] += 1 }
}

// Going on with other settings.
extension RunningScene {
  /// Continues where `other` is, a scene of the same bodies and rules with other settings. Anchored bodies stay, and
  /// those that have not moved begin where the settings say.
  package func resume(_ other: RunningScene) {
    for body in scene.bodies.indices
    where other.steps > 0 || other.motion(of: body).place != other.scene.bodies[body].start.place {
      move(body, to: other.motion(of: body))
      // What rules have set.
      for trait in [\Body.elasticity, \.friction, \.resistance, \.charge] {
        let value = other.space.traits[body][keyPath: trait]
        guard value != other.scene.bodies[body].traits[keyPath: trait] else { continue }
        change(body) { $0[keyPath: trait] = value }
      }
    }
    (steps, counts, endReason) = (other.steps, other.counts, other.endReason)
    // Conditions remember what they have seen.
    (rules, happened) = (other.rules, other.happened)
    kicks.removeAll { $0.step < steps }
    space.touching = other.space.touching
  }
}

// Energy.
extension RunningScene {
  /// Measured anew each time: linear in bodies and attachments, plus the potentials of forces.
  package var energy: Energy {
    var energy = Energy()
    for (number, body) in scene.bodies.enumerated() where body.isMovable {
      let motion = space.motion(of: number)
      energy.kinetic += body.mass * motion.velocity.squaredLength / 2
      guard body.traits.allowsRotation else { continue }
      energy.kinetic += body.moment * motion.angularVelocity * motion.angularVelocity / 2
    }
    energy.potential = drive.potentialEnergy(space)
    for connection in scene.connections {
      for case .spring(let length, let stiffness, _) in connection.constraints {
        let (start, end) = space.ends(of: connection)
        let change = (end - start).length - length
        energy.potential += stiffness * change * change / 2
      }
    }
    energy.work = space.work + addedEnergy
    energy.dissipated = startEnergy + energy.work - conservedEnergy(energy)
    return energy
  }

  /// What the semi-implicit Euler method conserves of the total energy to second order in the step: its
  /// velocities are half a step ahead, E − ½·dt·Σ (m·a·v + I·α·ω).
  private func conservedEnergy(_ energy: Energy) -> Double {
    let half = scene.step / Double(study.subSteps) / 2
    return scene.bodies.indices.reduce(energy.total) { sum, number in
      let body = scene.bodies[number]
      guard body.isMovable else { return sum }
      let (acceleration, motion) = (space.accelerations[number], space.motion(of: number))
      let linear = acceleration.linear - acceleration.drivenLinear
      let angular = acceleration.angular - acceleration.drivenAngular
      let power = body.mass * (linear * motion.velocity).sum()
      return sum - half * (power + body.moment * angular * motion.angularVelocity)
    }
  }

  private func addEnergy(_ change: () -> Void) {
    let before = conservedEnergy(energy)
    change()
    addedEnergy += conservedEnergy(energy) - before
  }
}
