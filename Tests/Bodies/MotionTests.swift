@testable import ForceLabBodies
import Testing

/// Gravity, pushes and snaps.
@Suite struct MotionTests {
  private static let square =
    "bodies: [{name: a, rectangle: {}}, {name: b, rectangle: {}, at: [300, 0]}]\n"

  private func velocity(_ yaml: String, seconds: Double = 1) throws -> Vector {
    try scene(Self.square + yaml, seconds: seconds).motion("a").velocity
  }

  private func expect(_ vector: Vector, _ x: Double, _ y: Double) {
    #expect(abs(vector.x - x) < 1e-9 && abs(vector.y - y) < 1e-9, "\(vector)")
  }

  @Test func gravity() throws {
    expect(try velocity("gravity: {}"), 0, 1000)
    expect(try velocity("gravity: {magnitude: 0.5, angle: 0}"), 500, 0)
    expect(try velocity("gravity: {vector: [0.1, -2]}"), 100, -2000)
    expect(try velocity("gravity: {bodies: [b]}"), 0, 0)
    expect(try velocity("gravity: {bodies: [a, b]}"), 0, 1000)
  }

  /// A magnitude of 1 accelerates 100×100 pt of density 1 by 100 pt/s².
  @Test func pushes() throws {
    expect(try velocity("pushes: [{bodies: [a]}]"), 100, 0)
    expect(try velocity("pushes: [{bodies: [a], magnitude: 2, angle: \(Double.pi / 2)}]"), 0, 200)
    expect(try velocity("pushes: [{bodies: [a], vector: [1, -3], at: 0.5}]"), 50, -150)
    expect(try velocity("pushes: [{bodies: [a], at: 0.25, until: 0.75}]"), 50, 0)
    expect(try velocity("pushes: [{bodies: [a], mode: instantaneous, magnitude: 1.5}]"), 150, 0)
    expect(try velocity("pushes: [{bodies: [a], mode: instantaneous, at: 2}]"), 0, 0)
    expect(try velocity("pushes: [{bodies: [b], mode: instantaneous}]"), 0, 0)
    expect(try velocity("pushes: [{bodies: [a, a], mode: instantaneous}]"), 100, 0)
    expect(try velocity("pushes: [{bodies: [a, a]}]"), 100, 0)
  }

  /// The torque is that of the force at the point, which turns with the body.
  @Test func aPushAtAPoint() throws {
    let running = try scene(
      "bodies: [{name: a, rectangle: {}}]\n"
        + "pushes: [{bodies: [a], mode: instantaneous, magnitude: 2, point: [0, 25]}]", seconds: 1)
    let moment = 20_000 / 12.0
    let turn = try running.motion("a").angularVelocity
    #expect(abs(turn + 25 * 200 / moment) < 1e-12)
    let energy = running.energy
    #expect(abs(energy.kinetic - (200 * 200 / 2 + moment * turn * turn / 2)) < 1e-9)
    #expect(abs(energy.work - energy.kinetic) < 1e-9 && abs(energy.dissipated) < 1e-9)
  }

  /// Also in rotations.
  @Test func aSnapWithoutDampingKeepsTheEnergy() throws {
    let energy = try scene(
      "bodies: [{name: a, ellipse: {width: 20, height: 20}, at: [90, 90], angle: 2}]\n"
        + "snaps: [{body: a, to: [80, 90], damping: 0}]", seconds: 0.4
    ).energy
    #expect(energy.total > 100 && abs(energy.dissipated) < 1e-9 * energy.total)
  }

  @Test func theWorkOfAPushIsCounted() throws {
    let running = try scene(
      "bodies: [{name: a, rectangle: {}, velocity: [10, 5]}]\n"
        + "pushes: [{bodies: [a], vector: [1, 1], point: [30, 0]}]", seconds: 1.5)
    #expect(abs(running.energy.dissipated) < 1e-9 * running.energy.total)
    #expect(running.energy.work > 1000)
  }

  /// With critical damping, x − to = (x₀ − to)·(1 + ωt)·exp(−ωt), and the same for the rotation.
  @Test func snap() throws {
    let yaml = """
      bodies: [{name: a, rectangle: {}, at: [100, 40], angle: 0.5}]
      snaps: [{body: a, to: [40, 0], damping: 1, frequency: 0.5}]
      """
    let decay = (1 + Double.pi * 0.8) * exp(-Double.pi * 0.8)
    try expectFirstOrder(below: 0.06) { subSteps in
      let motion = try scene(yaml, subSteps: subSteps, seconds: 0.8).motion("a")
      #expect(abs(motion.angle - 0.5 * decay) < 0.01)
      #expect(abs(motion.place.y / (motion.place.x - 40) - 40 / 60.0) < 1e-9)
      return motion.place.x - 40 - 60 * decay
    }
    let rest = try scene(yaml, seconds: 10).motion("a")
    expect(rest.place, 40, 0)
  }
}
