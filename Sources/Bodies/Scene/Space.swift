import ForceLabCChipmunk
import ForceLabPlugins
import Foundation

/// The bodies of a scene in Chipmunk, which moves them. Nothing else uses Chipmunk.
///
/// A step of `dt` first moves every body, x ← x + v·dt. It then finds the contacts and changes the
/// velocities by the accelerations at the new places, v ← v·exp(−resistance·dt) + a·dt, and at last by
/// the impulses of contacts and joints: the semi-implicit Euler method, of first order.
final class Space {
  struct Acceleration {
    /// In pt/s², and of the rotation in rad/s².
    var linear = Vector.zero
    var angular = 0.0
    /// The part whose work is counted, because it has no potential.
    var drivenLinear = Vector.zero
    var drivenAngular = 0.0

    mutating func addDriven(_ linear: Vector, _ angular: Double = 0) {
      self.linear += linear
      drivenLinear += linear
      self.angular += angular
      drivenAngular += angular
    }
  }

  let scene: BodyScene
  /// Sets the accelerations; called once in each step, when the bodies are at their new places.
  var accelerate: (Space) -> Void = { _ in }
  var accelerations: [Acceleration]
  /// The work so far of the parts that have no potential, in mass·pt²/s².
  private(set) var work = 0.0
  /// The contacts that began in the last step.
  var contacts: [Contact] = []
  /// The pairs of partners that touched in the last step, with their places in `contacts` if they began to, and in the
  /// step before.
  var touching: [SIMD2<Int>: Int] = [:]
  private(set) var touched: [SIMD2<Int>: Int] = [:]
  /// The number of contacts in the last step, and how deep bodies were in each other, in pt.
  var contactCount = 0
  var penetration = 0.0

  let space: OpaquePointer
  private(set) var bodies: [OpaquePointer] = []
  var shapes: [OpaquePointer] = []
  var constraints: [OpaquePointer] = []
  /// The directions of constraints of offsets, in the axes of the other body.
  var directions: [OpaquePointer: Vector] = [:]
  /// The indices of the shapes of each body.
  private(set) var shapesOfBody: [Range<Int>] = []
  private(set) var traits: [Body]
  private var decay: [(linear: Double, angular: Double)] = []
  private var decayStep = 0.0
  private var isAccelerated = false
  /// A body whose motion would not be finite, which Chipmunk must not see: it ends the process.
  private(set) var broken: Int?

  /// Experiments with several scenes are checked by several threads.
  private static let madeFirst: Void = make_first_space()

  init(_ scene: BodyScene, iterations: Int, slop: Double) {
    self.scene = scene
    accelerations = Array(repeating: Acceleration(), count: scene.bodies.count)
    traits = scene.bodies.map(\.traits)
    _ = Self.madeFirst
    space = cpSpaceNew()
    cpSpaceSetIterations(space, CInt(iterations))
    cpSpaceSetCollisionSlop(space, slop)
    cpSpaceSetUserData(space, Unmanaged.passUnretained(self).toOpaque())
    for number in scene.bodies.indices { add(scene.bodies[number], number) }
    for (index, line) in scene.lines.enumerated() { add(line, index) }
    // Chipmunk does not balance its search trees: rows that are added in order make one as deep as there are rows.
    var generator = SeededGenerator(seed: 1)
    for shape in shapes.count > 1000 ? shapes.shuffled(using: &generator) : shapes {
      cpSpaceAddShape(space, shape)
    }
    for connection in scene.connections { add(connection) }
    listen()
  }

  deinit {
    // First, because it wakes the bodies.
    cpSpaceFree(space)
    constraints.forEach(cpConstraintFree)
    shapes.forEach(cpShapeFree)
    bodies.forEach(cpBodyFree)
  }

  func step(_ time: Double) {
    isAccelerated = false
    contacts = []
    swap(&touching, &touched)
    touching.removeAll(keepingCapacity: true)
    (contactCount, penetration) = (0, 0)
    if decayStep != time { setDecay(time) }
    cpSpaceStep(space, time)
  }
}

// Bodies.
extension Space {
  private func add(_ body: SceneBody, _ number: Int) {
    let moment = body.traits.allowsRotation ? body.moment : .infinity
    let made: OpaquePointer = body.isMovable ? cpBodyNew(body.mass, moment) : cpBodyNewStatic()
    cpBodySetUserData(made, UnsafeMutableRawPointer(bitPattern: number + 1))
    cpBodySetVelocityUpdateFunc(made) { body, _, _, step in
      guard let body, let space = cpBodyGetSpace(body) else { return }
      Space.of(space)?.changeVelocity(of: body, step)
    }
    bodies.append(made)
    place(number, at: body.start)
    cpSpaceAddBody(space, made)
    let first = shapes.count
    for outline in body.outlines { add(outline, to: made, number) }
    shapesOfBody.append(first..<shapes.count)
  }

  private func add(_ outline: Outline, to body: OpaquePointer, _ number: Int) {
    let shape: OpaquePointer
    switch outline {
    case .circle(let center, let radius): shape = cpCircleShapeNew(body, radius, cpVect(center))
    case .polygon(let corners):
      shape = cpPolyShapeNew(
        body, CInt(corners.count), corners.map(cpVect.init), cpTransformIdentity, 0)
    }
    let traits = scene.bodies[number].traits
    cpShapeSetFilter(shape, filter(of: traits))
    shapes.append(shape)
  }

  func motion(of number: Int) -> Motion {
    let body = bodies[number]
    return Motion(
      place: Vector(cpBodyGetPosition(body)), angle: cpBodyGetAngle(body),
      velocity: Vector(cpBodyGetVelocity(body)), angularVelocity: cpBodyGetAngularVelocity(body))
  }

  /// Moves a body that is not anchored.
  func move(_ number: Int, to motion: Motion) {
    guard scene.bodies[number].isMovable else { return }
    place(number, at: motion)
    cpSpaceReindexShapesForBody(space, bodies[number])
  }

  private func place(_ number: Int, at motion: Motion) {
    let (body, traits) = (bodies[number], scene.bodies[number].traits)
    guard motion.isFinite else {
      broken = number
      return
    }
    cpBodySetPosition(body, cpVect(motion.place))
    cpBodySetAngle(body, motion.angle)
    guard !traits.anchored else { return }
    cpBodySetVelocity(body, cpVect(motion.velocity))
    cpBodySetAngularVelocity(body, traits.allowsRotation ? motion.angularVelocity : 0)
  }

  /// Changes elasticity, friction and resistances; other traits stay.
  func change(_ number: Int, _ change: (inout Body) -> Void) {
    change(&traits[number])
    decayStep = 0
  }

  /// The corners of the bounding box.
  func box(of number: Int) -> Box {
    shapesOfBody[number].map { index in
      let box = cpShapeCacheBB(shapes[index])
      return (Vector(box.l, box.b), Vector(box.r, box.t))
    }.union
  }

  private func setDecay(_ time: Double) {
    decayStep = time
    decay = traits.map { (exp(-$0.resistance * time), exp(-$0.angularResistance * time)) }
  }

  private func changeVelocity(of body: OpaquePointer, _ time: Double) {
    if !isAccelerated {
      isAccelerated = true
      accelerate(self)
    }
    guard let number = Self.number(of: body) else { return }
    let (decay, acceleration) = (decay[number], accelerations[number])
    let before = Vector(cpBodyGetVelocity(body)) * decay.linear
    let after = before + acceleration.linear * time
    let turning = cpBodyGetAngularVelocity(body) * decay.angular
    let turned = turning + acceleration.angular * time
    guard after.length.isFinite, turned.isFinite else {
      broken = number
      return
    }
    cpBodySetVelocity(body, cpVect(after))
    let item = scene.bodies[number]
    work += item.mass * time * (acceleration.drivenLinear * (before + after)).sum() / 2
    guard item.traits.allowsRotation else { return }
    cpBodySetAngularVelocity(body, turned)
    work += item.moment * time * acceleration.drivenAngular * (turning + turned) / 2
  }

  static func number(of body: OpaquePointer?) -> Int? {
    body.flatMap { cpBodyGetUserData($0) }.map { Int(bitPattern: $0) - 1 }
  }

  static func of(_ space: OpaquePointer) -> Space? {
    cpSpaceGetUserData(space).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

extension cpVect { init(_ vector: Vector) { self.init(x: vector.x, y: vector.y) } }

extension Vector { init(_ vector: cpVect) { self.init(vector.x, vector.y) } }
