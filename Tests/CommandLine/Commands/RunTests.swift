import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

@Suite struct RunTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func writesEveryFileAndPrintsTheFolder() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    let run = try place.forcelab("run", "tiny.yaml")
    #expect(run.status == 0)
    let results = try #require(run.outputLines.last { $0.hasPrefix("Results: ") })
    let folder = String(results.dropFirst("Results: ".count))
    #expect(folder.hasPrefix("Results/tiny/"))
    #expect(
      try place.names(in: folder) == [
        "columns.json", "environment.json", "experiment.yaml", "findings.json", "graphs",
        "journal.jsonl", "layouts", "plots",
        "report.html", "samples.csv", "summary.csv", "trials.csv",
      ])
    #expect(try place.names(in: folder + "/layouts") == ["1.csv", "1.svg"])
    #expect(try place.names() == ["Results", "tiny.yaml"])
    #expect(
      try place.text(of: folder + "/layouts/1.csv").split(separator: "\n").map { $0.prefix(2) }
        == ["id", "0,", "1,", "2,", "3,", "4,", "5,"])
  }

  @Test func printsThePlanAndATable() throws {
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.forcelab("run", "swept.yaml", "--out", "out")
    #expect(run.status == 0)
    let lines = run.outputLines
    #expect(lines[0] == "swept")
    #expect(lines[1] == "2 trials: 2 configurations × 1 repeat")
    #expect(lines[3].hasPrefix("repulsion "))
    #expect(lines[5].hasPrefix("exact ") && lines[6].hasPrefix("kd-tree {theta: 0.5} "))
    #expect(lines[5].contains("★ ") || lines[6].contains("★ "))
    #expect(
      lines.suffix(4) == [
        "Results: out", "Report:  out/report.html",
        "Compare: forcelab compare out --by repulsion", "",
      ])
  }

  @Test func pathsThatVaryTogetherHaveNoComparison() throws {
    try place.write(
      """
      name: zip
      graph: {mesh: {rows: 2, columns: 2}}
      stop: {iterations: 1}
      sweep: {zip: {graph.mesh.rows: [2, 3], graph.mesh.columns: [2, 3]}}

      """, to: "zip.yaml")
    let run = try place.forcelab("run", "zip.yaml", "--out", "out")
    #expect(run.status == 0 && !run.output.contains("Compare:"), "\(run.error)")
  }

  @Test func nextStepsNameTheProgram() throws {
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.shell("ln -s \"$FORCELAB\" lab; ./lab run swept.yaml --out out")
    #expect(run.outputLines.contains("Compare: lab compare out --by repulsion"), "\(run.error)")
  }

  @Test(arguments: [
    ("describe zzzzzz", "run `lab list` to"), ("watch a.yaml", "`lab new` writes one"),
    ("history .", "add some with `lab run FILE"), ("runs nowhere", "create one with `lab run`"),
    ("show nowhere", "name one that `lab run` wrote"),
  ])
  func adviceNamesTheProgram(command: String, advice: String) throws {
    let ending = try place.shell("ln -s \"$FORCELAB\" lab; ./lab \(command)")
    #expect(ending.error.contains(advice), "\(ending.error)")
  }

  @Test func quietPrintsNothing() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    let run = try place.forcelab("run", "tiny.yaml", "--quiet", "--out", "out")
    #expect(run.status == 0)
    #expect(run.output == "")
    #expect(run.error == "")
    #expect(place.has("out/summary.csv"))
  }

  @Test func quietReportsFailures() throws {
    try place.write(Example.failing, to: "failing.yaml")
    let run = try place.forcelab("run", "failing.yaml", "--quiet")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error == "trial 2 failed: the exact mean is 2, not 7\n")
  }

  @Test func severalFilesInOneRun() throws {
    try place.write(Example.tiny, to: "a/tiny.yaml")
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.forcelab("run", "a/tiny.yaml", "swept.yaml")
    #expect(run.status == 0)
    #expect(try place.names(in: "Results") == ["swept", "tiny"])
    #expect(run.outputLines.count { $0.hasPrefix("Results: Results/") } == 2)
  }

  @Test func limitsAreReportedLastAndFailOnlyIfStrict() throws {
    let limits = { (most: Int) in
      "limits: [{name: ticks, figure: {column: iterations}, at-most: \(most)}]\n"
    }
    try place.write(Example.tiny + limits(4), to: "tiny.yaml")
    try place.write(Example.swept + limits(5), to: "swept.yaml")
    let run = try place.forcelab("run", "tiny.yaml", "swept.yaml")
    #expect(run.status == 0)
    #expect(
      run.outputLines.suffix(7) == [
        "figure measured at most ratio verdict", "------ -------- ------- ----- --------",
        "ticks         5       4 1.250 exceeded", "ticks         5       5     1", "",
        "1 of 2 limits exceeded.", "",
      ])
    #expect(try place.forcelab("run", "tiny.yaml", "--strict").status == 1)
    #expect(try place.forcelab("run", "swept.yaml", "--strict", "--out", "out").status == 0)
    let row = "ticks,iterations,median,false,1,5,5,1,true\n"
    #expect(try place.text(of: "out/limits.csv").hasSuffix("\n" + row))
    #expect(try place.forcelab("run", "tiny.yaml", "--quiet").output == "")
  }

  @Test func progressOnAPipeIsPlainLines() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    let run = try place.forcelab("run", "tiny.yaml", "--repeat", "3")
    #expect(run.error.contains(" 3/3 trials, "))
    #expect(!run.error.contains("\u{1B}"))
    #expect(!run.error.contains("\r"))
    #expect(run.error.hasSuffix("\n"))
  }

  @Test(arguments: [40, 60]) func theTableFitsTheTerminal(columns: Int) throws {
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.forcelab(["run", "swept.yaml", "--out", "out"], columns: columns)
    let widths = run.outputLines.map(\.count)
    #expect(try #require(widths.max()) <= columns)
    #expect(run.output.contains(" stress ") && run.output.contains(" time "))
  }
}
