import Testing

/// The columns of `trials.csv` and `samples.csv` of a layout.
@Suite struct ColumnTests {
  @Test func aTrialHasTheColumnsOfTheDesign() throws {
    let run = try run(
      """
      graph: {ring: 5}
      forces: [many-body, link]
      stop: {iterations: 2}
      metrics: [stress, edge-length-cv]
      sweep: {grid: {forces.many-body.strength: [-30]}}
      """)
    #expect(
      run.trials.columns == [
        "trial", "configuration", "repeat", "seed", "forces.many-body.strength", "status",
        "stop_reason", "nodes", "edges", "components", "density", "degree_mean", "degree_max",
        "diameter_lower_bound", "clustering", "graph_hash", "iterations", "movement",
        "kinetic_energy", "potential_energy", "total_energy", "stress", "stress_error",
        "edge_length_cv", "layout_hash", "layout_seconds", "recording_seconds", "wall_seconds",
        "tick_ns_mean", "tick_ns_median", "tick_ns_p95", "overhead_seconds", "warm_up",
        "contended", "host", "message",
      ])
    let row = try run.only()
    #expect(row["nodes"] == "5" && row["edges"] == "5" && row["iterations"] == "2")
    #expect(row["status"] == "ok" && row["message"] == "" && row["contended"] == "false")
    let stress = try #require(row["stress"].flatMap(Double.init))
    #expect((0...1).contains(stress))
  }

  @Test func everyForceHasItsPotential() throws {
    let run = try run(
      """
      graph: {ring: 5}
      forces:
        - center-spring
        - position
        - position: {axis: y}
        - link: {update: simultaneous}
        - position: {target: 9}
      stop: {iterations: 3}
      """)
    #expect(
      run.samples.columns == [
        "trial", "iteration", "elapsed_ns", "movement", "max_displacement", "kinetic_energy",
        "potential_energy", "total_energy", "alpha", "potential_center_spring",
        "potential_position", "potential_position_2", "potential_link", "potential_position_3",
      ])
    let parts = try run.samples.columns.suffix(5).map { try run.samples.numbers($0) }
    let (kinetic, potential) = (
      try run.samples.numbers("kinetic_energy"), try run.samples.numbers("potential_energy")
    )
    let total = try run.samples.numbers("total_energy")
    for row in 0..<3 {
      let sum = parts.reduce(0) { $0 + $1[row] }
      #expect(abs(potential[row] - sum) <= 1e-12 * abs(sum))
      #expect(abs(total[row] - kinetic[row] - potential[row]) <= 1e-12 * abs(total[row]))
    }
  }

  @Test func aForceWithoutAPotentialLeavesTheTotalEmpty() throws {
    let run = try run(
      "graph: {ring: 5}\nforces: [position, center]\nstop: {iterations: 1}")
    let sample = try #require(run.samples.rows.first)
    #expect(sample["potential_center"] == "" && sample["potential_position"] != "")
    #expect(sample["potential_energy"] == "" && sample["total_energy"] == "")
    #expect(sample["kinetic_energy"] != "")
    let row = try run.only()
    #expect(row["potential_energy"] == "" && row["total_energy"] == "")
    let note = run.plan.sampleColumns.first { $0.name == "potential_center" }?.note
    #expect(note == "'center' has none: it moves the nodes without a force")
  }

  /// Unequal charges push each other with unequal forces, and `link` moves one edge after the other.
  @Test(arguments: [
    ("many-body", "degree", ""), ("many-body", "2", "many_body"),
    ("pair-power", "degree", ""), ("pair-power: {weight: degree}", "degree", "pair_power"),
    ("link", "1", ""), ("link: {update: simultaneous}", "1", ""),
  ])
  func onlySymmetricForcesHaveAPotential(force: String, charge: String, column: String) throws {
    let study = """
      graph: {star: 5}
      nodes: {charge: \(charge)}
      forces: [\(force)]

      """
    let run = try run(study + "stop: {iterations: 1}")
    let sample = try #require(run.samples.rows.first)
    #expect((sample["total_energy"] != "") == (column != ""))
    #expect((sample["potential_" + column] ?? "").isEmpty == column.isEmpty)
    let found = try problems(study + "stop: {energy: 1}")
    #expect(found.isEmpty == !column.isEmpty, "\(found)")
  }

  @Test func configurationsWithOtherForcesShareTheTable() throws {
    let run = try run(
      """
      graph: {ring: 5}
      stop: {iterations: 1}
      sweep: {grid: {forces: [[position], [radial, position]]}}
      """)
    #expect(run.samples.columns.suffix(2) == ["potential_position", "potential_radial"])
    #expect(try run.samples.column("potential_radial").map(\.isEmpty) == [true, false])
    #expect(try run.samples.column("potential_position").map(\.isEmpty) == [false, false])
  }

  @Test func theLastRowOfTheSamplesIsTheTrial() throws {
    let run = try run(
      "graph: {ring: 5}\nforces: [coulomb, center-spring]\nstop: {iterations: 7}")
    let (trial, sample) = (try run.only(), try #require(run.samples.rows.last))
    for column in ["movement", "kinetic_energy", "potential_energy", "total_energy"] {
      #expect(trial[column] == sample[column] && trial[column] != "", "\(column)")
    }
    #expect(sample["iteration"] == "7")
  }
}
