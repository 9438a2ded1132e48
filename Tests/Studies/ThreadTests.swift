@testable import ForceLabStudies
import Testing

/// The same bits, whatever the number of threads and the mode of the build: for every strategy,
/// force and integrator of the catalog.
@Suite struct ThreadTests {
  private static let catalog = Catalog.standard

  /// The slow code of a debug build is tried with fewer numbers of threads.
  private static let threads = isOptimized ? [1, 2, 3, 7] : [1, 3]

  /// Runs `yaml` on different numbers of threads: all rows must equal the first but for threads and times.
  private func expectTheSameOnAllThreads(_ yaml: String, side: Int) throws {
    let run = try run(
      yaml + """

        graph: {mesh: {rows: \(side), columns: \(side)}}
        placement: {uniform: {width: 1000, height: 1000, depth: 1000}}
        stop: {iterations: 2}
        sweep: {grid: {threads: \(Self.threads)}}
        """)
    #expect(run.trials.rows.count == Self.threads.count)
    for rows in [rows(run.trials), rows(run.samples)] {
      let part = rows.count / Self.threads.count
      #expect(part > 0)
      for thread in 1..<Self.threads.count {
        let others = rows[thread * part..<(thread + 1) * part]
        #expect(others.elementsEqual(rows[..<part]), "\(yaml)")
      }
    }
  }

  /// The rows of `table` without times and without the columns that identify trials.
  private func rows(_ table: TestTable) -> [[String]] {
    let numbers: Set = ["trial", "configuration", "threads"]
    let kept = table.columns.filter {
      !$0.contains("_ns") && !$0.contains("_seconds") && !numbers.contains($0)
    }
    return table.rows.map { row in kept.map { row[$0] ?? "" } }
  }

  /// Enough pairs that the work is shared in debug builds too.
  @Test(arguments: catalog.names(of: .repulsion), [2, 3])
  func strategiesGiveTheSameBitsOnAllThreads(strategy: String, dimensions: Int) throws {
    // It sums forces of 1/r in the plane.
    let isPlanar = strategy == "fmm"
    try expectTheSameOnAllThreads(
      """
      repulsion: \(strategy)
      dimensions: \(isPlanar ? 2 : dimensions)
      forces: [\(isPlanar ? "many-body" : "many-body, coulomb"), link]
      metrics: [force-error]
      """, side: isOptimized ? 70 : 24)
  }

  @Test(arguments: catalog.names(of: .force))
  func forcesGiveTheSameBitsOnAllThreads(force: String) throws {
    // The metric takes longer than the forces, and does not depend on them.
    try expectTheSameOnAllThreads(
      "forces: [\(force)]\nmetrics: [\(force == "many-body" ? "stress" : "")]",
      // It refuses large graphs, because it needs memory for all pairs.
      side: isOptimized ? force == "distance-springs" ? 60 : 200 : 24)
  }

  @Test(arguments: catalog.names(of: .integrator))
  func integratorsGiveTheSameBitsOnAllThreads(integrator: String) throws {
    try expectTheSameOnAllThreads(
      "integrator: \(integrator)\nforces: [many-body, link, center]",
      side: isOptimized ? 200 : 24)
  }

  /// Debug and release builds give the same bits. If a change of a plugin changes its bits on purpose,
  /// the failure shows the new hash.
  @Test(arguments: [
    ("exact", "verlet", "b163187f5ab008c1"),
    ("kd-tree", "verlet", "eba1b552242d40f1"),
    ("barnes-hut", "verlet", "8b5d592a0436279c"),
    ("grid", "verlet", "7884ce2f05fa801f"),
    ("fmm", "verlet", "830bda1b80dec7b1"),
    ("sampled", "verlet", "dbd872c09940b87d"),
    ("reuse", "verlet", "2b6d5810ddedfdb7"),
    ("exact", "displacement", "dbfd7c1b5324f9ba"),
    ("exact", "velocity-verlet", "0a4b0165eff99e35"),
    ("exact", "rk4", "24edf87ee7d774ec"),
    ("exact", "cooling", "79891f10ce3c6059"),
    ("exact", "adaptive", "74980486139d4923"),
    ("exact", "fire", "9b356212d35af10e"),
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
