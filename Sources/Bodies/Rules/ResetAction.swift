import ForceLabPlugins

public struct ResetAction: RuleAction {
  public var bodies: [String] = []

  public init() {}

  public static let manual = Manual<Self>(
    "reset", "Puts bodies back to where they were at the start, with their velocity at the start.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", defaultDescription: "all")
    ],
    shorthand: "bodies", source: "UIKit, UIDynamicAnimator.updateItem(usingCurrentState:)")

  public func check(in scene: BodyScene) throws(ParameterError) { try scene.check(bodies) }

  public func act(on running: RunningScene) {
    let scene = running.scene
    let numbers = bodies.isEmpty ? Array(scene.bodies.indices) : bodies.flatMap(scene.numbers)
    for number in numbers { running.move(number, to: scene.bodies[number].start) }
  }
}
