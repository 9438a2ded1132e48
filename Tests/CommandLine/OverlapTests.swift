import ForceLabSettings
import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

/// Nodes with a size: boxes that collide, are counted, and are moved apart.
@Suite struct OverlapTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func trials(_ experiment: String) throws -> [[String: String]] {
    try place.write(experiment, to: "e.yaml")
    try? FileManager.default.removeItem(at: place.folder.appendingPathComponent("out"))
    let ending = try place.forcelab("run", "e.yaml", "--out", "out", "--no-report")
    #expect(ending.status == 0, "\(ending.error)")
    return try CSV<Named>(string: place.text(of: "out/trials.csv")).rows
  }

  /// Layouts of the simulation and of other engines, with labels of different lengths. A time that suffices whatever
  /// else runs.
  @Test(arguments: ["preset: d3", "time-budget: 2s"])
  func removalLeavesNoOverlaps(engine: String) throws {
    let rows = try trials(
      """
      name: o
      \(engine)
      nodes: {size: label}
      metrics: [stress, node-overlaps]
      sweep: {grid: {overlaps: [keep, prism, growing-tree]}}
      """)
    #expect(rows.count == 3 && rows.allSatisfy { $0["status"] == "ok" })
    let overlaps = rows.map { Int($0["node_overlaps"] ?? "") ?? -1 }
    #expect(overlaps[0] > 20 && overlaps[1] == 0 && overlaps[2] == 0)
    #expect(rows[0]["overlap_seconds"] == "" && rows[2]["overlap_seconds"] != "")
    #expect(Set(rows.map { $0["layout_hash"] }).count == 3)
    let stress = rows.map { Double($0["stress"] ?? "") ?? .nan }
    #expect(stress[2] < 1.05 * stress[0], "\(stress)")
    // The kept layout is the one that was measured.
    let table = try CSV<Named>(string: place.text(of: "out/layouts/3.csv")).rows
    let places = table.map { (Double($0["x"] ?? "") ?? .nan, Double($0["y"] ?? "") ?? .nan) }
    let widths = table.map { ($0["label"] ?? "").estimatedWidth * 10 + 8 }
    for (a, first) in places.enumerated() {
      for (b, second) in places.enumerated().dropFirst(a + 1) {
        let isApart =
          abs(first.0 - second.0) >= (widths[a] + widths[b]) / 2 * (1 - 1e-9)
          || abs(first.1 - second.1) >= 14 * (1 - 1e-9)
        #expect(isApart, "\(a) and \(b)")
      }
    }
  }

  /// Also where metrics are measured during the layout, and where events have changed the sizes.
  @Test func boxesAreCountedAsTheyAre() throws {
    let text = """
      name: o
      graph: {path: 60}
      forces: [link, {many-body: {strength: -3}}]
      stop: {iterations: 50}
      nodes: {size: [60, 20]}
      metrics: [node-overlaps]
      shuffle: true
      variants: {end: {}, along: {record: {metrics: {every: 10}}}}
      """
    let rows = try trials(text)
    #expect(rows[0]["node_overlaps"] == rows[1]["node_overlaps"] && rows[0]["node_overlaps"] != "0")
    let changed = try trials(
      """
      name: o
      graph: {path: 60}
      nodes: {size: [10, 10]}
      metrics: [node-overlaps]
      events: [{at: 20, set: {nodes.size: [120, 80]}}]
      overlaps: growing-tree
      """)
    #expect(changed[0]["node_overlaps"] == "0" && changed[0]["status"] == "ok")
    let table = try CSV<Named>(string: place.text(of: "out/layouts/1.csv")).rows
    let axes = ["x", "y"].map { axis in table.map { Double($0[axis] ?? "") ?? .nan } }
    for a in 0..<60 {
      for b in 0..<a {
        let gap = axes.map { abs($0[a] - $0[b]) }
        #expect(gap[0] >= 120 * (1 - 1e-9) || gap[1] >= 80 * (1 - 1e-9), "\(a) and \(b)")
      }
    }
  }

  /// Collisions alone part boxes that are far wider than high.
  @Test func boxesCollide() throws {
    let rows = try trials(
      """
      name: o
      graph: {cells: 60}
      placement: {uniform: {width: 300, height: 300}}
      forces: [{collide: {iterations: 3}}]
      integrator: {verlet: {alpha-decay: 0}}
      stop: {iterations: 500}
      nodes: {size: [60, 10]}
      metrics: [node-overlaps]
      variants: {collide: {}, none: {forces: []}}
      """)
    #expect(rows.map { $0["node_overlaps"] == "0" } == [true, false], "\(rows)")
  }

  @Test(arguments: [
    ("overlaps: prism", "'prism' needs the sizes of nodes; add 'nodes: {size: label}'"),
    (
      "nodes: {size: [1, 2, 3]}",
      "e.yaml:2:15: error: 'size' must be a number, an attribute, 'label', or width"
    ),
    ("nodes: {size: [10, -3]}", "'size' is -3, outside its range: 0.001 to 1000000000"),
    ("nodes: {size: weight}", "the graph has no numeric node attribute 'weight'"),
    ("dimensions: 3\nnodes: {size: 10}", "nodes have a size in 2D only"),
    (
      "nodes: {size: 10}\noverlaps: prism\npin: [{node: 3}]",
      "e.yaml:3:11: error: 'overlaps' would move the nodes of 'pin'"
    ),
    (
      "time-budget: 5ms\nnodes: {size: label, charge: degree}",
      "e.yaml:3:30: error: a layout with 'time-budget' does not use 'charge'"
    ),
  ])
  func mistakes(settings: String, message: String) throws {
    try place.write("name: o\n\(settings)\n", to: "e.yaml")
    let ending = try place.forcelab("validate", "e.yaml")
    #expect(ending.status != 0 && ending.error.contains(message), "\(ending.error)")
  }

  @Test func swiftCodeHasTheBoxesAndD3CodeRefusesThem() throws {
    _ = try trials(
      "name: o\npreset: d3\nforces: [many-body, link, collide]\nnodes: {size: [40, 12]}\n")
    let swift = try place.forcelab("show", "out", "--trial", "1", "--swift")
    #expect(
      swift.output.contains(
        "particles.boxes = NodeSize.box(width: 40, height: 12).boxes(of: graph).map { $0 / 2 }"),
      "\(swift.output)")
    let d3 = try place.forcelab("show", "out", "--trial", "1", "--d3")
    #expect(d3.status != 0 && d3.error.contains("'nodes: {size: …}'"), "\(d3.error)")
    _ = try trials("name: o\npreset: d3\noverlaps: prism\nnodes: {size: label}\n")
    let moved = try place.forcelab("show", "out", "--trial", "1", "--swift")
    #expect(moved.output.contains("// The trial moved nodes apart that overlapped at its end."))
    let refused = try place.forcelab("show", "out", "--trial", "1", "--d3")
    #expect(refused.status != 0 && refused.error.contains("'overlaps'"), "\(refused.error)")
  }
}
