import ForceLabPlugins

public struct Leaves: Condition {
  public var body = ""
  public var bounds: [Double] = []
  @Scratch private var wasOutside: Set<Int>?

  public init() {}

  public static let manual = Manual<Self>(
    "leaves", "A body leaves the bounds of the scene, or a rectangle, with all its parts.",
    parameters: [
      Parameter("body", \.body, "Name of the body or bodies.", isRequired: true, example: "ball"),
      Parameter(
        "bounds", \.bounds, unit: "pt", "The rectangle: left, top, right, bottom.",
        defaultDescription: "the scene", example: "[0, 0, 375, 667]"),
    ])

  public func check() throws(ParameterError) {
    guard bounds.isEmpty || (bounds.count == 4 && bounds[0] < bounds[2] && bounds[1] < bounds[3])
    else {
      throw ParameterError(
        "'bounds' must be left, top, right and bottom, as in [0, 0, 375, 667]", parameter: "bounds")
    }
  }

  public func check(in scene: BodyScene) throws(ParameterError) { try scene.check(body, "body") }

  public mutating func happens(in running: RunningScene) -> Bool {
    let scene = running.scene
    let bounds = bounds.isEmpty ? [0, 0, scene.size.x, scene.size.y] : bounds
    func areOutside(_ box: (Int) -> Box) -> Set<Int> {
      Set(scene.numbers(of: body)).filter { number in
        let (low, high) = box(number)
        return high.x < bounds[0] || high.y < bounds[1] || low.x > bounds[2] || low.y > bounds[3]
      }
    }
    let before = wasOutside ?? areOutside { scene.bodies[$0].startBox }
    let now = areOutside(running.box)
    wasOutside = now
    return !now.isSubset(of: before)
  }
}
