@testable import ForceLabBodies
import Testing

@Suite struct JointTests {
  /// The torque τ stops a turning wheel of moment I after ω·I/τ.
  @Test func frictionOfAPin() throws {
    let running = try scene(
      """
      bodies: [{name: wheel, rectangle: {}, angular-velocity: 6}]
      attachments: [{body: wheel, anchor: [0, 0], pin: {friction-torque: 50}}]
      """)
    let moment = 20_000 / 12.0
    let end = 6 * moment / (50 * Push.unitForce)
    while running.time < end / 2 { running.step() }
    let expected = 6 - running.time * 5000 / moment
    #expect(abs(try running.motion("wheel").angularVelocity - expected) < 1e-9)
    while running.time < end + 0.1 { running.step() }
    #expect(abs(try running.motion("wheel").angularVelocity) < 1e-9)
  }

  /// On a rail of 45°, gravity accelerates by g/√2, until the end of the range.
  @Test func slidingBody() throws {
    let yaml = """
      bodies: [{name: bead, rectangle: {width: 20, height: 20}, at: [0, 0], angle: 0.3}]
      attachments: [{body: bead, sliding: {axis: [1, 1], attachment-range: [0, 300]}}]
      gravity: {}
      """
    try expectFirstOrder(below: 0.3) { subSteps in
      let motion = try scene(yaml, subSteps: subSteps, seconds: 0.5).motion("bead")
      #expect(abs(motion.place.x - motion.place.y) < 0.01 && abs(motion.angle - 0.3) < 1e-6)
      return motion.place.x * 2.0.squareRoot() - 500 / 2.0.squareRoot() * 0.25
    }
    let end = try scene(yaml, seconds: 3).motion("bead")
    #expect(abs(hypot(end.place.x, end.place.y) - 300) < 1)
  }

  /// A rail beside the center of mass, on the scene and on an anchored body.
  @Test(arguments: ["", ", other: post"]) func aBodyStaysOnItsRail(other: String) throws {
    let place = try scene(
      """
      bodies:
        - {name: b, rectangle: {width: 40, height: 40}, at: [200, 200]}
        - {name: post, rectangle: {}, at: [900, 0], anchored: true}
      attachments: [{body: b\(other), anchor: [230, 180], sliding: {axis: [0, 1]}}]
      gravity: {}
      """, seconds: 1
    ).motion("b").place
    #expect(abs(place.x - 200) < 1e-6 && abs(place.y - 700) < 3)
  }

  /// The first step takes the velocity that the rail does not allow, and nothing adds energy.
  @Test func aRailBetweenFreeBodiesKeepsTheEnergy() throws {
    let yaml = """
      bodies:
        - {name: a, rectangle: {width: 20, height: 20}, at: [100, 100]}
        - {name: b, rectangle: {width: 20, height: 20}, at: [300, 100], velocity: [0, -100]}
      attachments: [{body: b, other: a, sliding: {axis: [1, 1]}}]
      """
    let (start, end) = (try scene(yaml, seconds: 0.1).energy, try scene(yaml, seconds: 3).energy)
    #expect(start.kinetic < 200 && abs(end.kinetic - start.kinetic) < 0.1)
  }

  @Test func aRailWithoutLengthHoldsTheBody() throws {
    let place = try scene(
      """
      bodies: [{name: bead, rectangle: {}}]
      attachments: [{body: bead, sliding: {attachment-range: [0, 0]}}]
      gravity: {}
      """, seconds: 1
    ).motion("bead").place
    #expect(place.length < 0.1)
  }

  /// A rope is slack until it is as long as the distance.
  @Test func aRopeActsOnlyAtItsFullLength() throws {
    let yaml = """
      bodies: [{name: bob, ellipse: {width: 10, height: 10}, at: [0, 20], velocity: [0, 100]}]
      attachments: [{body: bob, anchor: [0, 0], limit: 80}]
      """
    #expect(abs(try scene(yaml, seconds: 0.5).motion("bob").place.y - 70) < 1e-9)
    #expect(abs(try scene(yaml, seconds: 2).motion("bob").place.y - 80) < 0.5)
  }

  @Test func attachedBodiesCollideUnlessPinned() throws {
    func distance(_ joint: String) throws -> Double {
      let running = try scene(
        """
        bodies:
          - {name: a, ellipse: {width: 40, height: 40}, at: [0, 0]}
          - {name: b, ellipse: {width: 40, height: 40}, at: [60, 0]}
        attachments: [{body: a, other: b, \(joint)}]
        """, seconds: 3)
      return try running.motion("b").place.x - running.motion("a").place.x
    }
    let spring = "spring: {length: 10, frequency: 1, damping: 1}"
    #expect(abs(try distance(spring) - 40) < 0.5)
    #expect(abs(try distance(spring + ", collides: false") - 10) < 0.5)
  }

  /// The scene is no other body that an attached one may overlap.
  @Test func wallsStopABodyThatIsAttachedToTheScene() throws {
    func place(_ more: String) throws -> Double {
      try scene(
        """
        size: [200, 200]
        bodies: [{name: lift, rectangle: {width: 20, height: 20}, at: [100, 100]}]
        attachments: [{body: lift, sliding: {axis: [0, 1]}\(more)}]
        walls: {}
        gravity: {}
        """, seconds: 3
      ).motion("lift").place.y
    }
    #expect(abs(try place("") - 190) < 1)
    #expect(try place(", collides: false") > 1000)
  }
}
