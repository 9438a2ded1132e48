@testable import ForceLabBodies
import Testing

/// Scenes whose motion is known in closed form. A sub-step of dt is 1/60 s over their number.
@Suite struct ClosedFormTests {
  private static let gravity = 1000.0

  /// y = ½gt² − ½gt·dt, exactly.
  @Test func freeFall() throws {
    let yaml = "{bodies: [{ellipse: {}, at: [0, 0], name: ball}], gravity: {}}"
    try expectFirstOrder(below: 0.6, within: 0.001) { subSteps in
      let place = try scene(yaml, subSteps: subSteps, seconds: 1).motion("ball").place
      let step = 1 / 60.0 / Double(subSteps)
      #expect(place.x == 0)
      #expect(abs(place.y - (Self.gravity / 2 - Self.gravity / 2 * step)) < 1e-9)
      return place.y - Self.gravity / 2
    }
  }

  @Test func projectile() throws {
    let yaml = """
      bodies: [{name: ball, rectangle: {}, velocity: [300, -400], angular-velocity: 2}]
      gravity: {}
      """
    try expectFirstOrder(below: 0.5, within: 0.001) { subSteps in
      let motion = try scene(yaml, subSteps: subSteps, seconds: 0.8).motion("ball")
      #expect(abs(motion.place.x - 240) < 1e-9 && abs(motion.angle - 1.6) < 1e-12)
      #expect(abs(motion.velocity.y - 400) < 1e-9)
      return motion.place.y - (-400 * 0.8 + Self.gravity * 0.32)
    }
  }

  /// Masses 1 and 3: v₁ = −½v, v₂ = ½v without loss; the places are late by less than a sub-step.
  @Test func elasticCollision() throws {
    let yaml = """
      bodies:
        - {name: a, ellipse: {width: 20, height: 20}, at: [0, 0], velocity: [100, 0], elasticity: 1}
        - {name: b, ellipse: {width: 20, height: 20}, at: [60, 0], density: 3, elasticity: 1}
      """
    for subSteps in [4, 8] {
      let running = try scene(yaml, subSteps: subSteps, seconds: 1)
      let (a, b) = (try running.motion("a"), try running.motion("b"))
      #expect(abs(a.velocity.x + 50) < 1e-9 && abs(b.velocity.x - 50) < 1e-9)
      #expect(abs(a.velocity.y) < 1e-12 && abs(b.velocity.y) < 1e-12)
      let step = 1 / 60.0 / Double(subSteps)
      #expect(abs(a.place.x - (40 - 30)) < 150 * step)
      #expect(abs(b.place.x - (60 + 30)) < 150 * step)
      #expect(abs(running.energy.dissipated) < 1e-9)
    }
  }

  /// Both move with ¼ of the velocity; ¾ of the energy is lost.
  @Test func inelasticCollision() throws {
    let yaml = """
      bodies:
        - {name: a, ellipse: {width: 20, height: 20}, at: [0, 0], velocity: [100, 0]}
        - {name: b, ellipse: {width: 20, height: 20}, at: [60, 0], density: 3}
      """
    let running = try scene(yaml, seconds: 1)
    #expect(abs(try running.motion("a").velocity.x - 25) < 1e-9)
    #expect(abs(try running.motion("b").velocity.x - 25) < 1e-9)
    let mass = Double.pi * 100 / 10_000
    #expect(abs(running.energy.dissipated - 0.75 * mass * 5000) < 1e-9)
  }

  @Test func partlyElasticCollision() throws {
    let yaml = """
      bodies:
        - {name: ball, ellipse: {width: 20, height: 20}, at: [0, 0], velocity: [0, 300], elasticity: 0.6}
      boundaries: [{segment: {from: [-100, 50], to: [100, 50]}}]
      """
    let motion = try scene(yaml, seconds: 1).motion("ball")
    #expect(abs(motion.velocity.y + 180) < 1e-9 && abs(motion.velocity.x) < 1e-9)
  }

  @Test func resistance() throws {
    let yaml = """
      bodies:
        - {name: a, rectangle: {}, velocity: [100, 0], angular-velocity: 3, resistance: 2, angular-resistance: 1}
      """
    let motion = try scene(yaml, seconds: 1.5).motion("a")
    #expect(abs(motion.velocity.x - 100 * exp(-3)) < 1e-9)
    #expect(abs(motion.angularVelocity - 3 * exp(-1.5)) < 1e-9)
    try expectFirstOrder(below: 0.05) { subSteps in
      try scene(yaml, subSteps: subSteps, seconds: 1.5).motion("a").place.x - 50 * (1 - exp(-3))
    }
  }

  /// T = 2π·√(l/g)·(1 + θ²/16 + 11θ⁴/3072) for a small ball on a rod or a rope.
  @Test(arguments: ["spring", "limit"]) func pendulum(joint: String) throws {
    let (length, angle) = (200.0, 0.3)
    let (x, y) = (length * sin(angle), length * cos(angle))
    let yaml = """
      bodies: [{name: bob, ellipse: {width: 2, height: 2}, at: [\(x), \(y)], allows-rotation: false}]
      attachments: [{body: bob, anchor: [0, 0], \(joint): {}}]
      gravity: {}
      """
    let expected =
      2 * Double.pi * (length / Self.gravity).squareRoot()
      * (1 + angle * angle / 16 + 11 * pow(angle, 4) / 3072)
    try expectFirstOrder(below: 1e-5, subSteps: [4, 8, 16, 32]) {
      try period(yaml, "bob", subSteps: $0) { $0.place.x } / expected - 1
    }
  }

  /// A rod of length l and width w about its end: T = 2π·√(2I/mgl)·(…), I/m = l²/3 + w²/12.
  @Test func compoundPendulum() throws {
    let angle = 0.2
    let yaml = """
      bodies: [{name: rod, rectangle: {width: 150, height: 1}, at: [\(75 * sin(angle)), \(75 * cos(angle))],
        angle: \(Double.pi / 2 - angle)}]
      attachments: [{body: rod, anchor: [0, 0], pin: {}}]
      gravity: {}
      """
    let expected =
      2 * Double.pi * (2 * (150 * 150 / 3 + 1 / 12.0) / (Self.gravity * 150)).squareRoot()
      * (1 + angle * angle / 16 + 11 * pow(angle, 4) / 3072)
    try expectFirstOrder(below: 5e-6, subSteps: [4, 8, 16, 32]) {
      try period(yaml, "rod", subSteps: $0) { $0.place.x } / expected - 1
    }
  }

  /// Three periods over 3, between zeros that are interpolated.
  private func period(
    _ yaml: String, _ name: String, subSteps: Int, _ value: (Motion) -> Double
  ) throws -> Double {
    let running = try scene(yaml, subSteps: subSteps)
    var zeros: [Double] = []
    var before = value(try running.motion(name))
    while zeros.count < 7, running.time < 20 {
      running.step()
      let now = value(try running.motion(name))
      if before * now < 0 {
        zeros.append(running.time - running.scene.step * now / (now - before))
      }
      before = now
    }
    try #require(zeros.count == 7)
    return (zeros[6] - zeros[0]) / 3
  }

  /// x = a·exp(−ζωt)·(cos ω't + ζω/ω'·sin ω't), ω' = ω·√(1 − ζ²).
  @Test func dampedSpring() throws {
    let yaml = """
      bodies: [{name: weight, rectangle: {}, at: [130, 0]}]
      attachments: [{body: weight, anchor: [0, 0], spring: {length: 100, frequency: 1.5, damping: 0.1}}]
      """
    let (rate, ratio) = (2 * Double.pi * 1.5, 0.1)
    let damped = rate * (1 - ratio * ratio).squareRoot()
    try expectFirstOrder(below: 0.06, subSteps: [16, 32, 64]) { subSteps in
      let motion = try scene(yaml, subSteps: subSteps, seconds: 1).motion("weight")
      return motion.place.x
        - (100 + 30 * exp(-ratio * rate) * (cos(damped) + ratio * rate / damped * sin(damped)))
    }
  }

  /// Two free masses on a spring: the frequency is that of the reduced mass.
  @Test func springBetweenBodies() throws {
    let yaml = """
      bodies:
        - {name: a, rectangle: {}, at: [0, 0]}
        - {name: b, rectangle: {}, at: [260, 0], density: 2}
      attachments: [{body: a, other: b, spring: {length: 240, frequency: 2}}]
      """
    try expectFirstOrder(below: 0.1, subSteps: [16, 32, 64]) { subSteps in
      let running = try scene(yaml, subSteps: subSteps, seconds: 0.9)
      let stretch = try running.motion("b").place.x - running.motion("a").place.x - 240
      return stretch - 20 * cos(3.6 * Double.pi)
    }
  }

  /// The sum of places and rotations, x×p + I·ω, is the same however bodies pull at each other.
  @Test func angularMomentum() throws {
    let running = try scene(
      """
      bodies:
        - {name: a, rectangle: {width: 60, height: 40}, at: [0, 0], velocity: [0, 50], angular-velocity: 3}
        - {name: b, rectangle: {width: 80, height: 20}, at: [120, 10], density: 2, velocity: [20, -90]}
      attachments:
        - {body: a, point: [20, 10], other: b, other-point: [-30, 5], spring: {length: 50, frequency: 2},
           collides: false}
      """, seconds: 0)
    func momentum() -> Double {
      running.scene.bodies.indices.reduce(0) { sum, number in
        let (body, motion) = (running.scene.bodies[number], running.motion(of: number))
        let orbital = motion.place.x * motion.velocity.y - motion.place.y * motion.velocity.x
        return sum + body.mass * orbital + body.moment * motion.angularVelocity
      }
    }
    let start = momentum()
    for _ in 0..<300 { running.step() }
    #expect(abs(momentum() / start - 1) < 1e-11)
    #expect(abs(running.motion(of: 0).angle) > 1)
  }

  /// a = g·(sin θ − μ·cos θ); below the friction angle, atan μ, the block stays.
  @Test func slidingBlock() throws {
    func yaml(_ angle: Double) -> String {
      let (sine, cosine) = (sin(angle), cos(angle))
      let start = [100 * cosine + 10 * sine, 100 * sine - 10 * cosine]
      return """
        bodies: [{name: block, rectangle: {width: 40, height: 20}, at: \(start), angle: \(angle), friction: 0.25}]
        boundaries: [{segment: {from: [0, 0], to: [\(1000 * cosine), \(1000 * sine)]}}]
        gravity: {}
        """
    }
    func way(_ angle: Double, _ subSteps: Int) throws -> Double {
      let motion = try scene(yaml(angle), subSteps: subSteps, seconds: 1).motion("block")
      return motion.place.x * cos(angle) + motion.place.y * sin(angle) - 100
    }
    let expected = Self.gravity / 2 * (sin(0.5) - 0.25 * cos(0.5))
    try expectFirstOrder(below: 0.2, within: 0.3) { try way(0.5, $0) - expected }
    #expect(abs(try way(0.2, 16)) < 0.1)
    #expect(try way(0.26, 16) > 5)
  }
}
