import ForceLabPlugins

/// What a rule does.
public protocol RuleAction: Plugin {
  /// The name of the counter that it increases; nil by default.
  var countedName: String? { get }
  /// Whether it can change the energy of the scene; true by default.
  var changesBodies: Bool { get }
  /// Throws if it names bodies that the scene lacks. By default does nothing.
  func check(in scene: BodyScene) throws(ParameterError)
  func act(on scene: RunningScene)
}

extension PluginKind {
  public static let ruleAction = PluginKind(
    "rule action", "Count, end the trial or change bodies, when the condition of a rule is met.")
}

extension RuleAction {
  public static var kind: PluginKind { .ruleAction }
  public var countedName: String? { nil }
  public var changesBodies: Bool { true }
  public func check(in scene: BodyScene) throws(ParameterError) {}
}

struct CountAction: RuleAction {
  var counter = "events"

  static let manual = Manual<Self>(
    "count", "Adds 1 to a counter, which is a column of the results without a better direction.",
    parameters: [
      Parameter(
        "counter", \.counter, "Name of the counter; baskets gives the column count_baskets.")
    ],
    shorthand: "counter")

  var countedName: String? { counter }
  var changesBodies: Bool { false }

  func check() throws(ParameterError) {
    guard counter.isHyphenated else {
      throw ParameterError(
        "'\(counter)' is not a name of a counter; use lower-case letters, digits and -, as in baskets",
        parameter: "counter")
    }
  }

  func act(on running: RunningScene) { running.count(counter) }

  /// The column of the counter `name`.
  static func column(_ name: String) -> String { "count_" + name.replacing("-", with: "_") }
}

struct EndAction: RuleAction {
  var reason = "rule"

  static let manual = Manual<Self>(
    "end", "Ends the trial.",
    parameters: [Parameter("reason", \.reason, "The stop reason that is recorded.")],
    shorthand: "reason")

  var changesBodies: Bool { false }

  func act(on running: RunningScene) { running.end(reason) }
}

struct ResetAction: RuleAction {
  var bodies: [String] = []

  static let manual = Manual<Self>(
    "reset", "Puts bodies back to where they were at the start, with their velocity at the start.",
    parameters: [Parameter("bodies", \.bodies, "Names of the bodies.", defaultDescription: "all")],
    shorthand: "bodies", source: "UIKit, UIDynamicAnimator.updateItem(usingCurrentState:)")

  func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  func act(on running: RunningScene) {
    let scene = running.scene
    for number in scene.numbers(of: bodies) { running.move(number, to: scene.bodies[number].start) }
  }
}

struct SetAction: RuleAction {
  var bodies: [String] = []
  var velocity: [Double] = []
  var angularVelocity: Double?
  var elasticity: Double?
  var friction: Double?
  var resistance: Double?
  var charge: Double?

  static let manual = Manual<Self>(
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

  func check() throws(ParameterError) {
    try checkPoint(velocity, "velocity")
    let numbers = [angularVelocity, elasticity, friction, resistance, charge]
    guard !velocity.isEmpty || numbers.contains(where: { $0 != nil }) else {
      throw ParameterError("'set' changes nothing; add a property, such as velocity: [0, -100]")
    }
    try checkNames(bodies)
  }

  func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  func act(on running: RunningScene) {
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
