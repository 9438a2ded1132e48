import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

/// Interrupted and resumed runs.
@Suite(.serialized) struct ResumeTests {
  /// Sixty trials that take a moment, and are compared with the first of their configuration.
  private static let sixty = """
    name: sixty
    seed: 3
    repeat: 15
    graph: {ring: {count: 8}}
    placement: uniform
    forces: [many-body, link]
    stop: {iterations: 10}
    metrics: [procrustes]
    sweep:
      grid:
        forces.many-body.strength: [-10, -30]
        repulsion: [exact, kd-tree]

    """

  /// A shell command that waits for `file`. It starts no process, because trials are short.
  private func wait(for file: String) -> String { "until [ -s \(file) ]; do :; done" }

  @Test func aRunKilledAtAnyMomentCanBeResumed() throws {
    let place = try Workplace()
    try place.write(Self.sixty, to: "sixty.yaml")
    #expect(try place.forcelab("run", "sixty.yaml", "--out", "whole").status == 0)
    #expect(try timeless(place.text(of: "whole/trials.csv")).count == 61)
    var random = SeededGenerator(seed: 20)
    var cut = 0
    for index in 0..<12 {
      let out = "run-\(index)"
      let jobs = index % 3 == 2 ? 2 : 1
      let command = "\"$FORCELAB\" run sixty.yaml --quiet --jobs \(jobs) --out \(out)"
      // The first runs are killed while they write the files of the folder, and every other run is
      // killed again after it is resumed.
      let start = ["run.lock", "experiment.yaml", "journal.jsonl"]
      let trial = 1 + random.index(below: 45)
      let first = index < start.count ? start[index] : "layouts/\(trial).csv"
      let second = "layouts/\(trial + 8).csv"
      for (resume, file) in index % 2 == 0 ? [("", first)] : [("", first), (" --resume", second)] {
        // A moment later, the run does something else.
        let turns = random.index(below: 5000)
        _ = try place.shell(
          """
          \(command)\(resume) & pid=$!; \(wait(for: "\(out)/\(file)"))
          turn=0; while [ $turn -lt \(turns) ]; do turn=$((turn + 1)); done
          kill -9 $pid; wait $pid; true
          """)
      }
      let left = (try? timeless(place.text(of: "\(out)/trials.csv")).count) ?? 0
      if left < 61 { cut += 1 }
      let end = try place.forcelab(
        "run", "sixty.yaml", "--out", out, "--resume", "--jobs", "\(jobs)")
      #expect(end.status == 0, "\(end.error)")
      try expectSameRuns("whole", out, in: place, "killed after \(first)")
    }
    // Else nothing was shown.
    #expect(cut > 4)
  }

  /// The worst of three trials is not the worst of nine, and only the best, the median and the worst are drawn.
  @Test func drawingsOfTheEarlierReportAreRemoved() throws {
    let place = try Workplace()
    try place.write(
      """
      name: tiny
      repeat: 3
      graph: {ring: 12}
      placement: {uniform: {width: 100, height: 100}}
      stop: {iterations: 5}
      metrics: [stress]

      """, to: "tiny.yaml")
    #expect(try place.forcelab("run", "tiny.yaml", "--quiet", "--out", "out").status == 0)
    let nine = ["run", "tiny.yaml", "--repeat", "9", "--quiet", "--out"]
    #expect(try place.forcelab(nine + ["out", "--resume-anyway"]).status == 0)
    #expect(try place.forcelab(nine + ["whole"]).status == 0)
    try expectSameRuns("whole", "out", in: place)
    #expect(try place.forcelab("verify", "out").status == 0)
  }

  @Test func resumeRepeatsNoTrial() throws {
    let place = try Workplace()
    try place.write(Self.sixty, to: "sixty.yaml")
    let stopped = try place.shell(
      "\"$FORCELAB\" run sixty.yaml --set stop.iterations=10000 --quiet --out out & pid=$!; "
        + "\(wait(for: "out/layouts/5.csv")); kill -INT $pid; wait $pid")
    #expect(stopped.status == 130)
    let before = try place.text(of: "out/trials.csv").split(separator: "\n")
    #expect((5..<61).contains(before.count))
    let whole = try place.forcelab(
      "run", "sixty.yaml", "--set", "stop.iterations=10000", "--out", "out", "--resume")
    #expect(whole.status == 0)
    let after = try place.text(of: "out/trials.csv").split(separator: "\n")
    #expect(after.count == 61)
    // Their times, too, are those of the first time.
    #expect(Array(after.prefix(before.count)) == before)
    let environment = try JSONSerialization.jsonObject(
      with: Data(place.text(of: "out/environment.json").utf8))
    let facts = try #require(environment as? [String: Any])
    let resumed = try #require(facts["resumed"] as? [[String: Any]])
    #expect(resumed.count == 1 && resumed[0]["ended"] != nil && resumed[0]["load_after"] != nil)
    #expect((resumed[0]["command"] as? [String])?.contains("--resume") == true)
    #expect((facts["command"] as? [String])?.contains("--resume") == false)
  }

  @Test func freshKeepsTheRunOfAnotherExperiment() throws {
    let place = try Workplace()
    try place.write(Example.tiny, to: "tiny.yaml")
    try place.write(Example.swept, to: "swept.yaml")
    #expect(try place.forcelab("run", "swept.yaml", "--out", "out").status == 0)
    let before = try place.text(of: "out/trials.csv")
    expectRefusal(
      try place.forcelab("run", "tiny.yaml", "--out", "out", "--fresh"),
      "out: error: the folder holds a run of 'swept', not of 'tiny'; name another folder")
    #expect(try place.text(of: "out/trials.csv") == before)
  }

  @Test func resumeDoesNotChangeAFinishedRun() throws {
    let place = try Workplace()
    try place.write(Example.swept, to: "swept.yaml")
    #expect(try place.forcelab("run", "swept.yaml").status == 0)
    let folder = try #require(try place.names(in: "Results/swept").first)
    let before = try place.text(of: "Results/swept/\(folder)/trials.csv")
    let again = try place.forcelab("run", "swept.yaml", "--resume")
    #expect(again.status == 0)
    #expect(again.output.contains("Results: Results/swept/\(folder)"))
    #expect(try place.text(of: "Results/swept/\(folder)/trials.csv") == before)
    #expect(try place.names(in: "Results/swept") == [folder])
  }

  @Test func resumeWithoutARunStartsANewOne() throws {
    let place = try Workplace()
    try place.write(Example.tiny, to: "tiny.yaml")
    let run = try place.forcelab("run", "tiny.yaml", "--resume")
    #expect(run.status == 0)
    #expect(run.error.contains("note: no run of 'tiny' to resume"))
    #expect(try place.names(in: "Results/tiny").count == 1)
    let named = try place.forcelab("run", "tiny.yaml", "--resume", "--out", "missing")
    #expect(named.error.contains("note: no run in missing to resume; starting a new one"))
  }

  @Test func aChangedFileIsNoticed() throws {
    let place = try Workplace()
    try place.write("0 1\n1 2\n", to: "graph.edges")
    let yaml = """
      name: changing
      graph: {file: {path: graph.edges}}
      repeat: 2
      stop: {iterations: 5}
      forces:
        - many-body: {strength: -30}

      """
    try place.write(yaml, to: "e.yaml")
    #expect(try place.forcelab("run", "e.yaml", "--out", "out").status == 0)
    let first = try place.text(of: "out/trials.csv")
    for (options, words) in [
      (
        ["--set", "forces.many-body.strength=-50"],
        "'set' was not given and is now {forces.many-body.strength: -50}"
      ),
      (["--seed", "4"], "'seed' was not given and is now 4"),
      (["--repeat", "3"], "'repeat' was 2 and is now 3"),
    ] {
      let run = try place.forcelab(["run", "e.yaml", "--out", "out", "--resume"] + options)
      expectRefusal(run, "out: error: the run cannot be resumed: ", words, "--fresh")
    }
    let swept = try place.forcelab(
      "run", "e.yaml", "--out", "out", "--resume-anyway", "--set",
      "sweep={grid: {dimensions: [2, 3]}}")
    expectRefusal(swept, "its trial list has changed", "'sweep' was not given")
    for change in ["seed=4", "stop.iterations=6", "forces.many-body.strength=-50"] {
      let run = try place.forcelab(
        "run", "e.yaml", "--out", "out", "--resume-anyway", "--set", change)
      expectRefusal(run, "its trial list has changed: '", "; undo the change, or")
    }
    try place.write("0 1\n1 2\n2 0\n", to: "graph.edges")
    let run = try place.forcelab("run", "e.yaml", "--out", "out", "--resume")
    expectRefusal(run, "the file graph.edges has changed")
    let elsewhere = try place.shell(
      "mkdir sub && cd sub && \"$FORCELAB\" run ../e.yaml --out ../out --resume")
    expectRefusal(elsewhere, "the file graph.edges has changed")
    // It reads the copy of the file.
    let copy = try place.forcelab("run", "out/experiment.yaml", "--out", "out", "--resume")
    #expect(copy.status == 0, "\(copy.error)")
    #expect(try place.text(of: "out/trials.csv") == first)

    let anyway = try place.forcelab(
      "run", "e.yaml", "--out", "out", "--resume-anyway", "--repeat", "3")
    #expect(anyway.status == 0)
    let longer = try place.text(of: "out/trials.csv").split(separator: "\n")
    #expect(longer.prefix(3) == first.split(separator: "\n")[...])
    #expect(longer.count == 4 && longer[3].contains(",3,3,"))

    // It would lose the third trial.
    let shorter = try place.forcelab("run", "e.yaml", "--out", "out", "--resume-anyway")
    expectRefusal(
      shorter,
      "its trial list has changed: ", "'repeat' was 3 and is now 2",
      "; undo the change, or start over with --fresh, which deletes the run")

    let retitled = try place.forcelab(
      "run", "e.yaml", "--out", "out", "--resume-anyway", "--repeat", "3", "--set",
      "summary=Other words")
    #expect(retitled.status == 0, "\(retitled.error)")
    let limited = try place.forcelab(
      "run", "e.yaml", "--out", "out", "--resume-anyway", "--repeat", "3", "--set",
      "limits=[{name: low, figure: {column: layout_seconds}, at-most: 1e9}]")
    #expect(limited.status == 0, "\(limited.error)")
    let shown = try place.forcelab("show", "out")
    #expect(shown.status == 0 && shown.output.contains("The limit is kept"), "\(shown.error)")
    let unlimited = try place.forcelab(
      "run", "e.yaml", "--out", "out", "--resume-anyway", "--repeat", "3")
    #expect(unlimited.status == 0 && !place.has("out/limits.csv"), "\(unlimited.error)")
    #expect(try place.forcelab("verify", "out").status == 0)

    #expect(try place.forcelab("run", "e.yaml", "--out", "out", "--fresh").status == 0)
    #expect(try timeless(place.text(of: "out/trials.csv")).count == 3)
    #expect(try !place.text(of: "out/trials.csv").contains(",3,2,"))
  }

  /// The files may have the same content.
  @Test(arguments: ["0 1", "0 1\na b"]) func aFileThatIsGoneIsNamed(text: String) throws {
    let place = try Workplace()
    try place.write("0 1\n", to: "graphs/a.edges")
    try place.write(text + "\n", to: "graphs/b.edges")
    try place.write(
      "name: e\ngraph: {corpus: graphs/*.edges}\nstop: {iterations: 1}\n", to: "e.yaml")
    #expect(try place.forcelab("run", "e.yaml", "--out", "out").status == 0)
    for (command, message) in [
      ("rm graphs/b.edges", "the file graphs/b.edges is no longer read; undo"),
      (
        "cp graphs/a.edges graphs/c.edges",
        "the file graphs/c.edges is new or has changed, the file graphs/b.edges is no longer read; undo"
      ),
    ] {
      #expect(try place.shell(command).status == 0)
      expectRefusal(
        try place.forcelab("run", "e.yaml", "--out", "out", "--resume"),
        "its trial list has changed: \(message)")
    }
  }

  /// It is killed at calls of the system all along its way.
  @Test func aFreshRunThatIsKilledIsRepeated() throws {
    let place = try Workplace()
    try place.write(Example.swept, to: "swept.yaml")
    let command = "run swept.yaml --quiet --no-report --out"
    #expect(try place.shell("\(faultyProgram) \(command) whole").status == 0)
    for number in stride(from: 1, through: 310, by: 7) {
      let ending = try place.shell(
        """
        rm -rf out mark; cp -r whole out; echo mine > out/notes.txt
        FORCELAB_FAULT=run:\(number):kill FORCELAB_FAULT_MARK=mark \(faultyProgram) \(command) out --fresh
        [ -e mark ] || exit 77
        \(faultyProgram) \(command) out --fresh && cat out/notes.txt && rm out/notes.txt
        """)
      if ending.status == 77 { break }
      #expect(ending.status == 0 && ending.output == "mine\n", "call \(number): \(ending.error)")
      try expectSameRuns("whole", "out", in: place, "call \(number)")
    }
  }

  @Test func freshKeepsForeignFiles() throws {
    let place = try Workplace()
    try place.write(Example.tiny, to: "tiny.yaml")
    // The folder may be missing.
    #expect(try place.forcelab("run", "tiny.yaml", "--out", "out", "--fresh").status == 0)
    let names = ["out/notes.txt", "out/plots/mine.gp", "out/layouts/notes.txt"]
    for name in names { try place.write("mine", to: name) }
    #expect(try place.forcelab("run", "tiny.yaml", "--out", "out", "--fresh").status == 0)
    for name in names { #expect(try place.text(of: name) == "mine") }
    expectRefusal(
      try place.forcelab("run", "tiny.yaml", "--out", "out"),
      "out: error: the folder already holds a run; resume it with --resume")
  }
}
