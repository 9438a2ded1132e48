import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ShowTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Four trials. The second one misses its reference value.
  private static let failing =
    Example.failing.replacing("[2, 7, 2]", with: "[2, 7]") + "repeat: 2\n"

  /// A run of two configurations that is finished, in `out`.
  private func finished() throws -> Ending {
    try place.write(Example.swept, to: "swept.yaml")
    return try place.forcelab("run", "swept.yaml", "--out", "out", columns: 100)
  }

  @Test func showPrintsTheSummaryOfTheRun() throws {
    let run = try finished()
    for folder in ["out", "out/"] {
      let show = try place.forcelab("show", folder, columns: 100)
      #expect(show.status == 0 && show.error == "")
      #expect(show.output.hasPrefix("swept\nfinished, 2/2 trials\n\n"))
      // Everything that a run prints except its heading.
      #expect(show.outputLines.dropFirst(3) == run.outputLines.dropFirst(3))
    }
    #expect(
      run.outputLines.suffix(4) == [
        "Results: out", "Report:  out/report.html",
        "Compare: forcelab compare out --by repulsion", "",
      ])
  }

  @Test func scoreboardNamesTheWeightsThatLayoutsUse() throws {
    try place.write(
      #"{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1, "x\ny": 2}]}"#,
      to: "lines.json")
    try place.write(
      "name: n\ngraph: {file: lines.json}\nforces: [{link: {strength: \"x\\ny\"}}]\n",
      to: "lines.yaml")
    let lines = try place.forcelab("run", "lines.yaml", "--no-report", columns: 200)
    #expect(lines.output.contains("Layouts depend on edge attributes: x\\ny."), "\(lines.error)")
    try place.write(
      """
      name: weights
      graph: miserables
      stop: {iterations: 3}
      variants:
        plain: {preset: forceatlas2}
        weighted: {preset: {forceatlas2: {weights: weight}}}

      """, to: "weights.yaml")
    let run = try place.forcelab("run", "weights.yaml", "--no-report", columns: 200)
    #expect(run.output.contains("Layouts depend on edge attributes: weight (`weighted`)."))
  }

  @Test func equalAlgorithmsAreBothTheBest() throws {
    try place.write(
      """
      name: equal
      placement: uniform
      repeat: 2
      stop: {iterations: 3}
      metrics: [stress]
      variants: {a: {}, b: {energy-limit: 1e300}, c: {forces.many-body.strength: -1}}
      sweep: {grid: {graph: [{ring: 9}, {path: 9}]}}

      """, to: "equal.yaml")
    let run = try place.forcelab("run", "equal.yaml", "--out", "out", "--no-report", columns: 200)
    #expect(run.output.contains("`a` and `b` have the "), "\(run.output)")
    let best = try place.forcelab("show", "out", "--best", "1", columns: 400)
    #expect(best.output.contains("No verdict: 2 graphs"), "\(best.output)")
  }

  @Test func failuresLimitsAndClaimsAreShown() throws {
    try place.write(
      Self.failing + """
        limits:
          - {name: any time, figure: {column: tick_ns_median}, at-most: 1e15}
        published:
          - claim: too much
            source: nobody
            figure: {column: error, statistic: maximum}
            value: 7

        """, to: "failing.yaml")
    let run = try place.forcelab("run", "failing.yaml", "--out", "out")
    #expect(run.status == 1)
    let show = try place.forcelab("show", "out")
    #expect(show.status == 0)
    #expect(show.outputLines.dropFirst(3) == run.outputLines.dropFirst(3))
    #expect(show.outputLines.contains("2 of 4 trials failed; see trials.csv."))
    #expect(
      show.outputLines.contains("  trial 2 failed:  the exact mean is 2, not 7 (also trial 4)"))
    #expect(show.output.contains("\nThe limit is not measured: trials failed"))
    #expect(show.output.hasSuffix("; 0 stand-ins; 1 unclear.\n"))
  }

  @Test func anInterruptedRunShowsHowToResume() throws {
    try place.write(Self.failing, to: "failing.yaml")
    let run = try place.forcelab(
      "run", "failing.yaml", "--seed", "3", "--fail-fast", "--out", "out")
    #expect(run.status == 1)
    let resume = "forcelab run failing.yaml --seed 3 --fail-fast --out out --resume"
    #expect(run.outputLines.contains("2 of 4 trials did not run."))
    #expect(run.outputLines.contains("Resume:  \(resume)"))
    let show = try place.forcelab("show", "out")
    #expect(show.outputLines[1] == "interrupted, 2/4 trials")
    // The suggested commands work; the first of the two remaining trials fails.
    let words = resume.split(separator: " ").dropFirst().map(String.init)
    for _ in 0..<2 { #expect(try place.forcelab(words).outputLines.contains("Results: out")) }
    #expect(try place.forcelab("show", "out").outputLines[1] == "finished, 4/4 trials")
  }

  @Test func suggestsComparingWithThePreviousRun() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    _ = try place.forcelab("run", "tiny.yaml")
    let second = try place.forcelab("run", "tiny.yaml")
    let line = try #require(second.outputLines.first { $0.hasPrefix("Compare: ") })
    let words = line.split(separator: " ").dropFirst(2).map(String.init)
    #expect(words.count == 3 && words[0] == "compare")
    #expect(try place.forcelab(words).status == 0)
  }

  private func object(_ ending: Ending) throws -> [String: Any] {
    #expect(ending.outputLines.count == 2, "one object in one line")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
  }

  @Test func jsonOutputIsOneObject() throws {
    try place.write(Example.swept, to: "swept.yaml")
    let run = try place.forcelab("run", "swept.yaml", "--out", "out", "--format", "json")
    #expect(run.status == 0)
    let object = try object(run)
    #expect(object["folder"] as? String == "out" && object["state"] as? String == "finished")
    #expect(object["trials"] as? Int == 2 && object["done"] as? Int == 2)
    #expect((object["failures"] as? [Any])?.count == 0)
    let rows = try #require(object["summary"] as? [[String: Any]])
    let settings = rows.map { $0["settings"] as? [String: String] }
    #expect(settings == [["repulsion": "exact"], ["repulsion": "{kd-tree: {theta: 0.5}}"]])
    let medians = try #require(rows[0]["medians"] as? [String: Double])
    #expect(medians["iterations"] == 5 && medians["edge_length_cv"] != nil)
    let show = try place.forcelab("show", "out", "--format", "json")
    #expect(show.output == run.output)
  }

  @Test func listsRunsTheNewestFirst() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    try place.write(Self.failing, to: "failing.yaml")
    _ = try place.forcelab("run", "tiny.yaml", "--out", "Results/mine")
    // Dates have seconds.
    Thread.sleep(forTimeInterval: 1.1)
    _ = try place.forcelab("run", "failing.yaml", "--seed", "3", "--fail-fast")
    let list = try place.forcelab("runs")
    #expect(list.status == 0 && list.error == "")
    let rows = list.outputLines.dropFirst(2).map { $0.split(separator: " ").dropFirst(2) }
    #expect(
      list.outputLines[0].split(separator: " ") == [
        "date", "name", "trials", "state", "failed", "folder",
      ])
    #expect(rows[0].prefix(4) == ["failing", "2/4", "interrupted", "1"])
    #expect(rows[1] == ["tiny", "1/1", "finished", "Results/mine"])
    let object = try object(place.forcelab("runs", "--format", "json"))
    let runs = try #require(object["runs"] as? [[String: Any]])
    #expect(runs.map { $0["state"] as? String } == ["interrupted", "finished"])
    #expect(runs.map { $0["failed"] as? Int } == [1, 0])
  }

  @Test func aDamagedRunIsListedAsSuch() throws {
    _ = try finished()
    try place.write("trial,conf", to: "out/trials.csv")
    #expect(try place.forcelab("runs", ".").outputLines[2].contains(" damaged"))
  }

  @Test func reportsThatThereAreNoRuns() throws {
    #expect(try place.forcelab("runs", ".").output == "No runs in ..\n")
  }

  @Test func runsListsARunInProgress() throws {
    let ending = try place.shell(
      """
      "$FORCELAB" new slow > /dev/null
      "$FORCELAB" run slow.yaml --repeat 100000 --out out --quiet &
      until [ -f out/summary.csv ]; do sleep 0.1; done
      "$FORCELAB" runs .
      kill -INT $!
      wait $!
      "$FORCELAB" runs .
      """)
    let states = ending.outputLines.filter { $0.contains(" slow ") }
    #expect(states.count == 2)
    #expect(states[0].contains(" running ") && states[1].contains(" interrupted "))
  }

  /// An experiment of one trial that computes the same layout, whichever repeat the trial was.
  @Test func theSettingsOfATrialAsAnExperiment() throws {
    try place.write(
      """
      name: many
      seed: 3
      repeat: 3
      warm-up: 1
      graph: {mesh: {rows: 4, columns: 4}}
      placement: uniform
      stop: {iterations: 9}
      variants: {weak: {forces.many-body.strength: -10}, cold: {integrator: cooling}}
      sweep: {grid: {repulsion: [exact, {kd-tree: {theta: 1.2}}]}}
      limits: [{name: a, figure: {column: iterations}, at-most: 9}]

      """, to: "many.yaml")
    _ = try place.forcelab("run", "many.yaml", "--out", "out", "--no-report")
    let hashes = try layoutHashes(of: "out")
    #expect(Set(hashes.values).count == 12)
    for trial in [1, 6, 11, 16] {
      let yaml = try place.forcelab("show", "out", "--trial", "\(trial)", "--yaml")
      #expect(yaml.status == 0, "\(yaml.error)")
      try place.write(yaml.output, to: "one.yaml")
      let run = try place.forcelab("run", "one.yaml", "--out", "one\(trial)", "--no-report")
      #expect(run.status == 0, "\(run.error)")
      #expect(try layoutHashes(of: "one\(trial)") == [1: hashes[trial]])
    }
    // A run of one trial needs no number.
    #expect(try place.forcelab("show", "one1", "--swift").output.hasPrefix("import ForceLayout\n"))
  }

  private func layoutHashes(of run: String) throws -> [Int: String] {
    let rows = try place.text(of: "\(run)/trials.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let column = try #require(rows[0].firstIndex(of: "layout_hash"))
    // Counted from the end, because settings contain commas.
    let fromEnd = rows[0].count - column
    return Dictionary(
      uniqueKeysWithValues: rows.dropFirst().compactMap { row in
        Int(row[0]).map { ($0, row[row.count - fromEnd]) }
      })
  }
}
