@testable import ForceLabBodies
import Testing

/// What collides with what.
@Suite struct CollisionTests {
  /// Whether two discs that move towards each other pass.
  private func pass(_ first: String, _ second: String) throws -> Bool {
    let running = try scene(
      """
      bodies:
        - {name: a, ellipse: {width: 20, height: 20}, at: [0, 0], velocity: [100, 0]\(first)}
        - {name: b, ellipse: {width: 20, height: 20}, at: [60, 0], velocity: [-100, 0]\(second)}
      """, seconds: 1)
    return try running.motion("a").place.x > running.motion("b").place.x
  }

  @Test func itemsLayersAndGroups() throws {
    #expect(try !pass("", ""))
    #expect(try !pass(", collides: items", ""))
    #expect(try pass(", collides: boundaries", ""))
    #expect(try pass("", ", collides: nothing"))
    #expect(try pass(", layers: [one]", ", layers: [two]"))
    #expect(try !pass(", layers: [one, two]", ", layers: [two]"))
    #expect(try !pass(", layers: [one]", ""))
    #expect(try pass(", collision-group: team", ", collision-group: team"))
    #expect(try !pass(", collision-group: team", ", collision-group: others"))
  }

  /// How far a disc falls that meets a boundary at y = 100.
  private func depth(_ traits: String, _ boundary: String) throws -> Double {
    try scene(
      """
      size: [200, 130]
      bodies: [{name: a, ellipse: {width: 20, height: 20}, at: [100, 50]\(traits)}]
      gravity: {}
      \(boundary)
      """, seconds: 1
    ).motion("a").place.y
  }

  @Test func boundaries() throws {
    let segment = "boundaries: [{segment: {from: [0, 100], to: [200, 100]}}]"
    let path = "boundaries: [{path: {points: [[0, 100], [100, 100], [200, 100]]}}]"
    for line in [segment, path, "walls: {insets: [0, 0, 30, 0]}"] {
      #expect(abs(try depth("", line) - 90) < 0.3, "\(line)")
      #expect(abs(try depth(", collides: boundaries", line) - 90) < 0.3, "\(line)")
      #expect(try depth(", collides: items", line) > 500, "\(line)")
    }
    #expect(abs(try depth("", "walls: {}") - 120) < 0.3)
    let closed =
      "boundaries: [{path: {points: [[50, 100], [100, 180], [150, 100]], is-closed: true}}]"
    #expect(abs(try depth("", closed) - 90) < 0.3)
  }

  @Test func aFastBodyDoesNotPassAWall() throws {
    let motion = try scene(
      """
      size: [200, 200]
      bodies: [{name: a, ellipse: {width: 10, height: 10}, at: [100, 100], velocity: [9000, 0], elasticity: 1}]
      walls: {}
      """, seconds: 2
    ).motion("a")
    #expect((0...200).contains(motion.place.x))
  }

  @Test func anchoredBodiesStayAndOthersMayNotRotate() throws {
    func turn(_ traits: String) throws -> (Motion, Motion) {
      let running = try scene(
        """
        bodies:
          - {name: beam, rectangle: {width: 100, height: 10}, at: [0, 0]\(traits)}
          - {name: ball, ellipse: {width: 20, height: 20}, at: [40, -60], velocity: [0, 200]}
        """, seconds: 1)
      return (try running.motion("beam"), try running.motion("ball"))
    }
    #expect(abs(try turn("").0.angle) > 0.3)
    let (fixed, ball) = try turn(", anchored: true")
    #expect(fixed == Motion() && ball.place.y < -14.8)
    let (still, _) = try turn(", allows-rotation: false")
    #expect(still.angle == 0 && still.place.y > 10)
  }
}
