@testable import ForceLabStudies
import Testing

/// `study: tree-build`, from the file to `trials.csv`.
@Suite struct TreeBuildTests {
  private let base = "study: tree-build\npoints: 2000\nsteps: 2\n"

  /// The row of a tree of points that a file places.
  private func row(_ tree: String, _ points: [(Double, Double)]) throws -> [String: String] {
    let lines = points.enumerated().map { "\($0),\($1.0),\($1.1)\n" }.joined()
    return try run(
      "study: tree-build\npoints: \(points.count)\nplacement: {file: {path: p.csv}}\nsteps: 1\n"
        + "tree: \(tree)", files: ["p.csv": "id,x,y\n" + lines]
    ).only()
  }

  @Test func everyTreeIsBuilt() throws {
    let run = try run(
      base + "sweep: {grid: {tree: [kd-tree, barnes-hut, pointer-quadtree], fresh: [true, false]}}")
    #expect(Set(try run.trials.column("status")) == ["ok"])
    #expect(Set(try run.trials.column("point_count")) == ["2000"])
    let trees = try run.trials.column("tree")
    let (cells, bytes) = (try run.trials.numbers("cells"), try run.trials.numbers("memory_bytes"))
    for (index, tree) in trees.enumerated() {
      // Leaves of at most 32 points, or of one, and each point's coordinates somewhere.
      #expect(cells[index] > (tree == "pointer-quadtree" ? 2000 : 2000 / 32), "\(tree)")
      #expect(bytes[index] > 2000 * 16, "\(tree)")
      // Memory that is kept from tree to tree does not change what the tree is.
      #expect(cells[index] == cells[index ^ 1], "\(tree)")
    }
    #expect(try run.trials.numbers("tick_ns_median").allSatisfy { $0 > 0 })
  }

  @Test func onlyTimesDependOnRunsAndThreads() throws {
    let yaml = base + "sweep: {grid: {tree: [kd-tree, barnes-hut, pointer-quadtree]}}\n"
    let once = try run(yaml).trials.withoutTimes
    #expect(try run(yaml).trials.withoutTimes == once)
    #expect(try run(yaml + "threads: 2\n").trials.withoutTimes == once)
  }

  @Test func aQuadtreeOfFourPointsHasFiveCells() throws {
    let row = try row("pointer-quadtree", [(-1, -1), (1, -1), (-1, 1), (1, 1)])
    #expect(row["cells"] == "5")
    // Each object: 16 + 3 · 8 + 5 · 8 = 80 bytes; each list of a point: 32 + 24, up to 64.
    #expect(row["memory_bytes"] == "\(5 * 80 + 4 * 64)")
    #expect(try self.row("pointer-quadtree", [(3, 4)])["memory_bytes"] == "144")
    let leaf = try self.row(
      "{pointer-quadtree: {leaf: 4}}", [(-1, -1), (1, -1), (-1, 1), (1, 1)])
    #expect(leaf["cells"] == "1")
  }

  @Test func pointsInOnePlaceEndTheSplitting() throws {
    let place = (7.0, 7.0)
    let row = try row("{pointer-quadtree: {smallest-cell: 1}}", [place, place, place, (0, 0)])
    // Squares of 7, 3.5, 1.75 and 0.875: three of them are split into four.
    #expect(row["status"] == "ok" && row["cells"] == "13")
    let far = try self.row("pointer-quadtree", [(-1e308, -1e308), (1e308, 1e308), (1e308, 1e308)])
    #expect(far["status"] == "ok")
    for tree in ["kd-tree", "barnes-hut", "pointer-quadtree"] {
      #expect(try self.row(tree, Array(repeating: place, count: 100))["status"] == "ok", "\(tree)")
    }
  }

  @Test func aTimeoutEndsTheSteps() throws {
    let row = try run("study: tree-build\npoints: 1000\nsteps: 1000000\ntimeout: 0.02").only()
    #expect(row["status"] == "timed-out" && row["stop_reason"] == "timeout")
    #expect(row["message"]?.hasSuffix("of 1000000 steps") == true)
  }
}
