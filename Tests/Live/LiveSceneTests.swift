import ForceLabBodies
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import ForceLabYAML
import Foundation
import Testing

@testable import ForceLabLive

@Suite struct LiveSceneTests {
  private let live: LiveScene
  private let catalog = Catalog.graphStudies + .bodies

  init() throws {
    let document = try YAMLDocument.parse(
      """
      name: drop
      study: bodies
      size: [200, 400]
      bodies:
        - {name: ball, ellipse: {width: 20, height: 20}, at: [100, 50]}
        - {name: floor, rectangle: {width: 200, height: 10}, at: [100, 395], anchored: true}
      gravity: {magnitude: 1}
      rules:
        - {when: {leaves: {body: ball, bounds: [0, 0, 200, 100]}}, count: low}
        - {when: {touches: {body: ball, other: floor}}, end: floor}
      duration: 5
      """, file: "drop.yaml")
    let plan = try Plan(document: document, folder: ".", catalog: catalog)
    let (trial, study) = try plan.trial(1)
    let bodies = try #require(study as? BodiesStudy)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("drop.yaml").path
    live = try LiveScene(LiveSource(plan, path: path, .scene, catalog: catalog), bodies, trial)
  }

  @discardableResult private func handle(_ request: String) throws -> PageMessage? {
    try live.handle(try PageRequest(request, catalog: catalog))
  }

  private func state(_ key: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: live.state.text) as? [String: Any]
    let value = try #require(object?[key])
    guard JSONSerialization.isValidJSONObject(value) else { return String(describing: value) }
    let json = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: json, as: UTF8.self)
  }

  /// The height of the ball, and the number of steps.
  private var ball: (y: Float, steps: UInt32) {
    let bytes = [UInt8](live.frame())
    func word(_ index: Int) -> UInt32 {
      bytes[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return (Float(bitPattern: word(17)), word(7))
  }

  /// The count of the rule, which is the last number of a frame.
  private var lows: UInt32 { live.frame().suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  private func set(_ path: String, _ value: String) throws {
    try handle(#"{"do": "event", "event": {"set": {"\#(path)": \#(value)}}}"#)
  }

  @Test func aChangedSettingActsOnTheMotionAsItIs() throws {
    try handle(#"{"do": "step", "count": 12}"#)
    let before = ball
    #expect(before.steps == 12 && before.y > 55)
    try set("gravity.magnitude", "-1")
    #expect(ball == before)
    try handle(#"{"do": "step", "count": 40}"#)
    #expect(ball.y < before.y && ball.steps == 52)
    try handle(#"{"do": "undo"}"#)
    #expect(try state("redo") == "change of gravity.magnitude" && state("undo") == "<null>")
  }

  @Test func whatHasHappenedDoesNotHappenAgainAfterAChange() throws {
    #expect(try state("counters") == #"["low"]"# && lows == 0)
    try handle(#"{"do": "step", "count": 30}"#)
    #expect(lows == 1)
    try set("gravity.magnitude", "0.5")
    try handle(#"{"do": "step"}"#)
    #expect(lows == 1)
  }

  @Test func aChangeOfTheStartThatIsRefusedDoesNotStartAgain() throws {
    let request = #"{"do": "event", "event": {"set": {"bodies.0.angle": VALUE}}, "on": true}"#
    try handle(#"{"do": "step", "count": 12}"#)
    #expect(throws: (any Error).self) {
      try handle(request.replacing("VALUE", with: #""x""#))
    }
    #expect(ball.steps == 12)
    try handle(request.replacing("VALUE", with: "1"))
    #expect(ball.steps == 0)
    for command in ["undo", "redo"] {
      try handle(#"{"do": "step"}"#)
      try handle(#"{"do": "\#(command)"}"#)
      #expect(ball.steps == 0)
    }
  }

  @Test func ashotEndsAndIsRepeated() throws {
    for _ in 0..<300 where live.canTick { live.tick() }
    #expect(try state("ending") == "floor" && !live.canTick)
    try handle(#"{"do": "repeat", "on": true}"#)
    live.tick()
    #expect(ball.steps == 0 && live.canTick)
    try handle(#"{"do": "restart"}"#)
    #expect(try state("ending") == "<null>")
  }

  /// Each change sends all settings to the pages.
  @Test func aSceneThatIsOverChangesOnce() throws {
    for _ in 0..<300 where live.canTick { live.tick() }
    try handle(#"{"do": "drag-start", "node": "ball"}"#)
    live.tick()
    live.hasChanged = false
    live.tick()
    #expect(live.canTick && !live.hasChanged)
  }

  @Test func aBodyIsDraggedAndThrown() throws {
    try handle(#"{"do": "drag-start", "node": "ball"}"#)
    try handle(#"{"do": "drag", "node": "ball", "at": [100, 20]}"#)
    for _ in 0..<30 { live.tick() }
    #expect(abs(ball.y - 20) < 2)
    try handle(#"{"do": "drag-end"}"#)
    for _ in 0..<30 { live.tick() }
    #expect(ball.y > 60)
  }

  @Test func aBodyStaysWhereItWasDraggedBeforeTheFirstStep() throws {
    try handle(#"{"do": "run", "on": false}"#)
    try handle(#"{"do": "drag-start", "node": "ball"}"#)
    try handle(#"{"do": "drag", "node": "ball", "at": [100, 20]}"#)
    try handle(#"{"do": "drag-end", "node": "ball"}"#)
    try set("gravity.magnitude", "0.5")
    #expect(ball.y == 20 && ball.steps == 0)
  }

  @Test(arguments: [
    (#"{"do": "drag-start", "node": "floor"}"#, "anchored"),
    (#"{"do": "drag-start", "node": "moon"}"#, "no body"),
    (#"{"do": "event", "event": {"set": {"duration": 1}}}"#, "cannot change 'duration'"),
    (#"{"do": "event", "event": {"set": {"gravity.magnitude": "x"}}}"#, "magnitude"),
    (
      #"{"do": "event", "event": {"set": {"bodies.0.formation": {"layout": "/etc/passwd"}}}}"#,
      "which reads a file"
    ),
    (#"{"do": "compare", "on": true}"#, "has no 'compare'"),
    (#"{"do": "save", "name": "forcelab.yaml"}"#, "choose another name"),
    (#"{"do": "save", "name": "d3.Preset.yaml"}"#, "choose another name"),
    (#"{"do": "drag-start", "node": "ball", "revision": 7}"#, "has changed"),
  ])
  func impossibleRequestsChangeNothing(request: String, message: String) throws {
    let before = try state("views")
    let error = #expect(throws: (any Error).self) { try handle(request) }
    #expect(error.map { errorText($0) }?.contains(message) == true)
    #expect(try state("views") == before)
  }
}
