import ForceLabPlugins

public struct Passes: Condition {
  public var body = ""
  public var from: [Double] = []
  public var to: [Double] = []
  public var on = ""
  public var direction: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "passes", "The center of mass of a body crosses a segment.",
    parameters: [
      Parameter("body", \.body, "Name of the body or bodies.", isRequired: true, example: "ball"),
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

  public func check() throws(ParameterError) {
    try checkPoint(from, "from", isOptional: false)
    try checkPoint(to, "to", isOptional: false)
    try checkPoint(direction, "direction")
    guard from != to else {
      throw ParameterError("both ends are at the same point; move one", parameter: "to")
    }
    guard direction.isEmpty || direction.contains(where: { $0 != 0 }) else {
      throw ParameterError(
        "'direction' has no length; give two numbers that are not both 0, as in [0, 1]",
        parameter: "direction")
    }
  }

  public func check(in scene: BodyScene) throws(ParameterError) {
    try scene.check(body, "body")
    guard !on.isEmpty else { return }
    try scene.check(on, "on")
    if scene.numbers(of: on).count > 1 {
      throw ParameterError("'\(on)' is more than one body; name one of them", parameter: "on")
    }
  }

  public func happens(in running: RunningScene) -> Bool {
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
