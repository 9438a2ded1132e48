import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab tune`: an experiment in, the best parameters out, or the advice to keep the default.
@Suite struct TuneTests {
  private let place: Workplace

  private static let experiment = """
    name: short
    seed: 3
    sweep:
      grid:
        graph: [\((5...13).map { "{ring: \($0)}" }.joined(separator: ", "))]
    placement: {uniform: {width: 100, height: 100}}
    forces: [many-body, {link: {length: 1}}, center]
    stop: {iterations: 30}
    tune:
      minimize: [stress]
      over:
        forces.link.length: {from: 1, to: 100, scale: log}
        repulsion: [exact, kd-tree]
        repulsion.kd-tree.theta: {from: 0.3, to: 1.5}
      candidates: [{preset: kamada-kawai}]

    """

  init() throws {
    place = try Workplace()
    try place.write(Self.experiment, to: "short.yaml")
  }

  private func tune(_ out: String, _ options: String...) throws -> Ending {
    try place.forcelab(["tune", "short.yaml", "--budget", "130", "--out", out] + options)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    expectRefusal(
      try tune("short.yaml", "--quiet"),
      "short.yaml: error: cannot create the folder for results: File exists; name another with")
  }

  /// Their settings must not replace what the configurations choose.
  @Test func parametersOfPresetsAreTuned() throws {
    let experiment = """
      name: gravity
      seed: 3
      preset: forceatlas2
      sweep: {grid: {graph: [\((8...15).map { "{path: \($0)}" }.joined(separator: ", "))]}}
      stop: {iterations: 50}
      tune:
        minimize: [stress]
        over:
          preset.forceatlas2.gravity: [0.01, 10, 1000]

      """
    try place.write(experiment, to: "gravity.yaml")
    let ending = try place.forcelab("tune", "gravity.yaml", "--budget", "90", "--out", "out")
    #expect(ending.status == 0, "\(ending.error)")
    let rows = try place.text(of: "out/configurations.csv").split(separator: "\n").dropFirst()
    #expect(Set(rows.map { $0.split(separator: ",")[2] }).count > 1, "\(rows)")
  }

  /// The test has the combinations of the sweep, and no others.
  @Test func severalPathsOfGraphsVaryTogether() throws {
    let rows = Array(2...10)
    let experiment = """
      name: meshes
      placement: {uniform: {width: 100, height: 100}}
      graph: mesh
      sweep: {zip: {graph.mesh.rows: \(rows), graph.mesh.columns: \(rows.map { $0 + 3 })}}
      stop: {iterations: 5}
      tune: {minimize: [stress], over: {forces.link.length: {from: 1, to: 100}}}

      """
    try place.write(experiment, to: "meshes.yaml")
    let ending = try place.forcelab("tune", "meshes.yaml", "--budget", "100", "--out", "out")
    #expect(ending.status == 0, "\(ending.error)")
    let table = try place.text(of: "out/test/trials.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = try ["graph.mesh.rows", "graph.mesh.columns"].map { name in
      try #require(table[0].firstIndex(of: name))
    }
    let graphs = Set(table.dropFirst().map { row in columns.map { Int(row[$0]) ?? 0 } })
    #expect(graphs.count == 6 && graphs.allSatisfy { $0[1] == $0[0] + 3 }, "\(graphs)")
  }

  @Test func theWinnerIsTestedAndKept() throws {
    let ending = try tune("one")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(
      ending.output.contains("race 1: ") && ending.output.contains("Report:  one/tune.html"))
    let page = try place.text(of: "one/tune.html")
    #expect(
      page.contains("Configurations left in each race") && page.contains("All configurations"))
    #expect(page.contains(#"["repulsion","link.length","kd-tree.theta"]"#))
    #expect(
      try place.text(of: "one/configurations.csv").hasPrefix(
        "configuration,race,rank,left,repulsion,forces.link.length,repulsion.kd-tree.theta\ndefault,1,"
      ))
    #expect(place.has("one/test/report.html"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(place.text(of: "one/tune.json").utf8))
        as? [String: Any])
    let test = try #require(json["test"] as? [String: Any])
    #expect(test["graphs"] as? Int == 6 && test["measure"] as? String == "stress")
    #expect(test["note"] as? String == "values plus 0.0001")
    let budget = try #require(json["budget"] as? [String: Any])
    #expect(budget["trials"] as? Int == 130 && (budget["used"] as? Int ?? 999) <= 130)
    #expect((json["history"] as? [Any])?.isEmpty == false)
    // An experiment of the winner beside the default.
    #expect(try place.forcelab("validate", "one/tuned.yaml").status == 0)
    #expect(try place.text(of: "one/tuned.yaml").contains("metrics: [stress]\n"))
    // And a preset of it, if there is one.
    let isGain = json["winner"] as? String != "default"
    #expect(place.has("one/tuned.preset.yaml") == isGain)
    // On two workers, the same.
    let two = try tune("two", "--jobs", "2", "--quiet")
    #expect(two.status == 0 && two.output == "")
    #expect(try place.text(of: "two/tune.json") == place.text(of: "one/tune.json"))
    // With what it was not started with, it says what to do.
    let other = try place.forcelab(
      "tune", "short.yaml", "--budget", "300", "--out", "two", "--resume")
    expectRefusal(
      other, "two: error: the tuning has another budget; resume it with --budget 130, or name")
    expectRefusal(
      try tune("two", "--resume", "--set", "stop.iterations=31"),
      "two/blocks/1: error: the tuning cannot be resumed: ", "or name another folder with --out")
    // Continued without half of its blocks, too.
    let files = FileManager.default
    for part in ["two/test", "two/blocks/4", "two/blocks/5"] {
      try files.removeItem(at: place.folder.appendingPathComponent(part))
    }
    try files.removeItem(at: place.folder.appendingPathComponent("two/tune.json"))
    #expect(
      try tune("two").error.contains("the folder already holds a tuning; continue it with --resume")
    )
    #expect(try tune("two", "--resume").status == 0)
    #expect(try place.text(of: "two/tune.json") == place.text(of: "one/tune.json"))
  }

  @Test func theWinnerIsAPreset() throws {
    let graphs = (8...15).map { "{path: \($0)}" }.joined(separator: ", ")
    try place.write(
      """
      name: springs
      seed: 3
      preset: d3
      sweep: {grid: {graph: [\(graphs)]}}
      stop: {iterations: 1}
      tune:
        minimize: [stress]
        over: {stop.iterations: [1, 100]}

      """, to: "springs.yaml")
    let ending = try place.forcelab("tune", "springs.yaml", "--budget", "90", "--out", "tune")
    #expect(ending.status == 0, "\(ending.error)")
    // The keys of the preset of the file, and the one that was tuned.
    #expect(
      try place.text(of: "tune/tuned.preset.yaml") == """
        summary: Tuned for stress with the experiment springs.
        settings:
          stop:
            iterations: 100
          placement: phyllotaxis
          forces: [many-body, link, center]
          integrator: verlet
          repulsion: kd-tree

        """)
    try place.write(
      "name: other\ngraph: karate\nsweep: {grid: {preset: [d3, tuned]}}\nseed: 1\n",
      to: "tune/other.yaml")
    #expect(try place.forcelab("plan", "tune/other.yaml").output.contains("2 trials"))
  }

  /// The list of forces of 'stress' is empty.
  @Test func parametersThatAPresetDoesNotHaveAreLeftOut() throws {
    let experiment = """
      name: links
      seed: 3
      sweep: {grid: {graph: [\((8...15).map { "{path: \($0)}" }.joined(separator: ", "))]}}
      stop: {iterations: 5}
      tune:
        minimize: [stress]
        over: {preset: [stress, d3], forces.link.length: {from: 1, to: 100}}

      """
    try place.write(experiment, to: "links.yaml")
    let ending = try place.forcelab("tune", "links.yaml", "--budget", "130", "--out", "out")
    #expect(ending.status == 0, "\(ending.error)")
    let rows = try place.text(of: "out/configurations.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows[0].suffix(2) == ["preset", "forces.link.length"])
    #expect(Set(rows.dropFirst().map { $0[4] }) == ["", "stress", "d3"])
    for row in rows.dropFirst() where !row[4].isEmpty {
      #expect(row[5].isEmpty == (row[4] == "stress"), "\(row)")
    }
  }

  /// The engine's parameter counts only beside one value of another, and the file sets it for the default.
  @Test func parametersOfAnEngineThatDoNotApplyAreLeftOut() throws {
    try place.write(
      """
      name: scale
      summary: An engine for tests.
      command: [\(try Workplace.program("test-engine")), scale]
      parameters:
        factor: {default: 2, minimum: 0, text: A factor.}
        mode: {choices: [plain, extra], default: plain, text: A mode.}
        depth: {type: integer, minimum: 1, maximum: 9, when: {mode: extra}, text: A depth.}
      """, to: "scale.engine.yaml")
    let graphs = (8...15).map { "{path: \($0)}" }.joined(separator: ", ")
    func write(_ engine: String, modes: String) throws {
      try place.write(
        """
        name: engine
        seed: 3
        sweep: {grid: {graph: [\(graphs)]}}
        placement: {uniform: {width: 100, height: 100}}
        engine: {scale: \(engine)}
        tune:
          minimize: [edge-crossings]
          over: {engine.scale.mode: \(modes), engine.scale.depth: }

        """, to: "engine.yaml")
    }
    func tune(_ out: String) throws -> Ending {
      try place.forcelab("tune", "engine.yaml", "--budget", "150", "--out", out, "--trust")
    }
    try write("{mode: extra, depth: 3}", modes: "[plain, extra]")
    let ending = try tune("engine")
    #expect(ending.status == 0, "\(ending.error)")
    let rows = try place.text(of: "engine/configurations.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (mode, depth) = (rows[0].count - 2, rows[0].count - 1)
    #expect(rows[0][depth] == "engine.scale.depth")
    #expect(rows.contains { $0[mode] == "plain" } && rows.contains { $0[mode] == "extra" })
    for row in rows.dropFirst() where !row[mode].isEmpty {
      #expect(row[depth].isEmpty == (row[mode] == "plain"), "\(row)")
    }
    try write("{}", modes: "[plain]")
    #expect(
      try tune("other").error.contains("'engine.scale.depth' never counts with the values of"))
  }

  /// An engine has no Swift program. Here it halves the placement.
  @Test func theSettingsOfAnEngineAreShownAsYAML() throws {
    try place.write(
      "name: halve\nsummary: S.\ncommand: [\(try Workplace.program("test-engine")), halve]\n",
      to: "halve.engine.yaml")
    let graphs = (5...12).map { "{ring: \($0)}" }.joined(separator: ", ")
    try place.write(
      """
      name: halve
      seed: 3
      sweep: {grid: {graph: [\(graphs)]}}
      placement: {uniform: {width: 100, height: 100}}
      engine: halve
      tune:
        minimize: [stress]
        over: {placement: [phyllotaxis, circle]}
        candidates: [{placement: circle}]

      """, to: "halve.yaml")
    let ending = try place.forcelab(
      "tune", "halve.yaml", "--budget", "130", "--out", "out", "--trust")
    let code = try #require(ending.output.split(separator: "\n").first { $0.hasPrefix("Code: ") })
    let words = code.split(separator: " ").dropFirst(2).map(String.init)
    #expect(words.last == "--yaml")
    #expect(try place.forcelab(words).status == 0)
  }

  @Test func parametersOfAnEngineMayDependOnEachOtherInACircle() throws {
    try place.write(
      """
      name: scale
      summary: An engine for tests.
      command: [\(try Workplace.program("test-engine")), scale]
      parameters:
        a: {choices: [x, y], default: x, when: {b: x}, text: A.}
        b: {choices: [x, y], default: x, when: {c: x}, text: B.}
        c: {choices: [x, y], default: x, when: {a: x}, text: C.}
      """, to: "scale.engine.yaml")
    let graphs = (8...15).map { "{path: \($0)}" }.joined(separator: ", ")
    try place.write(
      """
      name: circle
      sweep: {grid: {graph: [\(graphs)]}}
      engine: scale
      tune:
        minimize: [edge-crossings]
        over: {engine.scale.a: [x, y], engine.scale.b: [x, y], engine.scale.c: [x, y]}

      """, to: "circle.yaml")
    let ending = try place.forcelab("tune", "circle.yaml", "--budget", "130", "--trust")
    #expect(ending.status == 2)
    #expect(ending.error.contains("'a' has no effect, because 'b' is y"), "\(ending.error)")
  }

  /// The measure is not among the metrics of the file.
  @Test func theFolderOfTheFilesCounts() throws {
    for count in 8...15 {
      let edges = (1..<count).map { "\($0) \($0 + 1)\n" }.joined()
      try place.write(edges, to: "sub/\(count).edges")
    }
    try place.write(
      """
      name: below
      folder: sub
      graph: {corpus: "*.edges"}
      stop: {iterations: 3}
      tune: {minimize: [stress], over: {preset: [d3, kamada-kawai]}}

      """, to: "below.yaml")
    let ending = try place.forcelab("tune", "below.yaml", "--budget", "90", "--out", "out")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(try place.forcelab("validate", "out/tuned.yaml").status == 0)
  }

  @Test func aDefaultThatFailsIsNamedWithoutARatio() throws {
    let graphs = (8...15).map { "{ring: \($0)}" }.joined(separator: ", ")
    func answer(to range: String) throws -> String {
      try place.write(
        """
        name: stiff
        seed: 1
        sweep: {grid: {graph: [\(graphs)]}}
        placement: uniform
        forces: [many-body, {link: {strength: 60}}]
        stop: {iterations: 300}
        tune:
          minimize: [stress]
          over: {forces.link.strength: \(range)}

        """, to: "stiff.yaml")
      let ending = try place.forcelab(
        "tune", "stiff.yaml", "--budget", "90", "--out", "\(range.count)")
      #expect(ending.status == 0, "\(ending.error)")
      return ending.output
    }
    #expect(
      try answer(to: "[0.5, 1]").contains(
        "stress: the default failed on 6 of 6 graphs, this one on 0."))
    #expect(
      try answer(to: "[55, 60, 70]").contains(
        "All trials of the default failed, and no configuration is better."))
  }

  @Test func otherCommandsIgnoreIt() throws {
    #expect(try place.forcelab("validate", "short.yaml").status == 0)
    #expect(try place.forcelab("describe", "tune").output.contains("minimize"))
  }

  @Test(arguments: [
    (["--budget", "soon"], "--budget is 'soon'; give a number of trials, such as 2000, or a time"),
    (["--budget", "9"], "a budget of 9 trials is too small: "),
    (["--fail-fast"], "a failure is the worst result"),
    (["--executor", "slrum"], "did you mean 'slurm'?"),
    (
      ["--executor", "slurm", "--jobs", "2"], "--jobs and --fail-fast are for the executor 'local'"
    ),
    (["--set", "tune.minimize=[layout_seconds]", "--jobs", "2"], "use --jobs 1"),
    (["--set", "tune.minimize=[sterss]"], "unknown measure 'sterss'; did you mean 'stress'?"),
    (
      ["--set", "tune.over.repulsion=[exact]"],
      "'repulsion.kd-tree.theta' never counts with the values of 'repulsion'"
    ),
    (["--set", "tune.over.repulsion=[kd-tree, x]"], "unknown repulsion 'x'"),
    (["--set", "tune.candidates=[{preset: kamada}]"], "did you mean 'kamada-kawai'?"),
    // Variants that the file does not have check the values.
    (
      ["--set", "tune.over={placement.phyllotaxis.jitter: [1, 2]}"],
      "error: cannot set 'placement.phyllotaxis.jitter' where 'placement' is 'uniform'; set 'placement' beside it, too"
    ),
  ])
  func errors(options: [String], message: String) throws {
    let ending = try place.forcelab(["tune", "short.yaml", "--out", "out"] + options)
    #expect(ending.status == 2 && ending.output == "")
    #expect(ending.error.contains(message), "\(ending.error)")
    #expect(try !place.names().contains("out"))
  }
}
