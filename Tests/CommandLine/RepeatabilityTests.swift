import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

@Suite struct RepeatabilityTests {
  @Test func twoRunsDifferOnlyInTimes() throws {
    let places = [try Workplace(), try Workplace()]
    for place in places {
      try place.write(Example.rich, to: "rich.yaml")
      #expect(try place.forcelab("run", "rich.yaml", "--out", "out").status == 0)
    }
    for (file, columns) in [("trials.csv", 20), ("samples.csv", 11), ("summary.csv", 20)] {
      let tables = try places.map { try timeless($0.text(of: "out/" + file)) }
      #expect(tables[0] == tables[1], "\(file)")
      #expect(tables[0].count > 16, "\(file)")
      #expect(tables[0][0].count >= columns, "\(file)")
    }
    let names = try places[0].names(in: "out/layouts").filter { $0.hasSuffix(".csv") }
    #expect(names.count == 32)
    #expect(Set(try places[1].names(in: "out/layouts")).isSuperset(of: names))
    for name in names {
      let layouts = try places.map { try $0.text(of: "out/layouts/" + name) }
      #expect(layouts[0] == layouts[1], "\(name)")
    }
    let written = try places.map { try $0.text(of: "out/experiment.yaml") }
    #expect(written[0] == written[1])
  }

  /// With events, an engine, bodies and frames. `columns.json` says which columns are times.
  @Test(arguments: ["layouts", "bodies"])
  func onlyColumnsDeclaredAsTimesDiffer(name: String) throws {
    let place = try Workplace(hasOwnHome: true)
    try place.write(
      """
      name: frames
      summary: An engine for tests.
      command: [\(try Workplace.program("test-engine")), frames]
      """, to: "Engines/frames.engine.yaml")
    try place.write(
      """
      name: layouts
      seed: 3
      repeat: 2
      graph: {mesh: {rows: 4, columns: 4}}
      metrics: [stress]
      record: {frames: 4, metrics: {every: 10}}
      targets: {stress: 0.2}
      variants:
        ours: {}
        events: {events: [{when: settled, set: {forces.many-body.strength: -60}, reheat: 1}]}
        engine: {engine: frames}

      """, to: "layouts.yaml")
    try place.write(
      """
      name: bodies
      study: bodies
      size: [200, 300]
      bodies:
        - {rectangle: {width: 20, height: 20}, at: [100, 250], formation: {pile: {count: 6}}}
      walls: {}
      gravity: {}
      duration: 1
      repeat: 2
      record: {frames: 4}

      """, to: "bodies.yaml")
    for out in ["one", "two"] {
      let run = try place.forcelab("run", "\(name).yaml", "--out", out, "--trust")
      #expect(run.status == 0, "\(run.error)")
    }
    let declared = try JSONSerialization.jsonObject(
      with: Data(place.text(of: "one/columns.json").utf8))
    let tables = ["trials", "samples", "events"].compactMap { (declared as? [String: Any])?[$0] }
    let columns = tables.flatMap { $0 as? [[String: Any]] ?? [] }
    let times = columns.filter { $0["role"] as? String == "time" }.compactMap {
      $0["name"] as? String
    }
    // Of `summary.csv`, as median_layout_seconds, and those that all trials have.
    let differing = Set(times + ["host", "contended"])
    func isTime(_ name: String) -> Bool {
      differing.contains(name) || differing.contains { name.hasSuffix("_" + $0) }
    }
    let paths = try place.shell(
      "cd one; find . -type f | grep -vE 'journal|environment.json|report.html|findings.json|/plots/'"
    )
    let names = paths.output.split(separator: "\n").map { String($0.dropFirst(2)) }
    #expect(names.contains("trials.csv") && names.contains { $0.hasSuffix(".frames") })
    #expect(names.contains("events.csv") == (name == "layouts"))
    for name in names {
      let files = try ["one", "two"].map {
        try Data(contentsOf: place.folder.appendingPathComponent("\($0)/\(name)"))
      }
      guard name.hasSuffix(".csv") else {
        #expect(files[0] == files[1], "\(name)")
        continue
      }
      let rows = try files.map { file in
        let csv = try CSV<Named>(string: String(decoding: file, as: UTF8.self))
        let kept = csv.header.filter { !isTime($0) }
        return csv.rows.map { row in kept.map { "\($0)=\(row[$0] ?? "")" } }
      }
      #expect(rows[0] == rows[1], "\(name)")
    }
  }

  @Test func bodiesMoveTheSameInAnyNumberOfProcesses() throws {
    let place = try Workplace()
    try place.write(
      """
      name: pile
      study: bodies
      size: [200, 300]
      bodies:
        - {rectangle: {width: 20, height: 20}, at: [100, 250], formation: {pile: {count: 24}}}
      walls: {}
      gravity: {}
      duration: 1
      repeat: 2
      sweep: {grid: {sub-steps: [1, 2]}}

      """, to: "pile.yaml")
    for jobs in ["1", "2"] {
      let run = try place.forcelab("run", "pile.yaml", "--jobs", jobs, "--out", jobs, "--no-report")
      #expect(run.status == 0, "\(run.error)")
    }
    for trial in 1...4 {
      let file = "/motion/\(trial).csv"
      #expect(try place.text(of: "1" + file) == place.text(of: "2" + file))
    }
    #expect(try place.text(of: "1/motion/1.csv") != place.text(of: "1/motion/2.csv"))
  }
}
