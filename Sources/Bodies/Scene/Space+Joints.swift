import ForceLabCChipmunk

// Joints.
extension Space {
  func add(_ connection: BodyScene.Connection) {
    let body = bodies[connection.body]
    let other = connection.other.map { bodies[$0] } ?? cpSpaceGetStaticBody(space)
    let start = cpBodyWorldToLocal(body, cpVect(connection.link.start))
    let end = cpBodyWorldToLocal(other, cpVect(connection.link.end))
    let turns = [body, other].contains { $0.map { cpBodyGetMoment($0).isFinite } ?? false }
    for constraint in connection.constraints where turns || !constraint.isOfRotations {
      guard let made = constraint.make(body, other, start, end) else { continue }
      cpConstraintSetCollideBodies(made, connection.collides ? 1 : 0)
      constraints.append(made)
      cpSpaceAddConstraint(space, made)
    }
  }

  /// The ends of an attachment.
  func ends(of connection: BodyScene.Connection) -> (Vector, Vector) {
    let first = scene.bodies[connection.body].start.local(connection.link.start)
    let start = motion(of: connection.body).scene(first)
    guard let other = connection.other else { return (start, connection.link.end) }
    let second = scene.bodies[other].start.local(connection.link.end)
    return (start, motion(of: other).scene(second))
  }
}

extension Constraint {
  /// Whether it changes rotations alone, and so means nothing for two bodies that do not rotate.
  fileprivate var isOfRotations: Bool {
    switch self {
    case .sameRotation, .rotation, .rotationFriction: true
    case .coincidence, .distance, .maxDistance, .line, .spring: false
    }
  }

  /// The constraint between points of two bodies in their own axes.
  fileprivate func make(
    _ body: OpaquePointer, _ other: OpaquePointer?, _ start: cpVect, _ end: cpVect
  ) -> OpaquePointer? {
    let turn = cpBodyGetAngle(body) - cpBodyGetAngle(other)
    switch self {
    case .coincidence: return cpPivotJointNew2(body, other, start, end)
    case .distance(let length):
      let joint = cpPinJointNew(body, other, start, end)
      cpPinJointSetDist(joint, length)
      return joint
    case .maxDistance(let length): return cpSlideJointNew(body, other, start, end, 0, length)
    case .line(let from, let to):
      let turn = cpBodyGetAngle(other)
      let (a, b) = (from.turned(by: -turn), to.turned(by: -turn))
      return cpGrooveJointNew(other, body, cpVect(Vector(end) + a), cpVect(Vector(end) + b), start)
    case .sameRotation: return cpGearJointNew(other, body, turn, 1)
    case .rotation(let range):
      return cpRotaryLimitJointNew(other, body, turn + range.lowerBound, turn + range.upperBound)
    case .rotationFriction(let torque):
      let motor = cpSimpleMotorNew(body, other, 0)
      cpConstraintSetMaxForce(motor, torque)
      return motor
    case .spring(let length, let stiffness, let damping):
      return cpDampedSpringNew(body, other, start, end, length, stiffness, damping)
    }
  }
}
