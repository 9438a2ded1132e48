import ForceLabTestSupport
import Foundation
import Testing

/// What an attack on files and run folders must not reach.
@Suite struct AttackTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.forcelab("run", "swept.yaml", "--out", "run", "--quiet", "--no-report")
    #expect(run.status == 0)
  }

  // MARK: Files that a person names

  @Test(arguments: ["compare run copy", "draw run 1"])
  func outWritesThroughLinksAndIntoPipes(command: String) throws {
    let name = command.hasPrefix("draw") ? "out.svg" : "out.csv"
    let ending = try place.shell(
      """
      cp -r run copy; ln -s target \(name)
      "$FORCELAB" \(command) --out \(name) >/dev/null; echo $?
      [ -L \(name) ] && [ -s target ] && echo link
      rm \(name); mkfifo \(name); cat \(name) >got & "$FORCELAB" \(command) --out \(name) >/dev/null
      wait; [ -p \(name) ] && cmp got target && echo pipe
      """)
    #expect(ending.output == "0\nlink\npipe\n", "\(ending.error)")
  }

  @Test(arguments: [
    "schema", "list", "show run", "plan swept.yaml", "validate swept.yaml", "compare run run --csv",
    "run swept.yaml --format json --no-report",
  ])
  func standardOutputThatCannotBeWrittenIsAnError(command: String) throws {
    #if os(Linux)
      let full = try place.shell("\"$FORCELAB\" \(command) >/dev/full")
      #expect(full.status != 0)
      #expect(full.error.contains("error: cannot write to standard output: No space left"))
    #endif
    let closed = try place.shell("\"$FORCELAB\" \(command) >&-")
    #expect(closed.status != 0)
    #expect(closed.error.contains("error: cannot write to standard output: "))
  }

  // MARK: Folders that hold no run

  @Test(arguments: ["--fresh", "--resume", "--resume-anyway"])
  func foreignFilesAreNotOverwritten(option: String) throws {
    let names = [
      "graphs/my.edges", "layouts/mine.csv", "plots/mine.gp", "experiment.yaml", "trials.csv",
    ]
    for name in names { try place.write("mine\n", to: "mine/\(name)") }
    let run = try place.forcelab("run", "swept.yaml", "--out", "mine", option)
    expectRefusal(
      run, "mine: error: the folder holds no run, but 'experiment.yaml': it has no journal.jsonl")
    for name in names { #expect(try place.text(of: "mine/\(name)") == "mine\n") }
  }

  @Test func outputReplacesNoFileOfARun() throws {
    for (command, name) in [
      ("compare run run", "run/trials.csv"), ("compare run run", "run/journal.jsonl"),
      ("draw run 1", "run/environment.json"),
    ] {
      let before = try place.text(of: name)
      let done = try place.shell("\"$FORCELAB\" \(command) --out \(name)")
      expectRefusal(done, "\(name): error: the file belongs to the run in run; name another file")
      #expect(try place.text(of: name) == before)
    }
    #expect(try place.forcelab("draw", "run", "1", "--out", "run/mine.svg").status == 0)
  }

  // MARK: Run folders that somebody sent

  @Test(arguments: [
    ("samples.csv", "report run"), ("trials.csv", "show run"),
    ("journal.jsonl", "run swept.yaml --out run --resume"), ("layouts/1.csv", "draw run 1"),
  ])
  func linksAreNotFollowed(name: String, command: String) throws {
    try place.write("precious\n", to: "outside")
    let target = place.folder.appending(path: "outside").path
    _ = try place.shell("rm run/\(name); ln -s '\(target)' run/\(name)")
    let ending = try place.forcelab(command.split(separator: " ").map(String.init))
    expectRefusal(ending, "run/\(name): error: cannot read: it is a symbolic link")
    #expect(try place.text(of: "outside") == "precious\n")
  }

  @Test func aLinkedFolderIsNotWrittenTo() throws {
    _ = try place.shell("mkdir outside; rm -rf run/plots; ln -s ../outside run/plots")
    let report = try place.forcelab("report", "run")
    expectRefusal(report, "run/plots/", "error: cannot write: ")
    #expect(try place.names(in: "outside").isEmpty)
    // The trials of a run are complete, but its report is not.
    let run = try place.forcelab("run", "swept.yaml", "--out", "run", "--resume")
    #expect(run.status == 1 && run.error.contains("warning: cannot write the report: "))
    // An interrupted report or trial leaves files that the journal does not name.
    _ = try place.shell("rm run/plots")
    let names = ["report.html", "layouts/1.svg", "layouts/99.csv", "motion/2.csv"]
    for name in names + ["mine.txt"] { try place.write("", to: "run/\(name)") }
    let verify = try place.forcelab("verify", "run")
    for name in names {
      #expect(verify.output.contains("unrecorded \(name)"), "\(name)")
    }
    #expect(verify.output.contains("foreign    mine.txt"))
  }

  @Test func runsDoesNotFollowLinks() throws {
    _ = try place.shell("mkdir loop; ln -s . loop/a; ln -s .. loop/b")
    let runs = try place.forcelab("runs", "loop", limit: 10)
    #expect(runs.status == 0 && runs.output == "No runs in loop.\n")
  }

  @Test func controlCharactersAreEscaped() throws {
    try place.write(
      "name: esc\nsummary: \"a\\e]0;b\\a\\u202e\"\ngraph: {path: {count: 3}}\nnonsense: \"\\e[31m\"\n",
      to: "x\u{1B}[31m.yaml")
    let wrong = try place.forcelab("validate", "x\u{1B}[31m.yaml")
    #expect(wrong.status == 2 && !wrong.error.contains("\u{1B}"))
    #expect(wrong.error.contains("x\\u{1B}[31m.yaml:4:1: error: "))
    // Labels, a summary and a limit that control a terminal, reverse a text or hide "<" from an escape.
    let name = "a\\e]0;b\\a\\u202e\\n<\\u0301img>"
    let label = name.replacing("\\e", with: "\\u001b").replacing("\\a", with: "\\u0007")
    try place.write(
      #"{"nodes": [{"id": 0, "label": "\#(label)"}], "links": []}"#, to: "graph.json")
    try place.write(
      """
      name: esc
      summary: "\(name)"
      graph: {file: graph.json}
      record: {frames: 3}
      stop: {iterations: 3}
      limits:
        - {name: "\(name)", figure: {column: iterations}, at-most: 10}
      """, to: "e.yaml")
    let run = try place.forcelab("run", "e.yaml", "--out", "hostile")
    #expect(run.status == 0, "\(run.error)")
    let shown = "a\\u{1B}]0;b\\u{7}\\u{202E}"
    #expect(run.output.components(separatedBy: shown).count == 3)
    #expect(try place.forcelab("draw", "hostile", "1", "--out", "1.svg").status == 0)
    let page = try place.text(of: "hostile/report.html")
    for text in [run.output, page, try place.text(of: "1.svg")] {
      #expect(text.contains("\\u{202E}") && !text.contains("\\u001b"))
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(page.unicodeScalars.contains("\u{301}"))
    #expect(
      !zip(page.unicodeScalars, page.unicodeScalars.dropFirst()).contains {
        $0 == "<" && $1 == "\u{301}"
      })
    // Data stays as it is.
    let data = try place.text(of: "hostile/limits.csv")
    #expect(data.contains("\"a\u{1B}]0;b\u{7}\u{202E}\n<\u{301}img>\","))
  }

  // MARK: Changes during a run

  @Test func aWorkerDoesNotReadAnotherGraphThanTheRunBeganWith() throws {
    try place.write("a b\nb c\n", to: "graph.edges")
    try place.write(
      "name: long\ngraph: {file: graph.edges}\nrepeat: 100000\nstop: {iterations: 50}\n",
      to: "long.yaml")
    let run = try place.shell(
      """
      "$FORCELAB" run long.yaml --quiet --no-report --out long & pid=$!
      until [ -s long/layouts/2.csv ]; do sleep 0.01; done
      echo "c d" >>graph.edges; kill -KILL $(pgrep -P $pid); wait $pid
      """)
    expectRefusal(run, "graph.edges: error: the file has changed since the run began")
  }

  @Test func theExperimentOfARunCanBeRunAgain() throws {
    try place.write("a b\nb c\n", to: "graph.edges")
    try place.write("name: file\ngraph: {file: graph.edges}\nstop: {iterations: 5}\n", to: "e.yaml")
    #expect(try place.forcelab("run", "e.yaml", "--out", "a/b", "--quiet").status == 0)
    let again = try place.shell(
      "cd a && \"$FORCELAB\" run b/experiment.yaml --out ../c --quiet && cd .. && "
        + "\"$FORCELAB\" run e.yaml --out c --resume --quiet")
    #expect(again.status == 0, "\(again.error)")
    #expect(try place.text(of: "a/b/layouts/1.csv") == place.text(of: "c/layouts/1.csv"))
  }

  // MARK: Limits of the process

  @Test func anAmountOfMemoryHasDecimalAndBinaryUnits() throws {
    let run = try place.forcelab("run", "swept.yaml", "--memory", "2GiB", "--no-report", "--quiet")
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func tooFewOpenFilesAreAnError() throws {
    for limit in [8, 10, 15, 18] {
      let run = try place.shell(
        "ulimit -n \(limit); \"$FORCELAB\" run swept.yaml --quiet --no-report --out few-\(limit)",
        limit: 20)
      #expect(
        run.status == 2 && run.error.lowercased().contains("too many open files"), "\(run.error)")
    }
    let jobs = try place.shell(
      "ulimit -n 64; \"$FORCELAB\" run swept.yaml --quiet --no-report --out jobs --jobs 64",
      limit: 20)
    expectRefusal(jobs, "error: too many open files: 64 workers and their run need ", "--jobs 16")
    #expect(!place.has("jobs"))
    let against = try place.shell(
      "ulimit -n 64; \"$FORCELAB\" run swept.yaml --out two --jobs 12 --against \"$FORCELAB\"",
      limit: 20)
    expectRefusal(against, "too many open files: 24 workers and their run need 88", "--jobs 8 or")
    #expect(!place.has("two"))
  }

  @Test func aFileThatWouldBeTooLargeIsAnError() throws {
    let run = try place.shell(
      "ulimit -f 2; \"$FORCELAB\" run swept.yaml --quiet --no-report --out large", limit: 20)
    #expect(run.status == 2 && run.error.contains("error: cannot write: File too large"))
    let report = try place.shell(
      "ulimit -f 1; \"$FORCELAB\" report run; code=$?; ls run; exit $code", limit: 20)
    expectRefusal(report, "error: cannot write: File too large")
    #expect(!report.output.contains("unfinished"))
  }

  @Test func verifyFindsChangedMissingAndForeignFiles() throws {
    #expect(try place.forcelab("verify", "run").status == 0)
    _ = try place.shell("echo >>run/trials.csv; rm run/layouts/1.csv; echo mine >run/notes.txt")
    let verify = try place.forcelab("verify", "run")
    #expect(verify.status == 1)
    for line in ["changed trials.csv", "missing layouts/1.csv", "foreign notes.txt"] {
      #expect(verify.output.contains(line), "\(verify.output)")
    }
  }

  @Test func verifyFindsALostRecord() throws {
    _ = try place.shell("sed -i 2d run/journal.jsonl")
    let verify = try place.forcelab("verify", "run")
    #expect(verify.status == 1)
    #expect(verify.error.contains("run/journal.jsonl: error: the journal has lost the records of "))
  }
}
