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

  /// `converged` ends a layout while its stress is within 1 % of the final one, after at most 1.2 times as many
  /// iterations as that takes.
  @Test(arguments: [
    ("graph: {mesh: {rows: 9, columns: 11}}", 300),
    ("graph: {tree: {branching: 3, depth: 4}}", 300),
    ("graph: {barabasi-albert: {nodes: 241, seed: 4}}", 300),
    ("graph: {random-geometric: {nodes: 411, seed: 5}}\nplacement: uniform", 300),
    ("graph: {mesh: {rows: 10, columns: 10}}\nintegrator: {verlet: {alpha-decay: 0.01}}", 687),
    ("preset: fruchterman-reingold\ngraph: {tree: {depth: 5}}", 500),
    (
      "graph: {mesh: {rows: 8, columns: 8}}\nintegrator: {verlet: {alpha: 0.3, alpha-decay: 0}}",
      3000
    ),
  ])
  func convergedEndsALayoutInTime(yaml: String, length: Int) throws {
    let whole = try run(
      yaml + "\nstop: {iterations: \(length)}\nmetrics: [stress]\nrecord: {metrics: {every: 1}}")
    let stress = try whole.samples.numbers("stress")
    let final = try #require(stress.last)
    let needed = 2 + (stress.lastIndex { abs($0 - final) > 0.01 * final } ?? -1)
    let row = try run(yaml + "\nstop: converged\nmetrics: [stress]").only()
    #expect(row["stop_reason"] == "converged")
    let iterations = try #require(row["iterations"].flatMap { Double($0) })
    let found = try #require(row["stress"].flatMap { Double($0) })
    #expect(iterations <= 1.2 * Double(needed), "\(iterations) of \(needed)")
    #expect(abs(found - final) <= 0.01 * final, "\(found) of \(final)")
  }

  @Test(arguments: [
    ("graph: {path: 1}", 8...8), ("graph: {path: 2}", 20...300), ("graph: {cells: 7}", 20...300),
    ("graph: {mesh: {rows: 3}}\nintegrator: {verlet: {alpha: 0}}", 1...1),
    // Springs that are too stiff keep the layout moving.
    ("graph: {star: 30}\nforces: [coulomb, link]\nintegrator: displacement", 20...100_000),
    ("graph: karate\nintegrator: {verlet: {alpha-target: 0.3}}", 20...10_000),
  ])
  func convergedEndsEveryLayout(yaml: String, range: ClosedRange<Int>) throws {
    let row = try run(yaml + "\nstop: converged").only()
    #expect(row["status"] == "ok" && row["stop_reason"] == "converged")
    #expect(row["iterations"].flatMap { Int($0) }.map(range.contains) == true, "\(row)")
  }

  /// Each phase is judged by itself.
  @Test func convergedEndsEachPhase() throws {
    let run = try run(
      """
      graph: {mesh: {rows: 5}}
      stop: converged
      events: [{when: settled, set: {forces.many-body.strength: -60}, reheat: 1}]
      """)
    let settled = try #require(run.events).rows.first.flatMap { $0["iteration"] }.flatMap {
      Int($0)
    }
    let end = try run.only()["iterations"].flatMap { Int($0) }
    #expect(try #require(end) > 20 + #require(settled))
  }
}
