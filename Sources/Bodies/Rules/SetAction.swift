import ForceLabPlugins

public struct SetAction: RuleAction {
  public var bodies: [String] = []
  public var velocity: [Double] = []
  public var angularVelocity: Double?
  public var elasticity: Double?
  public var friction: Double?
  public var resistance: Double?
  public var charge: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "set", "Sets properties of bodies.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", isRequired: true, example: "[ball]"),
      Parameter(
        "velocity", \.velocity, unit: "pt/s", "New velocity.", defaultDescription: "unchanged",
        example: "[0, -100]"),
      Parameter(
        "angular-velocity", \.angularVelocity, unit: "rad/s", "New rotation.",
        defaultDescription: "unchanged"),
      Parameter(
        "elasticity", \.elasticity, in: 0...1, "New elasticity.", defaultDescription: "unchanged"),
      Parameter(
        "friction", \.friction, within: Bounds(0...1e6), "New friction.",
        defaultDescription: "unchanged"),
      Parameter(
        "resistance", \.resistance, within: Bounds(0...1e6), unit: "1/s", "New resistance.",
        defaultDescription: "unchanged"),
      Parameter("charge", \.charge, "New charge.", defaultDescription: "unchanged"),
    ])

  public func check() throws(ParameterError) {
    try checkPoint(velocity, "velocity")
    let numbers = [angularVelocity, elasticity, friction, resistance, charge]
    guard !velocity.isEmpty || numbers.contains(where: { $0 != nil }) else {
      throw ParameterError("'set' changes nothing; add a property, such as velocity: [0, -100]")
    }
    try checkNames(bodies)
  }

  public func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  public func act(on running: RunningScene) {
    for number in bodies.flatMap(running.scene.numbers) {
      var motion = running.motion(of: number)
      if !velocity.isEmpty { motion.velocity = Vector(velocity) }
      if let angularVelocity { motion.angularVelocity = angularVelocity }
      running.move(number, to: motion)
      running.change(number) { traits in
        if let elasticity { traits.elasticity = elasticity }
        if let friction { traits.friction = friction }
        if let resistance { traits.resistance = resistance }
        if let charge { traits.charge = charge }
      }
    }
  }
}
