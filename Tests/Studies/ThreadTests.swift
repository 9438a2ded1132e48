import ForceLabPlugins
import ForceLabStudies
import ForceLabTestSupport
import Testing

/// The same bits, whatever the number of threads and the mode of the build: for every strategy,
/// force and integrator of the catalog.
@Suite struct ThreadTests {
  private static func names(_ kind: PluginKind) -> [String] {
    Catalog.standard.types(of: kind).map { $0.page.name }
  }
  private static let strategies = names(.repulsion)
  private static let forces = names(.force)
  private static let integrators = names(.integrator)

  /// Runs `yaml` on 1, 2, 3 and 7 threads: all rows must be the first but for threads and times.
  private func expectTheSameOnAllThreads(_ yaml: String, side: Int) throws {
    let run = try run(
      yaml + """

        graph: {mesh: {rows: \(side), columns: \(side)}}
        placement: {uniform: {width: 1000, height: 1000, depth: 1000}}
        stop: {iterations: 2}
        sweep: {grid: {threads: [1, 2, 3, 7]}}
        """)
    #expect(run.trials.rows.count == 4)
    for rows in [rows(run.trials), rows(run.samples)] {
      let part = rows.count / 4
      #expect(part > 0)
      for thread in 1..<4 {
        let others = rows[thread * part..<(thread + 1) * part]
        #expect(others.elementsEqual(rows[..<part]), "\(yaml)")
      }
    }
  }

  /// The rows of `table` without times and without what tells the trials apart.
  private func rows(_ table: FixedWidthTable) -> [[String]] {
    let numbers: Set = ["trial", "configuration", "threads"]
    let kept = table.columns.filter {
      !$0.contains("_ns") && !$0.contains("_seconds") && !numbers.contains($0)
    }
    return table.rows.map { row in kept.map { row[$0] ?? "" } }
  }

  /// Enough pairs that the work is shared in debug builds too.
  @Test(arguments: strategies, [2, 3])
  func everyStrategy(strategy: String, dimensions: Int) throws {
    // It sums forces of 1/r in the plane.
    let isPlanar = strategy == "fmm"
    try expectTheSameOnAllThreads(
      """
      repulsion: \(strategy)
      dimensions: \(isPlanar ? 2 : dimensions)
      forces: [\(isPlanar ? "many-body" : "many-body, coulomb"), link]
      metrics: [force-error]
      """, side: isOptimised ? 70 : 24)
  }

  @Test(arguments: forces)
  func everyForce(force: String) throws {
    try expectTheSameOnAllThreads(
      "forces: [\(force)]\nmetrics: [stress]", side: isOptimised ? 200 : 24)
  }

  @Test(arguments: integrators)
  func everyIntegrator(integrator: String) throws {
    try expectTheSameOnAllThreads(
      "integrator: \(integrator)\nforces: [many-body, link, center]",
      side: isOptimised ? 200 : 24)
  }

  /// What both debug and release must give. Where a change of a plugin means to change its bits,
  /// the hash that the failure tells is the new one.
  @Test(arguments: [
    ("exact", "verlet", "437dca8ca6a6d8b8"),
    ("kd-tree", "verlet", "4c72adc9b42e5578"),
    ("barnes-hut", "verlet", "43e03f94bb9fac06"),
    ("grid", "verlet", "d3c1c40a13c03a39"),
    ("fmm", "verlet", "ffaaa06dbe2f5ed4"),
    ("sampled", "verlet", "a67d0f6ab79d778b"),
    ("reuse", "verlet", "d2a7ba24ef37d6cd"),
    ("exact", "displacement", "825d3a2861d63b94"),
    ("exact", "velocity-verlet", "16974c3431bc7e1c"),
    ("exact", "rk4", "428beed9b8cb3059"),
    ("exact", "cooling", "836271b2844d43e2"),
    ("exact", "adaptive", "f70abdf1904a03ce"),
    ("exact", "fire", "0be1963ffaa78047"),
  ])
  func debugAndReleaseGiveTheSameBits(strategy: String, integrator: String, hash: String) throws {
    let run = try run(
      """
      graph: {mesh: {rows: 24, columns: 24}}
      placement: {uniform: {width: 400, height: 400}}
      forces: [many-body, \(strategy == "fmm" ? "" : "coulomb, ")link, {collide: {radius: 5}}, gravity-well]
      repulsion: \(strategy)
      integrator: \(integrator)
      stop: {iterations: 8}
      """)
    let found = try run.only()["layout_hash"]
    #expect(found == hash, "\(strategy), \(integrator)")
  }
}
