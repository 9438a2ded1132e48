@testable import ForceLabStudies
import Testing

/// Paths of a sweep into the parameters of a layout.
@Suite struct LayoutSweepTests {
  @Test func forcesOfOneNameAreAddressedByNumber() throws {
    let run = try run(
      """
      graph: {cells: 1}
      forces: [{position: {strength: 1}}, {position: {axis: y, strength: 1}}]
      integrator: displacement
      stop: {iterations: 1}
      sweep: {zip: {forces.0.position.target: [5, 6], forces.1.position.target: [7, 8]}}
      """)
    #expect(try run.layout(1) == [[5, 7]])
    #expect(try run.layout(2) == [[6, 8]])
    #expect(try run.trials.column("forces.1.position.target") == ["7", "8"])
  }

  @Test func stopRulesAndGraphsMayBeSwept() throws {
    let run = try run(
      """
      forces: [link]
      stop: {movement: 0, iterations: 300}
      sweep:
        grid:
          graph.mesh.rows: [2, 3]
          stop.iterations: [1, 4]
      graph: {mesh: {columns: 2}}
      """)
    #expect(try run.trials.column("nodes") == ["4", "4", "6", "6"])
    #expect(try run.trials.column("iterations") == ["1", "4", "1", "4"])
  }
}

@Suite struct InstanceAxesTests {
  @Test(arguments: [
    ("graph: [path, ring]", ["graph"]),
    ("graph.mesh.rows: [4, 5]", ["graph.mesh.rows"]),
    ("integrator: [verlet, cooling]", []),
    ("integrator: [verlet, cooling]\n    graph: [{mesh: {rows: 4}}, path]", ["graph"]),
  ])
  func graphsAreInstances(axes: String, paths: [String]) throws {
    let graph = axes.contains("mesh.rows") ? "graph: {mesh: {rows: 4}}\n" : ""
    let plan = try plan("\(graph)sweep:\n  grid:\n    \(axes)\n")
    #expect(plan.instances?.paths ?? [] == paths)
    #expect(plan.instances.map(\.plural) == (paths.isEmpty ? nil : "graphs"))
  }
}
