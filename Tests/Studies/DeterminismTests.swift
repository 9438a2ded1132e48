@testable import ForceLabStudies
import Testing

/// The same file gives the same bytes, but for columns of times.
@Suite struct DeterminismTests {
  private func names(_ kind: PluginKind, but others: [String] = []) -> String {
    let names = Catalog.standard.names(of: kind).filter { !others.contains($0) }
      .map { kind == .placement && $0 == "file" ? "{file: {path: start.csv}}" : $0 }
    return "[\(names.joined(separator: ", "))]"
  }

  private let start =
    "id,x,y\n" + (0..<12).map { "\($0),\($0 * $0 % 7),\($0 * 5 % 11)\n" }.joined()

  private func expectTheSame(_ yaml: String, configurations: ClosedRange<Int>) throws {
    let (first, second) = (
      try run(yaml, files: ["start.csv": start]), try run(yaml, files: ["start.csv": start])
    )
    #expect(configurations.contains(first.plan.configurations.count))
    #expect(try first.trials.column("status").allSatisfy { $0 == "ok" })
    #expect(first.trials.withoutTimes == second.trials.withoutTimes)
    #expect(first.samples.withoutTimes == second.samples.withoutTimes)
    #expect(first.layouts == second.layouts)
    #expect(first.layouts.count == first.trials.rows.count)
    // Repeats have seeds of their own, so the random ones differ.
    #expect(Set(try first.trials.column("layout_hash")).count > 1)
  }

  @Test func everyMechanismIsRepeatable() throws {
    try expectTheSame(
      """
      graph: {ring: 12}
      seed: 7
      forces: [many-body, coulomb, link, {collide: {radius: 5}}, center]
      stop: {iterations: 3}
      sweep:
        - grid:
            integrator: \(names(.integrator))
            repulsion: \(names(.repulsion, but: ["fmm"]))
            placement: \(names(.placement))
        - grid: {repulsion: [fmm], forces: [[many-body, link]]}
      """, configurations: 36...1000)
  }

  @Test func configurationsStartFromTheSamePlacements() throws {
    let run = try run(
      """
      graph: {ring: 6}
      repeat: 2
      placement: uniform
      forces: [position: {strength: 0}]
      stop: {iterations: 1}
      sweep: {grid: {repulsion: [exact, kd-tree]}}
      """)
    let hashes = try run.trials.column("layout_hash")
    #expect(hashes[0] == hashes[1] && hashes[2] == hashes[3] && hashes[0] != hashes[2])
  }
}
