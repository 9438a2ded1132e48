import ForceLabCChipmunk

// Contacts.
extension Space {
  private static let boundaryBit: UInt32 = 1 << 31

  func filter(of body: Body) -> cpShapeFilter {
    let own = body.layers.reduce(UInt32(0)) { $0 | (scene.layers[$1] ?? 0) }
    let layers = own == 0 ? ~Self.boundaryBit : own
    let mask: UInt32 =
      switch body.collides {
      case .everything: layers | Self.boundaryBit
      case .items: layers
      case .boundaries: Self.boundaryBit
      case .nothing: 0
      }
    return cpShapeFilter(
      group: UInt(scene.groups[body.collisionGroup] ?? 0), categories: layers, mask: mask)
  }

  func add(_ line: BodyScene.Line, _ index: Int) {
    let ground = cpSpaceGetStaticBody(space)
    for (start, end) in line.segments {
      guard let shape = cpSegmentShapeNew(ground, cpVect(start), cpVect(end), line.radius) else {
        continue
      }
      cpShapeSetUserData(shape, UnsafeMutableRawPointer(bitPattern: index + 1))
      cpShapeSetFilter(shape, cpShapeFilter(group: 0, categories: Self.boundaryBit, mask: ~0))
      shapes.append(shape)
    }
  }

  func listen() {
    guard let handler = cpSpaceAddDefaultCollisionHandler(space) else { return }
    handler.pointee.beginFunc = { _, _, _ in 1 }
    handler.pointee.separateFunc = { _, _, _ in }
    handler.pointee.preSolveFunc = { arbiter, space, _ in
      if let arbiter, let space { Space.of(space)?.setSurface(of: arbiter) }
      return 1
    }
    handler.pointee.postSolveFunc = { arbiter, space, _ in
      if let arbiter, let space { Space.of(space)?.note(arbiter) }
    }
  }

  /// Elasticity and friction, which Chipmunk would multiply.
  private func setSurface(of arbiter: OpaquePointer) {
    let (first, second) = partners(of: arbiter)
    let (a, b) = (surface(of: first, beside: second), surface(of: second, beside: first))
    cpArbiterSetRestitution(arbiter, max(a.elasticity, b.elasticity))
    cpArbiterSetFriction(arbiter, (a.friction * b.friction).squareRoot())
  }

  private func partners(of arbiter: OpaquePointer) -> (Contact.Partner, Contact.Partner) {
    var (a, b): (OpaquePointer?, OpaquePointer?)
    cpArbiterGetShapes(arbiter, &a, &b)
    func partner(_ shape: OpaquePointer?) -> Contact.Partner {
      guard let shape else { return .boundary(0) }
      if let number = Self.number(of: cpShapeGetBody(shape)) { return .body(number) }
      return .boundary(cpShapeGetUserData(shape).map { Int(bitPattern: $0) - 1 } ?? 0)
    }
    return (partner(a), partner(b))
  }

  private func surface(of partner: Contact.Partner, beside other: Contact.Partner)
    -> (elasticity: Double, friction: Double)
  {
    switch partner {
    case .body(let number): return (traits[number].elasticity, traits[number].friction)
    case .boundary(let index):
      guard case .body(let number) = other else { return (0, 0) }
      let (line, body) = (scene.lines[index], traits[number])
      return (line.elasticity ?? body.elasticity, line.friction ?? body.friction)
    }
  }

  private func note(_ arbiter: OpaquePointer) {
    let count = cpArbiterGetCount(arbiter)
    guard count > 0 else { return }
    contactCount += 1
    for point in 0..<count { penetration = max(penetration, -cpArbiterGetDepth(arbiter, point)) }
    let (first, second) = partners(of: arbiter)
    let contact = Contact(
      first: first, second: second, impulse: Vector(cpArbiterTotalImpulse(arbiter)).length,
      place: Vector(cpArbiterGetPointA(arbiter, 0)))
    let pair = contact.pair
    let index = touching[pair]
    touching[pair] = index ?? contacts.count
    // An arbiter is that of two parts: the bodies may touch already.
    guard cpArbiterIsFirstContact(arbiter) != 0, touched[pair] == nil else { return }
    guard let index else { return contacts.append(contact) }
    if contacts.indices.contains(index), contacts[index].pair == pair {
      contacts[index].impulse += contact.impulse
    }
  }

  /// Two anchored bodies that overlap, unless one collides with nothing; nil if there are none.
  func overlap() -> (Int, Int)? {
    let anchored = scene.bodies.indices.filter {
      scene.bodies[$0].traits.anchored && scene.bodies[$0].traits.collides != .nothing
    }
    var found: (Int, Int)?
    visitOverlaps(of: anchored.map(box)) { first, second in
      let (first, second) = (anchored[min(first, second)], anchored[max(first, second)])
      if touch(first, second) { found = (first, second) }
      return found == nil
    }
    return found
  }

  /// Whether two bodies are in each other, deeper than rounding explains.
  private func touch(_ first: Int, _ second: Int) -> Bool {
    shapesOfBody[first].contains { a in
      shapesOfBody[second].contains { b in contact_depth(shapes[a], shapes[b]) > 1e-6 }
    }
  }
}
