import ForceLabPlugins

/// When the actions of a rule happen.
public protocol Condition: Plugin {
  /// Throws if it names bodies that the scene lacks.
  func check(in scene: BodyScene) throws(ParameterError)
  /// Whether the condition was met in the last step, but not before.
  mutating func happens(in scene: RunningScene) -> Bool
}

extension PluginKind {
  public static let condition = PluginKind("condition", "Cause the actions of a rule.")
}

extension Condition { public static var kind: PluginKind { .condition } }

/// The help of the parameter `body` of conditions.
private let bodyHelp =
  "Name of the body or bodies. The rule acts once in a step, however many of them do it."

struct Leaves: Condition {
  var body = ""
  var bounds: [Double] = []

  static let manual = Manual<Self>(
    "leaves", "A body leaves the bounds of the scene, or a rectangle, with all its parts.",
    parameters: [
      Parameter("body", \.body, bodyHelp, isRequired: true, example: "ball"),
      Parameter(
        "bounds", \.bounds, unit: "pt", "The rectangle: left, top, right, bottom.",
        defaultDescription: "the scene", example: "[0, 0, 375, 667]"),
    ])

  func check() throws(ParameterError) {
    guard bounds.isEmpty || (bounds.count == 4 && bounds[0] < bounds[2] && bounds[1] < bounds[3])
    else {
      throw ParameterError(
        "'bounds' must be left, top, right and bottom, as in [0, 0, 375, 667]", parameter: "bounds")
    }
  }

  func check(in scene: BodyScene) throws(ParameterError) { try scene.check(body, "body") }

  func happens(in running: RunningScene) -> Bool {
    let scene = running.scene
    let bounds = bounds.isEmpty ? [0, 0, scene.size.x, scene.size.y] : bounds
    func isOutside(_ number: Int, _ motion: Motion) -> Bool {
      let (low, high) = scene.bodies[number].box(at: motion)
      return high.x < bounds[0] || high.y < bounds[1] || low.x > bounds[2] || low.y > bounds[3]
    }
    return scene.numbers(of: body).contains { number in
      isOutside(number, running.motion(of: number))
        && !isOutside(number, running.lastMotion(of: number))
    }
  }
}

struct Touches: Condition {
  var body = ""
  var other = ""
  var impulse = 0.0

  static let manual = Manual<Self>(
    "touches", "A body comes in contact with another one or with a boundary.",
    parameters: [
      Parameter("body", \.body, bodyHelp, isRequired: true, example: "ball"),
      Parameter(
        "other", \.other, "Name of the other body or of the boundary.", defaultDescription: "any"),
      Parameter(
        "impulse", \.impulse, in: 0..., unit: "mass·pt/s",
        "Minimum impulse of the first step of the contact."),
    ])

  func check(in scene: BodyScene) throws(ParameterError) {
    try scene.check(body, "body")
    if !other.isEmpty { try scene.check(other, "other", orBoundary: true) }
  }

  func happens(in running: RunningScene) -> Bool {
    running.contacts.contains { contact in
      contact.impulse >= impulse
        && (names(body, contact.first, running) && names(other, contact.second, running)
          || names(body, contact.second, running) && names(other, contact.first, running))
    }
  }

  private func names(_ name: String, _ partner: Contact.Partner, _ running: RunningScene) -> Bool {
    switch partner {
    case .body(let number): name.isEmpty || running.scene.names(name, number)
    case .boundary: name.isEmpty || name == running.scene.name(of: partner)
    }
  }
}

struct Passes: Condition {
  var body = ""
  var from: [Double] = []
  var to: [Double] = []
  var on = ""
  var direction: [Double] = []

  static let manual = Manual<Self>(
    "passes", "The center of mass of a body crosses a segment.",
    parameters: [
      Parameter("body", \.body, bodyHelp, isRequired: true, example: "ball"),
      Parameter(
        "from", \.from, unit: "pt", "One end of the segment at the start.", isRequired: true,
        example: "[40, 100]"),
      Parameter(
        "to", \.to, unit: "pt", "The other end.", isRequired: true, example: "[80, 100]"),
      Parameter(
        "on", \.on, "Name of a body that the segment moves with.",
        defaultDescription: "none: it stays"),
      Parameter(
        "direction", \.direction,
        "Counts only if the body moves in this direction relative to the segment, as in [0, 1] for downwards.",
        defaultDescription: "either", example: "[0, 1]"),
    ])

  func check() throws(ParameterError) {
    try checkEnds(from: from, to: to)
    try checkPoint(direction, "direction")
    guard direction.isEmpty || direction.contains(where: { $0 != 0 }) else {
      throw ParameterError(
        "'direction' has no length; give two numbers that are not both 0, as in [0, 1]",
        parameter: "direction")
    }
  }

  func check(in scene: BodyScene) throws(ParameterError) {
    try scene.check(body, "body")
    guard !on.isEmpty else { return }
    try scene.check(on, "on")
    if scene.numbers(of: on).count > 1 {
      throw ParameterError("'\(on)' is more than one body; name one of them", parameter: "on")
    }
  }

  func happens(in running: RunningScene) -> Bool {
    let scene = running.scene
    let carrier = on.isEmpty ? nil : scene.numbers(of: on).first
    let start = carrier.map { scene.bodies[$0].start } ?? Motion()
    let (a, b) = (start.local(Vector(from)), start.local(Vector(to)))
    let (before, now) = (
      carrier.map { running.lastMotion(of: $0) } ?? Motion(),
      carrier.map { running.motion(of: $0) } ?? Motion()
    )
    return scene.numbers(of: body).contains { number in
      let (first, last) = (running.lastMotion(of: number).place, running.motion(of: number).place)
      let (p, q) = (before.local(first), now.local(last))
      let way = (q - p).turned(by: now.angle)
      return (direction.isEmpty || (way * Vector(direction)).sum() > 0) && Self.crosses(p, q, a, b)
    }
  }

  /// Whether the way from `p` to `q` crosses the segment from `a` to `b`. A way that begins on the line
  /// of the segment does not, one that ends there does.
  private static func crosses(_ p: Vector, _ q: Vector, _ a: Vector, _ b: Vector) -> Bool {
    let (first, last) = (cross(b - a, p - a), cross(b - a, q - a))
    guard (first > 0 && last <= 0) || (first < 0 && last >= 0) else { return false }
    let place = p + (q - p) * (first / (first - last))
    let part = ((place - a) * (b - a)).sum()
    return part >= 0 && part <= (b - a).squaredLength
  }
}

struct Settles: Condition {
  var bodies: [String] = []
  var speed = 5.0
  var duration = 0.5
  @Scratch private var since: Double?
  @Scratch private var hasHappened = false

  static let manual = Manual<Self>(
    "settles", "All bodies have been slow for a while.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", defaultDescription: "all"),
      Parameter(
        "speed", \.speed, in: 0..., unit: "pt/s",
        "Maximum speed of the center of mass, and of the rotation times the radius."),
      Parameter("duration", \.duration, in: 0..., unit: "s", "How long they must be slow."),
    ])

  func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  mutating func happens(in running: RunningScene) -> Bool {
    let scene = running.scene
    let isSlow = scene.numbers(of: bodies).allSatisfy { number in
      let motion = running.motion(of: number)
      return motion.velocity.length <= speed
        && abs(motion.angularVelocity) * scene.bodies[number].radius <= speed
    }
    guard isSlow else {
      (since, hasHappened) = (nil, false)
      return false
    }
    let start = since ?? running.time
    since = start
    // Half a step, because times are rounded.
    guard !hasHappened, running.time - start >= duration - running.scene.step / 2 else {
      return false
    }
    hasHappened = true
    return true
  }
}
