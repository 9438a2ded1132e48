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
      if case .offset(_, let direction) = constraint {
        directions[made] = direction.turned(by: -cpBodyGetAngle(other))
        cpConstraintSetPreSolveFunc(made) { rod, space in
          if let rod, let space { Space.of(space)?.align(rod) }
        }
      }
      constraints.append(made)
      cpSpaceAddConstraint(space, made)
    }
  }

  /// Moves the far end of a rod of `.offset` sideways, so that the rod keeps its direction.
  private func align(_ rod: OpaquePointer) {
    guard let direction = directions[rod] else { return }
    let isRigid = cpConstraintIsPinJoint(rod) != 0
    let near = isRigid ? cpPinJointGetAnchorA(rod) : cpSlideJointGetAnchorA(rod)
    let far = isRigid ? cpPinJointGetAnchorB(rod) : cpSlideJointGetAnchorB(rod)
    let place = cpBodyLocalToWorld(cpConstraintGetBodyA(rod), near)
    let end = Vector(cpBodyWorldToLocal(cpConstraintGetBodyB(rod), place))
    let aligned = cpVect(end + direction * (direction * (Vector(far) - end)).sum())
    isRigid ? cpPinJointSetAnchorB(rod, aligned) : cpSlideJointSetAnchorB(rod, aligned)
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
    case .coincidence, .distance, .maxDistance, .offset, .spring: false
    }
  }

  /// The constraint between points of two bodies in their own axes.
  fileprivate func make(
    _ body: OpaquePointer, _ other: OpaquePointer?, _ start: cpVect, _ end: cpVect
  ) -> OpaquePointer? {
    let turn = cpBodyGetAngle(body) - cpBodyGetAngle(other)
    func rod(_ start: cpVect, _ end: cpVect, _ length: Double) -> OpaquePointer? {
      let joint = cpPinJointNew(body, other, start, end)
      cpPinJointSetDist(joint, length)
      return joint
    }
    switch self {
    case .coincidence: return cpPivotJointNew2(body, other, start, end)
    case .distance(let length): return rod(start, end, length)
    case .maxDistance(let length): return cpSlideJointNew(body, other, start, end, 0, length)
    case .offset(let range, let direction):
      // Chipmunk's groove joint adds energy where bodies can rotate. A rod to a point behind the range does not. It is
      // long, so that a dragged body cannot pass its far end.
      let length = 10_000.0
      let way = direction.turned(by: -cpBodyGetAngle(other)) * (range.lowerBound - length)
      let far = cpVect(Vector(end) + way)
      guard range.lowerBound == range.upperBound else {
        let longest = length + range.upperBound - range.lowerBound
        return cpSlideJointNew(body, other, start, far, length, longest)
      }
      return rod(start, far, length)
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
