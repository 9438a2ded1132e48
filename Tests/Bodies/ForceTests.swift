@testable import ForceLabBodies
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

  /// Gravity as a field is gravity, and its energy is known.
  @Test func linearGravity() throws {
    let body = ", velocity: [3, -20], density: 4"
    let field = try scene(scenario(body, "linear-gravity: {strength: 1000}"), seconds: 1)
    let gravity = try scene(scenario(body, "") + "\ngravity: {}", seconds: 1)
    #expect(try field.motion("a") == gravity.motion("a"))
    for running in [field, gravity] {
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

  /// The difference falls as exp(−strength·t).
  @Test func aVelocityFieldActsOnAllMassesAlike() throws {
    for body in ["rectangle: {}, density: 4", "rectangle: {width: 4, height: 4}"] {
      let yaml = """
        bodies: [{name: a, \(body)}]
        forces: [velocity-field: {velocity: [100, 0], strength: 0.5}]
        """
      let velocity = try scene(yaml, seconds: 1).motion("a").velocity
      #expect(abs(velocity.x - 100 * (1 - exp(-0.5))) < 1, "\(body)")
    }
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

  /// A tick is 1 s, in which each kick adds √(2·T) times another normal number to the velocity.
  @Test func kicksChangeEachSecond() throws {
    func velocity(_ seconds: Double, subSteps: Int = 4) throws -> Vector {
      try scene(scenario("", "jiggle: {temperature: 50}"), subSteps: subSteps, seconds: seconds)
        .motion("a").velocity
    }
    let (half, first, second) = (try velocity(0.5), try velocity(1), try velocity(2))
    #expect((first - 2 * half).length < 1e-9 && (second - 2 * first).length > 1)
    #expect((try velocity(2, subSteps: 8) - second).length < 1e-9)
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
