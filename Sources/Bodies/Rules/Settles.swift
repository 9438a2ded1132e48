import ForceLabPlugins

public struct Settles: Condition {
  public var bodies: [String] = []
  public var speed = 5.0
  public var duration = 0.5
  @Scratch private var since: Double?
  @Scratch private var hasHappened = false

  public init() {}

  public static let manual = Manual<Self>(
    "settles", "All bodies have been slow for a while.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", defaultDescription: "all"),
      Parameter(
        "speed", \.speed, in: 0..., unit: "pt/s",
        "Maximum speed of the center of mass, and of the rotation times the radius."),
      Parameter("duration", \.duration, in: 0..., unit: "s", "How long they must be slow."),
    ])

  public func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  public mutating func happens(in running: RunningScene) -> Bool {
    let scene = running.scene
    let numbers = bodies.isEmpty ? Array(scene.bodies.indices) : bodies.flatMap(scene.numbers)
    let isSlow = numbers.allSatisfy { number in
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
