import Plugins
import Studies
import Testing

#if DEBUG
  private let isOptimised = false
#else
  private let isOptimised = true
#endif

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
  private func rows(_ table: Table) -> [[String]] {
    let numbers: Set = ["trial", "configuration", "threads"]
    let kept = table.columns.filter {
      !$0.contains("_ns") && !$0.contains("_seconds") && !numbers.contains($0)
    }
    return table.rows.map { row in kept.map { row[$0] ?? "" } }
  }

  /// Enough pairs that the work is shared in debug builds too.
  @Test(arguments: strategies, [2, 3])
  func everyStrategy(strategy: String, dimensions: Int) throws {
    try expectTheSameOnAllThreads(
      """
      repulsion: \(strategy)
      dimensions: \(dimensions)
      forces: [many-body, coulomb, link]
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
    ("exact", "verlet", "418b71bb564190a6"),
    ("kd-tree", "verlet", "b4a8214401ee9e9f"),
    ("barnes-hut", "verlet", "bdd47788a4175174"),
    ("grid", "verlet", "de5cb5eb3728a0ca"),
    ("exact", "displacement", "53cf05856af31164"),
    ("exact", "velocity-verlet", "2609ce771cbb3ff1"),
    ("exact", "rk4", "fcaf4842d2ed2fe6"),
    ("exact", "cooling", "db5080dce5402d1c"),
    ("exact", "adaptive", "8737cea4dd420da9"),
    ("exact", "fire", "27f0e7888cc94add"),
  ])
  func debugAndReleaseGiveTheSameBits(strategy: String, integrator: String, hash: String) throws {
    let run = try run(
      """
      graph: {mesh: {rows: 12, columns: 12}}
      placement: {uniform: {width: 200, height: 200}}
      forces: [many-body, coulomb, link, {collide: {radius: 5}}, gravity-well]
      repulsion: \(strategy)
      integrator: \(integrator)
      stop: {iterations: 20}
      """)
    let found = try run.only()["layout_hash"]
    #expect(found == hash, "\(strategy), \(integrator)")
  }
}
