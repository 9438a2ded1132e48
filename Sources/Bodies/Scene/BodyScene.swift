import ForceLabPlugins
import ForceLabWorkbench

/// All that a trial begins with: the bodies, and what connects and stops them.
public struct BodyScene: Sendable {
  /// A boundary from corner to corner.
  struct Line: Sendable {
    let label: String
    let segments: [(Vector, Vector)]
    let radius: Double
    let elasticity, friction: Double?
    /// Whether pictures show it: the frame of the scene shows walls without insets.
    var isDrawn = true
  }

  /// An attachment with its ends.
  struct Connection: Sendable {
    let body: Int
    /// nil for the scene.
    let other: Int?
    let link: JointEnds
    let constraints: [Constraint]
    let collides: Bool
  }

  /// In pt.
  public let size: Vector
  /// The time of a step, in s.
  public let step: Double
  public private(set) var bodies: [SceneBody] = []
  private(set) var lines: [Line] = []
  var connections: [Connection] = []
  /// The bits of the layers.
  private(set) var layers: [String: UInt32] = [:]
  /// The numbers of the groups, from 1.
  private(set) var groups: [String: Int] = [:]
  private var byName: [String: [Int]] = [:]

  static let maxLayerCount = 30
  /// The maximum number of pairs of bodies whose bounding boxes overlap at the start. Each takes about 500 bytes.
  static let maxOverlapCount = 1_000_000

  /// The scene of a trial with `seed`. Adds to `problems` what is wrong with it, with the paths of parameters.
  init(_ study: BodiesStudy, seed: UInt64, problems: inout [any Error]) {
    size = Vector(study.size)
    step = 1 / Double(study.stepsPerSecond)
    addLines(of: study, &problems)
    addBodies(of: study, seed, &problems)
    // The names of bodies that are missing because of an error would be errors, too.
    guard problems.isEmpty else { return }
    problems += errors(below: "bodies") { try checkCrowd() }
    addConnections(of: study, &problems)
    check(study, &problems)
  }

  /// The scene of a trial with `seed`. Throws the first error.
  init(_ study: BodiesStudy, seed: UInt64) throws {
    var problems: [any Error] = []
    self.init(study, seed: seed, problems: &problems)
    if let first = problems.first { throw first }
  }

  /// The bodies that `name` names: one, or all of an entry of `bodies`.
  public func numbers(of name: String) -> [Int] { byName[name] ?? [] }

  /// The bodies of all `names`; all bodies if there are none.
  public func numbers(of names: [String]) -> [Int] {
    names.isEmpty ? Array(bodies.indices) : names.flatMap { numbers(of: $0) }
  }

  /// Those that it pushes, each once.
  func numbers(of push: Push) -> [Int] { push.bodies.flatMap { numbers(of: $0) }.uniqued }

  /// The name of a body or of a boundary.
  public func name(of partner: Contact.Partner) -> String {
    switch partner {
    case .body(let number): bodies[number].name
    case .boundary(let index): lines[index].label
    }
  }

  public var boundaryNames: Set<String> { Set(lines.map(\.label)) }

  /// Whether body `number` is called `name`, or is of the entry of that name.
  public func names(_ name: String, _ number: Int) -> Bool {
    bodies[number].name == name || bodies[number].entryName == name
  }

  /// Throws unless there is a body `name`, or a boundary if these count, too.
  public func check(_ name: String, _ parameter: String, orBoundary: Bool = false)
    throws(ParameterError)
  {
    let boundaries = orBoundary ? boundaryNames : []
    guard byName[name] == nil, !boundaries.contains(name) else { return }
    let known = byName.keys.sorted() + boundaries.sorted()
    let hint = suggestion(for: name, among: known)
    let what = orBoundary ? ("body or boundary", "bodies and boundaries") : ("body", "bodies")
    throw ParameterError(
      "the scene has no \(what.0) '\(name)'; "
        + (hint.isEmpty ? "its \(what.1) are \(known.prefix(20).joined(separator: ", "))" : hint),
      parameter: parameter)
  }

  /// Throws unless there is a body of each of `names`, which the parameter `bodies` lists.
  public func check(_ names: [String]) throws(ParameterError) {
    for (index, name) in names.enumerated() { try check(name, "bodies.\(index)") }
  }
}

extension BodyScene {
  private mutating func addLines(of study: BodiesStudy, _ problems: inout [any Error]) {
    if let walls = study.walls {
      problems += errors(below: "walls") { try walls.check(size: size) }
      // A body on the floor can hit a wall.
      lines += walls.segments(around: size).map {
        Line(
          label: Walls.label, segments: [$0], radius: Walls.thickness / 2,
          elasticity: walls.elasticity, friction: walls.friction,
          isDrawn: walls.insets.contains { $0 != 0 })
      }
    }
    for (index, boundary) in study.boundaries.enumerated() {
      problems += errors(below: "boundaries.\(index).\(boundary.name)") {
        let corners = try boundary.line()
        lines.append(
          Line(
            label: boundary.label, segments: Array(zip(corners, corners.dropFirst())), radius: 0,
            elasticity: boundary.elasticity, friction: boundary.friction))
      }
    }
  }

  private mutating func addBodies(
    of study: BodiesStudy, _ seed: UInt64, _ problems: inout [any Error]
  ) {
    for (entry, body) in study.bodies.enumerated() {
      let path = "bodies.\(entry)"
      guard let shape = body.shape.first else {
        problems.append(
          ParameterError(
            "the body has no shape; add one, as in ellipse: {width: 28, height: 28}",
            parameter: path))
        continue
      }
      let name = body.name.isEmpty ? "\(shape.name)-\(entry + 1)" : body.name
      problems += errors(below: path) { try checkIsNew(name) }
      byName[name] = []
      problems += errors(below: path) { try number(body) }
      problems += errors(below: "\(path).\(shape.name)") {
        let parts = try shape.outlines()
        let box = parts.box
        var generator = SeededGenerator(seed: seed, stream: UInt64(entry) + 1)
        var places: [Vector] = []
        problems += errors(below: "\(path).formation.\(body.formation.name)") {
          places = try body.formation.places(of: box.high - box.low, using: &generator)
        }
        guard places.allSatisfy({ $0.length <= maxDistance }) else {
          throw ParameterError(
            "a body is farther than \(maxDistance.shortText) pt away; reduce the formation")
        }
        guard bodies.count + places.count <= 100_000 else {
          throw ParameterError("a scene has at most 100000 bodies; remove some")
        }
        problems += errors(below: path) { try add(name, entry, body, parts, at: places) }
      }
    }
    if study.bodies.isEmpty {
      problems.append(
        ParameterError("the scene has no bodies; add some below 'bodies'", parameter: "bodies"))
    }
  }

  private mutating func add(
    _ name: String, _ entry: Int, _ body: Body, _ parts: [Outline], at places: [Vector]
  ) throws(ParameterError) {
    for (copy, place) in places.enumerated() {
      let own = places.count == 1 ? name : "\(name)-\(copy + 1)"
      if own != name {
        try checkIsNew(own)
        byName[own] = [bodies.count]
      }
      byName[name, default: []].append(bodies.count)
      bodies.append(SceneBody(own, of: (entry, name), body, parts, at: Vector(body.at) + place))
    }
  }

  /// Throws if more pairs of bodies overlap than fit into memory as contacts.
  private func checkCrowd() throws(ParameterError) {
    var (count, last) = (0, 0)
    visitOverlaps(of: bodies.map { $0.box(at: $0.start) }) { first, second in
      count += 1
      last = max(first, second)
      return count <= Self.maxOverlapCount
    }
    guard count > Self.maxOverlapCount else { return }
    throw ParameterError(
      "more than \(Self.maxOverlapCount) pairs of bodies overlap at the start; use fewer, or "
        + "spread them", parameter: "\(bodies[last].entry)")
  }

  private func checkIsNew(_ name: String) throws(ParameterError) {
    guard byName[name] != nil || lines.contains(where: { $0.label == name }) else { return }
    throw ParameterError(
      "two bodies or boundaries have the name '\(name)'; give each its own", parameter: "name")
  }

  /// Numbers the layers and the group of a body.
  private mutating func number(_ body: Body) throws(ParameterError) {
    if !body.collisionGroup.isEmpty, groups[body.collisionGroup] == nil {
      groups[body.collisionGroup] = groups.count + 1
    }
    for layer in body.layers where layers[layer] == nil {
      guard layers.count < Self.maxLayerCount else {
        throw ParameterError(
          "there are more than \(Self.maxLayerCount) layers; use fewer", parameter: "layers")
      }
      layers[layer] = 1 << UInt32(layers.count)
    }
  }

  /// Checks what names bodies.
  private func check(_ study: BodiesStudy, _ problems: inout [any Error]) {
    func check(_ names: [String], _ path: String) {
      for (index, name) in names.enumerated() {
        problems += errors(below: path) { try self.check(name, "bodies.\(index)") }
      }
    }
    check(study.gravity?.bodies ?? [], "gravity")
    for (index, push) in study.pushes.enumerated() { check(push.bodies, "pushes.\(index)") }
    for (index, snap) in study.snaps.enumerated() {
      problems += errors(below: "snaps.\(index)") { try self.check(snap.body, "body") }
    }
    for (index, rule) in study.rules.enumerated() {
      let path = "rules.\(index)"
      if rule.actions.isEmpty {
        problems.append(
          ParameterError(
            "the rule has no action; add one, such as count: touches", parameter: path))
      }
      let condition = rule.when
      problems += errors(below: "\(path).when.\(condition.name)") { try condition.check(in: self) }
      for action in rule.actions {
        problems += errors(below: "\(path).\(action.name)") { try action.check(in: self) }
      }
    }
  }
}
