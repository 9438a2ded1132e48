import ForceLabBodies
import ForceLabMechanics
import ForceLabPlugins
import Foundation
import Testing

/// Force plugins in scenes: the same as in layouts.
@Suite struct ForceTests {
  private func scenario(_ body: String, _ forces: String) -> String {
    "bodies: [{name: a, rectangle: {}\(body)}]\nforces: [\(forces)]"
  }

  /// The radius is m·v/(q·B), the rate q·B/m.
  @Test func magneticField() throws {
    let yaml = scenario(", velocity: [60, 0], charge: 2", "magnetic-field: {strength: 3}")
    try expectFirstOrder(below: 0.1) { subSteps in
      let place = try scene(yaml, subSteps: subSteps, seconds: 0.9).motion("a").place
      #expect(place.y < 0)
      return hypot(place.x, place.y) - 2 * 10 * abs(sin(0.9 * 6 / 2))
    }
    let still = scenario(", velocity: [60, 0]", "magnetic-field: {strength: 3}")
    #expect(abs(try scene(still, seconds: 1).motion("a").place.x - 60) < 1e-9)
  }

  @Test func electricField() throws {
    let yaml = scenario(", at: [10, 0], charge: 2", "electric-field: {strength: 50, falloff: 0}")
    try expectFirstOrder(below: 0.2, within: 0.01) {
      try scene(yaml, subSteps: $0, seconds: 1).motion("a").place.x - 60
    }
  }

  /// The field pushes along the circle that a rod of 100 pt allows: its arc is ½kt².
  @Test func vortex() throws {
    let yaml = """
      bodies: [{name: a, rectangle: {}, at: [100, 0], allows-rotation: false}]
      attachments: [{body: a, anchor: [0, 0], spring: {}}]
      forces: [vortex: {strength: 60}]
      """
    try expectFirstOrder(below: 0.1, within: 0.3) { subSteps in
      let place = try scene(yaml, subSteps: subSteps, seconds: 1).motion("a").place
      return 100 * atan2(place.y, place.x) - 30
    }
  }

  /// v = v₀·exp(−ct); with the quadratic term, v/(1 + bv) decays so.
  @Test func dragField() throws {
    let linear = scenario(", velocity: [100, 0]", "drag-field: {strength: 2}")
    try expectFirstOrder(below: 0.1) {
      try scene(linear, subSteps: $0, seconds: 1).motion("a").velocity.x - 100 * exp(-2)
    }
    let both = scenario(", velocity: [100, 0]", "drag-field: {strength: 1, quadratic: 0.02}")
    let part = 100 / 3 * exp(-1.0)
    try expectFirstOrder(below: 0.1) {
      try scene(both, subSteps: $0, seconds: 1).motion("a").velocity.x - part / (1 - 0.02 * part)
    }
  }

  @Test func springField() throws {
    let yaml = scenario(", at: [30, 0]", "spring-field: {strength: 25}")
    try expectFirstOrder(below: 0.2) {
      try scene(yaml, subSteps: $0, seconds: 0.9).motion("a").place.x - 30 * cos(5 * 0.9)
    }
  }

  /// Gravity as a field is gravity, and its energy is known.
  @Test func linearGravity() throws {
    let body = ", velocity: [3, -20], density: 4"
    let field = try scene(scenario(body, "linear-gravity: {strength: 1000}"), seconds: 1)
    let gravity = try scene(scenario(body, "") + "\ngravity: {}", seconds: 1)
    #expect(try field.motion("a") == gravity.motion("a"))
    for running in [field, gravity] {
      running.updateEnergy()
      #expect(running.energy.work == 0)
      #expect(abs(running.energy.dissipated) < 1e-9 * running.energy.kinetic)
    }
  }

  @Test func forcesActOnlyOnFreeBodiesThatTakeForces() throws {
    let running = try scene(
      """
      bodies:
        - {name: a, rectangle: {}, takes-forces: false}
        - {name: b, rectangle: {}, at: [500, 0], anchored: true}
        - {name: c, rectangle: {}, at: [900, 0]}
      forces: [velocity-field: {velocity: [100, 0], strength: 1}]
      """, seconds: 1)
    #expect(try running.motion("a") == Motion())
    #expect(try running.motion("b").place == [500, 0])
    #expect(try running.motion("c").velocity.x > 50)
  }

  /// Noise depends on the time in seconds and the seed, not on the number of sub-steps.
  @Test func noiseIsSeeded() throws {
    let yaml = scenario("", "noise-field: {strength: 50, noise: {animation-speed: 2}}")
    let study = try study(yaml)
    func place(_ seed: UInt64) throws -> Vector {
      let running = try RunningScene(study, seed: seed)
      for _ in 0..<30 { running.step() }
      return try running.motion("a").place
    }
    #expect(try place(1) == place(1))
    #expect(try place(1) != place(2))
    let (coarse, fine) = (
      try scene(yaml, subSteps: 32, seconds: 0.5).motion("a").place,
      try scene(yaml, subSteps: 64, seconds: 0.5).motion("a").place
    )
    #expect(hypot(coarse.x - fine.x, coarse.y - fine.y) < 0.1)
    #expect(hypot(fine.x, fine.y) > 1)
  }

  /// A field of one's own: a force plugin that needs nothing but the public interface.
  @Test func aForcePluginActsOnBodies() throws {
    var study = try study("bodies: [{rectangle: {}, density: 2, velocity: [1, 1]}]")
    study.forces = [Ramp(slope: 8)]
    study.subSteps = 64
    let running = try RunningScene(study, seed: 1)
    for _ in 0..<60 { running.step() }
    // The mass is 2: a = 4.
    #expect(abs(running.motion(of: 0).place.x - 3) < 0.01)
    running.updateEnergy()
    #expect(abs(running.energy.dissipated) < 1e-9 && running.energy.work == 0)
  }
}

/// Pulls to the right.
private struct Ramp: Force {
  var slope = 1.0

  init() {}
  init(slope: Double) { self.slope = slope }

  static let manual = Manual<Self>(
    "ramp", "Pulls to the right.", parameters: [Parameter("slope", \.slope, "Force.")])

  func apply(to world: World, alpha: Double) {
    for node in 0..<world.particles.count { world.particles.velocity[0][node] += alpha * slope }
  }

  func potentialEnergy(of world: World) -> Double? {
    (0..<world.particles.count).reduce(0) { $0 - slope * world.particles.position[0][$1] }
  }
}
