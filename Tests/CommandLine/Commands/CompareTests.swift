import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

@Suite struct CompareTests {
  private static let experiment = """
    name: compared
    graph: {path: {count: 12}}
    placement: uniform
    forces: [many-body, {link: {length: 20}}]
    stop: {iterations: 20}
    repeat: 6
    metrics: [stress]
    sweep: {grid: {repulsion: [exact, grid], integrator.verlet.velocity-decay: [0.4, 0.6]}}

    """

  let place: Workplace

  /// Two real runs of one experiment, `base` and `new`.
  init() throws {
    place = try Workplace()
    try place.write(Self.experiment, to: "e.yaml")
    for name in ["base", "new"] { try run(name) }
  }

  private func run(_ name: String, _ changes: String...) throws {
    let ending = try place.forcelab(["run", "e.yaml", "--quiet", "--out", name] + changes)
    try #require(ending.status == 0)
  }

  /// Another run, `far`, of other starts and other lengths of links.
  private func runFar() throws { try run("far", "--set", "forces.link.length=50", "--seed", "9") }

  @Test func runsOfOtherGraphsAreReported() throws {
    for (name, edges) in [("one", "a b\nb c\n"), ("two", "a b\nb c\nc d\n")] {
      try place.write(edges, to: "net.edges")
      try run(name, "--set", "graph={file: net.edges}", "--repeat", "2")
    }
    let ending = try place.forcelab("compare", "one", "two")
    #expect(
      ending.error.contains(
        "warning: 8 of 8 pairs of trials had different graphs with the same settings"))
    #expect(!(try place.forcelab("compare", "base", "new")).error.contains("different graphs"))
  }

  @Test func equalRunsAreTheSameExceptForTimes() throws {
    let ending = try place.forcelab("compare", "base", "new", "--measure", "stress")
    #expect(ending.status == 0)
    #expect(ending.outputLines[0].hasPrefix("base  base: 24 trials, "))
    #expect(ending.outputLines[1].hasPrefix("new   new: 24 trials, "))
    #expect(
      ending.output.hasSuffix(
        """
        4 cells; trials with the same seed are compared in pairs.

        Same in all cells, within 5 %: stress.

        """))
  }

  @Test func allMeasuresAreCompared() throws {
    let ending = try place.forcelab("compare", "base", "new", "--csv")
    let rows = try CSV<Named>(string: ending.output).rows
    let measures = Set(rows.compactMap { $0["measure"] })
    #expect(
      measures.isSuperset(of: [
        "tick_ns_median", "layout_seconds", "iterations", "movement", "stress", "layouts",
      ]))
    #expect(measures.isDisjoint(with: ["wall_seconds", "tick_ns_mean", "nodes", "layout_hash"]))
    let timeless = rows.filter {
      $0["measure"]?.contains("_ns") == false && $0["measure"]?.contains("_seconds") == false
    }
    #expect(timeless.count >= 16 && timeless.allSatisfy { $0["verdict"] == "same" })
    #expect(rows.count { $0["measure"] == "tick_ns_median" && $0["n_new"] == "6" } == 4)
  }

  @Test func aLayoutWithoutANodeIsDamaged() throws {
    let ending = try place.shell(
      "sed -i '$d' new/layouts/2.csv; \"$FORCELAB\" compare base new --measure layouts")
    expectRefusal(
      ending,
      "new/layouts/2.csv: error: 11 nodes, but the graph has 12: one of the files is damaged")
  }

  @Test func lostLayoutsAreNotTakenForTheSame() throws {
    _ = try place.shell("rm new/layouts/3.csv new/layouts/5.csv")
    let ending = try place.forcelab(
      "compare", "base", "new", "--measure", "layouts", "--fail-if", "different")
    #expect(ending.status == 1)
    #expect(ending.error.contains("new/layouts/3.csv: warning: no such file; 2 layouts cannot"))
    #expect(ending.error.contains("error: layouts are missing, so --fail-if cannot pass"))
    let stress = try place.forcelab(
      "compare", "base", "new", "--measure", "stress", "--fail-if", "unclear")
    #expect(stress.status == 0 && !stress.error.contains("no such file"))
  }

  @Test func otherSeedsAreNotPaired() throws {
    try runFar()
    let ending = try place.forcelab("compare", "base", "far", "--measure", "stress")
    #expect(
      ending.output.contains("4 cells; no trials share their seeds, so they are compared unpaired.")
    )
    #expect(ending.output.contains(" 6 and 6 "))
    #expect(ending.error.contains("far/experiment.yaml: note: differs from the base run in "))
  }

  @Test func valuesOfAPathAreCompared() throws {
    let ending = try place.forcelab(
      "compare", "base", "--by", "integrator.verlet.velocity-decay", "--measure", "stress",
      "--measure", "layouts", "--out", "c.csv")
    #expect(ending.outputLines[1] == "integrator.verlet.velocity-decay: 0.6 against 0.4")
    let rows = try CSV<Named>(string: place.text(of: "c.csv")).rows
    #expect(rows.map { $0["repulsion"] } == ["exact", "grid", "exact", "grid"])
    #expect(rows.map { $0["measure"] } == ["stress", "stress", "layouts", "layouts"])
    #expect(rows.allSatisfy { $0["base"] == "0.4" && $0["new"] == "0.6" })
    #expect(rows.allSatisfy { $0["comparison"] == "paired" && $0["n_base"] == "6" })
  }

  @Test func failIfFailsOnTheNamedVerdict() throws {
    try runFar()
    let higher = try place.forcelab(
      "compare", "base", "far", "--measure", "stress", "--fail-if", "same")
    let verdicts = ["lower", "higher", "unclear"].filter { higher.output.contains(" \($0)") }
    #expect(!verdicts.isEmpty)
    for verdict in verdicts {
      let arguments = ["compare", "base", "far", "--measure", "stress", "--fail-if", verdict]
      #expect(try place.forcelab(arguments).status == 1, "\(verdict)")
    }
    #expect(
      try place.forcelab("compare", "base", "new", "--measure", "stress", "--fail-if", "higher")
        .status == 0)
    #expect(
      try place.forcelab(
        "compare", "base", "new", "--measure", "stress", "--fail-if", "higher", "--fail-if", "same"
      ).status == 1)
  }

  @Test func failIfSlowerFailsWithoutComparableTimes() throws {
    let contended = try copy("trials.csv") { $0.replacing(",false,false,", with: ",false,true,") }
    let ending = try contended.forcelab("compare", "base", "new", "--fail-if", "slower")
    #expect(ending.status == 1)
    #expect(ending.output.contains("No times were compared: trials ran in parallel; "))
    #expect(ending.error.contains("error: no time was compared, so --fail-if cannot pass\n"))
  }

  @Test func failIfWorseFailsWithoutADirection() throws {
    let reason = "error: no measure with a known better direction was compared, so --fail-if"
    let undirected = try place.forcelab(
      "compare", "base", "new", "--measure", "kinetic_energy", "--fail-if", "worse")
    #expect(undirected.status == 1 && undirected.error.contains(reason), "\(undirected.error)")
    let other = try copy("columns.json") { _ in nil }
    for arguments in [["base"], ["--by", "repulsion"]] {
      let ending = try other.forcelab(["compare", "new"] + arguments + ["--fail-if", "worse"])
      #expect(ending.status == 1 && ending.error.contains(reason), "\(ending.error)")
      #expect(ending.error.contains("new/columns.json: warning: no such file, so it is unknown"))
    }
    #expect(try other.forcelab("show", "new").error.hasPrefix("new/columns.json: warning: "))
  }

  /// What is made of `base` in a folder of its own, so that nothing else is touched.
  private func copy(_ file: String, _ change: (String) -> String?) throws -> Workplace {
    let other = try Workplace()
    for name in ["base", "new"] {
      for file in ["trials.csv", "columns.json", "environment.json", "experiment.yaml"] {
        try other.write(place.text(of: "\(name)/\(file)"), to: "\(name)/\(file)")
      }
    }
    let path = other.folder.appendingPathComponent("new/" + file)
    if let text = change(try place.text(of: "new/\(file)")) {
      try Data(text.utf8).write(to: path)
    } else {
      try FileManager.default.removeItem(at: path)
    }
    return other
  }

  /// The table `text` with one value in all rows of a column.
  private func table(_ text: String, with value: Substring, in column: Substring) -> String {
    var rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let column = rows[0].firstIndex(of: column) else { return text }
    for row in rows.indices.dropFirst() { rows[row][column] = value }
    return rows.map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  @Test func slowerRunsFail() throws {
    let slow = try copy("trials.csv") { table($0, with: "1e7", in: "tick_ns_median") }
    let two = try slow.forcelab("compare", "base", "new", "--fail-if", "slower")
    #expect(two.status == 1 && two.output.contains(/tick +4 .* 4\n/))
    #expect(two.output.contains("Times of two runs are not compared: "))
    for name in ["base", "new"] {
      for number in 1...5 {
        for file in ["trials.csv", "columns.json", "environment.json", "experiment.yaml"] {
          try slow.write(slow.text(of: "\(name)/\(file)"), to: "\(name)\(number)/\(file)")
        }
      }
    }
    let sides = { (name: String) in (1...5).map { "\(name)\($0)" } }
    let ten = try slow.forcelab(
      ["compare", "--all", "--fail-if", "slower"] + sides("base") + ["--"] + sides("new"))
    #expect(ten.status == 1 && ten.output.contains(/tick +4 +\S+ +4\n/))
    #expect(ten.output.contains("5 and 5 slower"))
    #expect(
      ten.error.contains("base2/trials.csv: warning: 8 of 10 runs repeat the trials of another"))
    // The layouts of a side are copies of each other, so that those of two runs are compared.
    #expect(ten.output.contains("4 cells; 5 runs are compared with 5, each by its median. If the"))
    #expect(ten.output.contains(/Same in all cells, within 5 %: .*stress/))
    let copies = try slow.forcelab("compare", "base1", "base2", "--", "new1", "new1")
    #expect(copies.status != 0 && copies.error.contains("each run counts once"))
    let few = try slow.forcelab("compare", "base1", "base2", "--", "new1", "new2")
    #expect(few.status != 0 && few.error.contains("2 runs against 2; each side needs at least 5"))
  }

  /// Trials that ended well, but whose layouts have no stress.
  @Test func aMissingMeasureFailsTheComparison() throws {
    let other = try copy("trials.csv") { table($0, with: "", in: "stress") }
    let ending = try other.forcelab("compare", "base", "new", "--fail-if", "worse")
    #expect(ending.status == 1 && ending.output.contains("new has no stress\n"))
    #expect(try other.forcelab("compare", "new", "base", "--fail-if", "worse").status == 0)
  }

  @Test func divergedTrialFailsTheComparison() throws {
    let other = try copy("trials.csv") {
      $0.replacing(",ok,", with: ",diverged,", maxReplacements: 1)
    }
    let ending = try other.forcelab(
      "compare", "base", "new", "--measure", "stress", "--fail-if", "higher")
    #expect(ending.status == 1)
    #expect(ending.output.contains("Not finished:"))
    #expect(ending.output.contains("new diverged in 1 of 6 trials\n"))
  }
}
