import ForceLabTestSupport
import Foundation
import Testing

/// A run folder has copies of the files that its experiment names, so that it can be moved and run again.
@Suite struct RunInputTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("a,b\nb,c\nc,a\nc,d\n", to: "project/graphs/one.csv")
    try place.write("a,b\nb,c\n", to: "project/graphs/two.csv")
    try place.write("id,x,y\na,0,0\nb,9,0\nc,0,9\nd,9,9\n", to: "project/start.csv")
    try place.write("graph,p\none,1\n", to: "project/published.csv")
    try place.write(
      "summary: Springs.\nsettings: {forces: [link]}\n", to: "project/experiments/own.preset.yaml")
  }

  private func run(_ text: String, _ out: String) throws -> Ending {
    try place.write(text, to: "project/experiments/test.yaml")
    return try place.forcelab("run", "project/experiments/test.yaml", "--out", out, "--no-report")
  }

  @Test(arguments: [
    "graph: {file: ../graphs/one.csv}\nplacement: {file: {path: ../start.csv}}",
    "graph: {corpus: \"../graphs/*.csv\"}",
    "sweep: {grid: {graph: [{file: ../graphs/one.csv}, {file: {path: ../graphs/two.csv}}]}}",
    "graph: {file: ABSOLUTE/graphs/one.csv}\nset: {placement: {file: {path: ABSOLUTE/start.csv}}}",
    "sweep: {grid: {graph: [{file: ABSOLUTE/graphs/one.csv}, {corpus: \"ABSOLUTE/graphs/t*.csv\"}]}}",
    "sweep: {grid: {graph.file: [ABSOLUTE/graphs/one.csv, ../graphs/two.csv]}}",
    "sweep: {grid: {graph.corpus: [\"ABSOLUTE/graphs/*.csv\"]}}",
    "set: {graph.file: ABSOLUTE/graphs/one.csv}",
    "graph: {file: one.csv}\nsweep: {grid: {graph.file.path: [../../project/graphs/two.csv]}}",
    "variants: {a: {graph: {corpus: \"ABSOLUTE/graphs/o*.csv\"}}, b: {preset: own}}",
    """
    graph: {corpus: "../graphs/*.csv"}
    metrics: [stress]
    limits:
    - name: a
      figure: {column: stress, table: {file: ABSOLUTE/published.csv, column: p}}
      at-most: 99
    """,
  ])
  func aCopiedFolderCanBeRunAgain(_ text: String) throws {
    let project = place.folder.path + "/project"
    let yaml = "name: test\n" + text.replacing("ABSOLUTE", with: project) + "\n"
    let first = try run(yaml, "out")
    #expect(first.status == 0, "\(first.error)")
    let kept = try place.text(of: "out/experiment.yaml")
    #expect(!kept.contains(place.folder.path), "\(kept)")
    #expect(try place.forcelab("verify", "out").status == 0)
    _ = try place.shell(
      "mkdir -p elsewhere/deep && mv out elsewhere/deep/copy && mv project hidden")
    let again = try place.forcelab(
      "run", "elsewhere/deep/copy/experiment.yaml", "--out", "again", "--no-report")
    #expect(again.status == 0, "\(again.error)")
    try expectSameRuns("elsewhere/deep/copy", "again", in: place)
    #expect(try place.forcelab("show", "again", "--trial", "1", "--yaml").status == 0)
  }

  /// The parent folder of a link is another one.
  @Test func theFolderOfAnExperimentMayBeALink() throws {
    try place.write("x,y\n", to: "home/graphs/one.csv")
    try place.write(
      "name: test\ngraph: {file: ../graphs/one.csv}\n", to: "project/experiments/test.yaml")
    let run = try place.shell(
      """
      ln -s ../project/experiments home/link
      "$FORCELAB" run home/link/test.yaml --out out --no-report
      cmp out/inputs/graphs/one.csv project/graphs/one.csv
      """)
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func seedsDoNotDependOnFolders() throws {
    let graphs = "[{file: \(place.folder.path)/project/graphs/one.csv}, {file: ../graphs/two.csv}]"
    let first = try run("name: test\nsweep: {grid: {graph: \(graphs)}}\n", "out")
    #expect(first.status == 0, "\(first.error)")
    let again = try place.shell(
      """
      mv out moved && "$FORCELAB" run moved/experiment.yaml --out again --no-report --quiet
      for run in moved again; do tail -n +2 $run/trials.csv | cut -d, -f4 > $run.txt; done
      cmp moved.txt again.txt && sort -u again.txt | wc -l
      """)
    #expect(again.status == 0 && again.output.contains("2"), "\(again.error)")
  }

  @Test func graphsOfOneNameAreRefused() throws {
    try place.write("a,b\n", to: "project/other/one.csv")
    let graphs = "[{corpus: ../graphs/one.csv}, {corpus: ../other/one.csv}]"
    expectRefusal(
      try run("name: test\nsweep: {grid: {graph: \(graphs)}}\n", "out"),
      "error: two values of 'graph' have the name 'one'; name one of them differently")
    // The same graph twice is one.
    let same = "[{corpus: ../graphs/one.csv}, {corpus: ../graphs/*.csv}]"
    #expect(try run("name: test\nsweep: {grid: {graph: \(same)}}\n", "out").status == 0)
  }

  @Test func freshRemovesTheCopies() throws {
    #expect(try run("name: test\ngraph: {file: ../graphs/one.csv}\n", "out").status == 0)
    #expect(place.has("out/inputs/graphs/one.csv"))
    try place.write("name: test\ngraph: {ring: {count: 5}}\n", to: "project/experiments/test.yaml")
    let fresh = try place.forcelab(
      "run", "project/experiments/test.yaml", "--out", "out", "--fresh", "--no-report")
    #expect(fresh.status == 0, "\(fresh.error)")
    #expect(!place.has("out/inputs"))
    #expect(!(try place.text(of: "out/experiment.yaml").contains("folder:")))
  }

  @Test func aChangedFileIsCopiedAgain() throws {
    let graphs = "[{file: ../graphs/one.csv}, {file: ../graphs/two.csv}]"
    #expect(try run("name: test\nsweep: {grid: {graph: \(graphs)}}\n", "out").status == 0)
    let (one, two) = ("a,b\nb,c\nc,a\nc,d\n", "a,b\nb,c\n")
    // Changed, exchanged, and as they were, which needs no --resume-anyway.
    for (first, second, option) in [
      (one, "a,b\n", "--resume-anyway"), (two, one, "--resume-anyway"), (one, two, "--resume"),
    ] {
      try place.write(first, to: "project/graphs/one.csv")
      try place.write(second, to: "project/graphs/two.csv")
      let resumed = try place.forcelab(
        "run", "project/experiments/test.yaml", "--out", "out", option, "--repeat", "2")
      #expect(resumed.status == 0, "\(resumed.error)")
      #expect(try place.text(of: "out/inputs/graphs/one.csv") == first)
      #expect(try place.text(of: "out/inputs/graphs/two.csv") == second)
      #expect(try place.forcelab("verify", "out").status == 0)
    }
  }

  @Test func aCopyIsNotReplacedByALayout() throws {
    #expect(try run("name: test\ngraph: {file: ../graphs/one.csv}\n", "out").status == 0)
    let layout = try place.shell(
      "cd out/inputs/graphs && \"$FORCELAB\" layout ../../../project/graphs/two.csv -o one.csv")
    expectRefusal(layout, "one.csv: error: the file belongs to the run in /")
    #expect(try place.text(of: "out/inputs/graphs/one.csv").hasPrefix("a,b\n"))
  }

  @Test(arguments: [false, true]) func largeFilesStayWhereTheyAre(isLink: Bool) throws {
    let comment = "# " + String(repeating: "x", count: 1 << 20) + "\n"
    let text = "a,b\nb,c\n" + String(repeating: comment, count: 64)
    try place.write(text, to: "project/graphs/one.csv")
    if isLink { _ = try place.shell("cd project/graphs && mv one.csv big && ln -s big one.csv") }
    let ending = try run("name: test\ngraph: {file: ../graphs/one.csv}\n", "out")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(
      ending.error.contains(
        "note: the run folder gets no copies of the files that the experiment names"))
    #expect(ending.error.contains("they have 65 MiB, more than 64 MiB"))
    #expect(!place.has("out/inputs"))
    #expect(try place.text(of: "out/experiment.yaml").contains("folder: ../project/experiments"))
    #expect(try place.forcelab("validate", "out/experiment.yaml").status == 0)
  }

  @Test func aFileOfTwoPathsCountsOnce() throws {
    let comment = "# " + String(repeating: "x", count: 40 << 20) + "\n"
    try place.write("a,b\n" + comment, to: "project/experiments/one.csv")
    let graphs = "[{file: one.csv}, {file: ./one.csv}]"
    let ending = try run("name: test\nsweep: {grid: {graph: \(graphs)}}\n", "out")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(place.has("out/inputs/one.csv"))
  }

  @Test func aRunWithoutItsExperimentIsResumedOnRequest() throws {
    let file = "project/experiments/test.yaml"
    #expect(try run("name: test\nrepeat: 2\ngraph: {file: ../graphs/one.csv}\n", "out").status == 0)
    _ = try place.shell("rm out/experiment.yaml")
    expectRefusal(
      try place.forcelab("run", file, "--out", "out", "--resume"),
      "out: error: the run cannot be resumed: its experiment.yaml is missing",
      "start over with --fresh, which deletes it, or resume with --resume-anyway")
    let resumed = try place.forcelab("run", file, "--out", "out", "--resume-anyway")
    #expect(resumed.status == 0, "\(resumed.error)")
    #expect(try place.text(of: "out/experiment.yaml").contains("folder: inputs/experiments"))
  }
}
