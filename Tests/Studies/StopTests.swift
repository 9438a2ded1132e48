import Testing

/// When a run ends, and with which stop reason.
@Suite struct StopTests {
  private let base = "graph: {path: 3}\nforces: [coulomb, center-spring]\n"

  @Test(arguments: [
    ("integrator: verlet", "alpha", "300"),
    ("integrator: {verlet: {alpha-min: 0.1}}", "alpha", "100"),
    ("integrator: {verlet: {alpha-target: 0.5}}", "iterations", "1000"),
    ("integrator: {verlet: {alpha-decay: 0}}", "iterations", "1000"),
    ("integrator: displacement", "iterations", "1000"),
    ("integrator: velocity-verlet", "iterations", "1000"),
    ("stop: {}", "alpha", "300"),
    ("stop: {iterations: 5}", "iterations", "5"),
    ("stop: {iterations: {count: 5}}", "iterations", "5"),
    ("stop: {movement: 1e9}", "movement", "1"),
    ("stop: {alpha: 0.9}", "alpha", "5"),
    ("stop: {energy: 1e9}", "energy", "2"),
    ("stop: {iterations: 1, movement: 1e9}", "iterations", "1"),
    ("stop: {movement: 1e9, iterations: 1}", "movement", "1"),
    ("stop: {movement: 0, iterations: 4}", "iterations", "4"),
  ])
  func aRunEndsAtItsFirstRule(yaml: String, reason: String, iterations: String) throws {
    let row = try run(base + yaml + "\nrecord: {every: 1000}").only()
    #expect(row["status"] == "ok" && row["message"] == "")
    #expect(row["stop_reason"] == reason && row["iterations"] == iterations, "\(row)")
  }

  @Test func aRunContinuesWhileTheMovementIsAboveTheThreshold() throws {
    let run = try run(base + "integrator: displacement\nstop: {movement: 1}")
    let movement = try run.samples.numbers("movement")
    #expect(movement.count > 2)
    #expect(movement.dropLast().allSatisfy { $0 > 1 } && (movement.last ?? 2) <= 1)
  }

  @Test func energyEndsARunThatHasSettled() throws {
    let run = try run(
      base + "integrator: displacement\nstop: {energy: 1e-3, iterations: 1000}\n"
        + "record: {every: 1}")
    #expect(try run.only()["stop_reason"] == "energy")
    let energies = try run.samples.numbers("total_energy")
    let changes = zip(energies, energies.dropFirst()).map { abs($1 - $0) / abs($0) }
    #expect(changes.dropLast().allSatisfy { $0 > 1e-3 } && (changes.last ?? 1) <= 1e-3)
  }
}
