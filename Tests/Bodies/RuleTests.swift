@testable import ForceLabBodies
import Testing

/// A force whose potential is another one each time that it is measured.
private struct Growing: Force {
  static let manual = Manual<Self>("growing", "Has a potential that grows.", parameters: [])

  func apply(to world: World, alpha: Double) {}
  func potentialEnergy(of world: World) -> Double? {
    world.particles.mass[0] += 1
    return world.particles.mass[0]
  }
}

@Suite struct RuleTests {
  /// A ball of 20 pt that falls from [50, 50], with rules.
  private func fall(
    _ rules: String, body: String = "", more: String = "", seconds: Double = 1
  ) throws -> RunningScene {
    try scene(
      """
      size: [100, 200]
      bodies:
        - {name: ball, ellipse: {width: 20, height: 20}, at: [50, 50]\(body)}
        - {name: shelf, rectangle: {width: 10, height: 10}, at: [90, 150], anchored: true}
      gravity: {bodies: [ball]}
      \(more)
      rules:
      \(rules)
      """, seconds: seconds)
  }

  @Test func leaves() throws {
    let rule = "  - {when: {leaves: {body: ball}}, count: gone, end: out}"
    let running = try fall(rule)
    #expect(running.counts == ["gone": 1] && running.endReason == "out")
    #expect(try fall(rule, seconds: 0.5).counts == [:])
    let inner = "  - {when: {leaves: {body: ball, bounds: [0, 0, 100, 80]}}, count: gone}"
    #expect(try fall(inner, seconds: 0.5).counts == ["gone": 1])
    #expect(try fall(inner, seconds: 0.25).counts == [:])
  }

  @Test func touches() throws {
    let floor = "boundaries: [{segment: {label: floor, from: [0, 100], to: [80, 100]}}]"
    func counts(_ condition: String, _ elasticity: String = "1") throws -> Int {
      try fall(
        "  - {when: {touches: {body: ball\(condition)}}, count: hits}",
        body: ", elasticity: \(elasticity)", more: floor, seconds: 1.9
      ).counts["hits"] ?? 0
    }
    // It falls 40 pt in √0.08 s, and returns as high after twice that.
    #expect(try counts("") == 3)
    #expect(try counts(", other: floor") == 3)
    #expect(try counts(", other: shelf") == 0)
    #expect(try counts(", other: floor", "0.5") > 3)
    // m·v·(1 + e) = 0.0314·283·2 = 17.8
    #expect(try counts(", impulse: 17") == 3)
    #expect(try counts(", impulse: 19") == 0)
    #expect(try counts(", impulse: 12", "0.5") == 1)
  }

  @Test(arguments: [
    (
      """
      bodies: [{name: ball, ellipse: {width: 28, height: 28}, at: [30, 80], friction: 0.5}]
      boundaries: [{path: {points: [[0, 95], [100, 105], [200, 115], [300, 125], [1000, 195]]}}]
      """, 1
    ),
    (
      """
      bodies:
        - {group: [{rectangle: {width: 20, height: 20}}, {rectangle: {width: 20, height: 20, at: [20, 0]}}], at: [50, 70]}
        - {rectangle: {width: 200, height: 20}, at: [50, 90], anchored: true}
      """, 1
    ),
    (
      """
      size: [100, 100]
      bodies: [{ellipse: {width: 20, height: 20}, at: [50, 80], velocity: [100, 0]}]
      walls: {}
      """, 2
    ),
  ]) func bodiesTouchOnceHoweverManyPartsDo(yaml: String, count: Int) throws {
    #expect(try scene(yaml + "\ngravity: {}", seconds: 3).contactTotal == count)
  }

  @Test func passes() throws {
    func counts(_ condition: String, _ more: String = "", body: String = "") throws -> Int {
      try fall(
        "  - {when: {passes: {body: ball, \(condition)}}, count: in}", body: body, more: more
      ).counts["in"] ?? 0
    }
    #expect(try counts("from: [40, 100], to: [60, 100]") == 1)
    #expect(try counts("from: [40, 100], to: [60, 100], direction: [0, 1]") == 1)
    #expect(try counts("from: [40, 100], to: [60, 100], direction: [0, -1]") == 0)
    #expect(try counts("from: [51, 100], to: [60, 100]") == 0)
    #expect(try counts("from: [40, 20], to: [60, 20]") == 0)
    // Up and down again.
    let up = ", velocity: [0, -300]"
    #expect(try counts("from: [40, 20], to: [60, 20]", body: up) == 2)
    #expect(try counts("from: [40, 20], to: [60, 20], direction: [0, 1]", body: up) == 1)
  }

  /// A segment that moves with a body, past a ball at rest.
  @Test func passesAMovingSegment() throws {
    func counts(_ condition: String) throws -> Int {
      try scene(
        """
        bodies:
          - {name: ball, ellipse: {width: 4, height: 4}, at: [50, 50], collides: nothing}
          - {name: hoop, rectangle: {width: 10, height: 4}, at: [50, 100], velocity: [0, -100], collides: nothing}
        rules: [{when: {passes: {body: ball, from: [40, 100], to: [60, 100], on: hoop\(condition)}}, count: in}]
        """, seconds: 1
      ).counts["in"] ?? 0
    }
    #expect(try counts("") == 1)
    #expect(try counts(", direction: [0, 1]") == 1)
    #expect(try counts(", direction: [0, -1]") == 0)
  }

  /// A body that is outside at the start has not left.
  @Test func aBodyOutsideAtTheStartHasNotLeft() throws {
    let rule = "  - {when: {leaves: {body: ball, bounds: [0, 70, 100, 120]}}, count: gone}"
    #expect(try fall(rule, seconds: 0.1).counts == [:])
    #expect(try fall(rule).counts == ["gone": 1])
  }

  @Test func aBodyThatLeavesInTheStepAfterItsResetHasLeftAgain() throws {
    let running = try scene(
      """
      bodies: [{name: b, rectangle: {width: 20, height: 20}, at: [100, 100], velocity: [-30000, 0]}]
      rules: [{when: {leaves: {body: b}}, count: gone, reset: [b]}]
      """, seconds: 1)
    #expect(running.counts == ["gone": 60])
  }

  /// A reset does not pass what lies between both places, and conditions do not see what other rules did.
  @Test func aResetTriggersNoOtherRule() throws {
    let reset = "  - {when: {leaves: {body: ball}}, reset: [ball], count: lost}"
    let pass = "  - {when: {passes: {body: ball, from: [0, 150], to: [100, 150]}}, count: passed}"
    for rules in [[reset, pass], [pass, reset]] {
      // Each fall of 160 pt takes 0.57 s, the first 100 pt 0.45 s.
      #expect(
        try fall(rules.joined(separator: "\n"), seconds: 2.25).counts == ["lost": 3, "passed": 4])
    }
    let again = "  - {when: {leaves: {body: ball}}, count: again}"
    #expect(try fall([reset, again].joined(separator: "\n")).counts == ["lost": 1, "again": 1])
  }

  @Test func aBodyThatRestsDoesNotTouchAgainAfterAChange() throws {
    let rule = "  - {when: {touches: {body: ball}}, count: hits}"
    let before = try fall(rule, more: "walls: {}")
    let after = try fall(rule, more: "walls: {}", seconds: 0)
    after.resume(before)
    for _ in 0..<10 { after.step() }
    #expect(before.counts == ["hits": 1] && after.counts == ["hits": 1])
  }

  @Test func whatARuleHasSetStaysAfterAChange() throws {
    let rule =
      "  - {when: {leaves: {body: ball, bounds: [0, 0, 100, 80]}}, set: {bodies: [ball], resistance: 100}, times: 1}"
    let before = try fall(rule)
    let after = try fall(rule, seconds: 0)
    after.resume(before)
    for _ in 0..<60 { after.step() }
    #expect(try before.motion("ball").velocity.y < 20 && after.motion("ball").velocity.y < 20)
  }

  @Test func settles() throws {
    let rule = "  - {when: {settles: {speed: 4, duration: 0.3}}, end: rest}"
    let floor = "walls: {}"
    let running = try fall(rule, body: ", elasticity: 0", more: floor, seconds: 0)
    while running.endReason == nil, running.time < 5 { running.step() }
    // It falls 140 pt in √0.28 s.
    #expect(abs(running.time - 0.28.squareRoot() - 0.3) < 0.1)
    #expect(try fall(rule, seconds: 2).endReason == nil)
  }

  @Test(arguments: [("count: low", false), ("end: low", false), ("reset: [ball]", true)])
  func onlyRulesThatChangeBodiesMeasureTheEnergy(action: String, measures: Bool) throws {
    var study = try study(
      """
      bodies: [{name: ball, ellipse: {}, at: [50, 50], velocity: [0, 100], collides: nothing}]
      rules: [{when: {passes: {body: ball, from: [0, 80], to: [100, 80]}}, \(action), times: 1}]
      """)
    study.forces = [Growing()]
    let running = try RunningScene(study, seed: 1)
    for _ in 0..<60 { running.step() }
    #expect((running.energy.work != 0) == measures)
  }

  @Test func actions() throws {
    let rules = """
        - {when: {leaves: {body: ball}}, reset: [ball], count: lost, times: 2}
        - {when: {leaves: {body: ball}}, set: {bodies: [ball], velocity: [0, 0], resistance: 3}}
      """
    let running = try fall(rules, seconds: 3)
    #expect(running.counts == ["lost": 2])
    // Each fall of 160 pt takes 0.57 s; the third one does not return.
    #expect(try running.motion("ball").place.y > 210)
    let energy = running.energy
    #expect(energy.work != 0 && energy.dissipated > 0)
    let set = try fall(
      "  - {when: {leaves: {body: ball, bounds: [0, 0, 100, 80]}}, set: {bodies: [ball], velocity: [100, 0]}}",
      seconds: 0.5)
    #expect(try running.motion("ball").place.x == 50)
    #expect(try set.motion("ball").place.x > 60)
  }
}
