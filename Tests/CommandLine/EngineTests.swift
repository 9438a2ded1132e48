import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

/// Engines outside of ForceLab, played by `test-engine`.
@Suite struct EngineTests {
  let place: Workplace

  init() throws { place = try Workplace(hasOwnHome: true) }

  /// Writes the manifest of an engine that does `deed`.
  private func manifest(_ deed: String, _ more: String = "") throws {
    try place.write(
      """
      name: \(deed)
      summary: An engine for tests.
      command: [\(try Workplace.program("test-engine")), \(deed)]
      environment: {TEST_ENGINE_NOTE: pids-\(deed)}
      install: ask the cook
      \(more)
      """, to: "Engines/\(deed).engine.yaml")
  }

  private func experiment(_ more: String) throws {
    try place.write(
      """
      name: test
      seed: 5
      graph: {ring: {count: 6}}
      placement: {uniform: {width: 100, height: 100}}
      metrics: [stress]
      \(more)
      """, to: "test.yaml")
  }

  private func rows() throws -> [[String: String]] {
    try CSV<Named>(string: place.text(of: "out/trials.csv")).rows
  }

  /// Runs the experiment into the folder `out`.
  @discardableResult private func run(_ options: String..., status: Int32 = 0) throws -> Ending {
    let ending = try place.forcelab(
      ["run", "test.yaml", "--out", "out", "--no-report", "--trust"] + options)
    #expect(ending.status == status, "\(ending.error)")
    return ending
  }

  @Test func engineAndSimulationRunInOneSweep() throws {
    try manifest("halve")
    try manifest("scale", "parameters: {factor: {default: 2, minimum: 0, text: A factor.}}")
    try experiment(
      """
      repeat: 2
      variants:
        ours: {}
        half: {engine: halve}
        same: {engine: {scale: {factor: 0.5}}}
      """)
    let ending = try run()
    #expect(ending.output.contains("Starts these programs:\n  halve: "))
    let rows = try rows()
    #expect(rows.map { $0["variant"] } == ["ours", "half", "same", "ours", "half", "same"])
    #expect(rows.allSatisfy { $0["status"] == "ok" })
    // Both halve the start, which the seed determines.
    #expect(rows[1]["layout_hash"] == rows[2]["layout_hash"])
    #expect(rows[1]["layout_hash"] != rows[4]["layout_hash"])
    #expect(rows[1]["stress"] == rows[2]["stress"] && rows[0]["movement"] != "")
    let times = try #require(Double(rows[1]["layout_seconds"] ?? ""))
    #expect(times <= Double(rows[1]["round_trip_seconds"] ?? "") ?? 0)
    #expect(rows[0]["round_trip_seconds"] == "" && rows[1]["movement"] == "")
    let environment = try place.text(of: "out/environment.json")
    #expect(environment.contains(#""halve" : "2.5""#) || environment.contains(#""halve":"2.5""#))
    // One process for all trials of a worker, and one that was asked for its version.
    #expect(try processes(of: "halve").count == 2)
  }

  @Test func parametersAreSweptAndChecked() throws {
    try manifest(
      "scale",
      "parameters: {factor: {default: 2, minimum: 0}, mode: {choices: [fast, slow], default: fast}}"
    )
    try experiment("sweep: {grid: {engine.scale.factor: [1, 3]}}\nengine: scale")
    try run()
    #expect(try rows().map { $0["engine.scale.factor"] } == ["1", "3"])
    try experiment("engine: {scale: {factor: -1}}")
    expectRefusal(try place.forcelab("validate", "test.yaml"), "test.yaml:6:26:", "0 or more")
    try experiment("engine: {scale: {fctor: 1}}")
    expectRefusal(try place.forcelab("validate", "test.yaml"), "did you mean 'factor'?")
    try experiment("engine: {scale: {mode: quick}}")
    expectRefusal(
      try place.forcelab("validate", "test.yaml"), "must be one of fast, slow")
    try experiment("engine: scala")
    expectRefusal(try place.forcelab("validate", "test.yaml"), "did you mean 'scale'?")
    try experiment("engine: no-such-engine")
    expectRefusal(
      try place.forcelab("validate", "test.yaml"),
      "unknown engine 'no-such-engine'; valid values: ",
      "; other engines are files NAME.engine.yaml beside the experiment, in Engines or in ")
    let text = try place.forcelab("describe", "scale")
    #expect(text.output.contains("number, 0 or more; default: 2"))
    #expect(try place.forcelab("list", "engines").output.contains("\n  scale "))
    #expect(try place.forcelab("schema").output.contains("An engine for tests."))
    #expect(try place.forcelab("plan", "test.yaml", "--set", "engine=scale").status == 0)
  }

  /// A file has settings for several engines, and parameters for several values of others.
  @Test(
    arguments: [
      "engine: {scale: {factor: 0.5}}\nsweep: {grid: {engine.scale.mode: [fast, slow]}}",
      "forces: [many-body]\nvariants: {fast: {engine: {scale: {mode: fast}}}, ours: {}}",
    ])
  func theExperimentOfATrialHasOnlyWhatItsEngineUses(configurations: String) throws {
    try manifest(
      "scale",
      "parameters: {factor: {default: 2, minimum: 0, when: {mode: slow}}, mode: {choices: [fast, slow], default: fast}}"
    )
    try experiment(configurations)
    try run()
    for (number, row) in zip(1..., try rows()) {
      let single = try place.forcelab("show", "out", "--trial", "\(number)", "--yaml")
      try place.write(single.output, to: "single.yaml")
      let ending = try place.forcelab(
        "run", "single.yaml", "--out", "single\(number)", "--no-report", "--trust")
      #expect(ending.status == 0, "\(ending.error)")
      let alone = try CSV<Named>(string: place.text(of: "single\(number)/trials.csv")).rows
      #expect(alone.map { $0["layout_hash"] } == [row["layout_hash"]])
    }
  }

  @Test func keysThatNoEngineUsesAreErrors() throws {
    try manifest("halve")
    try experiment("engine: halve\nforces: [many-body]")
    expectRefusal(
      try place.forcelab("validate", "test.yaml"),
      "test.yaml:7:9: error: the engine 'halve' does not use 'forces'; remove it, or set it in a variant"
    )
    // Another variant uses them.
    try experiment("forces: [many-body]\nvariants: {half: {engine: halve}, ours: {}}")
    #expect(try place.forcelab("validate", "test.yaml").status == 0)
    try experiment("variants: {half: {engine: halve, forces: [link]}, ours: {}}")
    expectRefusal(
      try place.forcelab("validate", "test.yaml"), "'forces' is set where the engine 'halve'")
    try experiment(
      """
      variants: {half: {engine: halve}, ours: {}}
      sweep: {grid: {forces.many-body.strength: [-10, -20]}}
      """)
    expectRefusal(
      try place.forcelab("validate", "test.yaml"), "exclude that combination, or write two sweeps")
    try experiment("engine: halve\nmetrics: [force-error]")
    let text = try place.text(of: "test.yaml").replacing("metrics: [stress]\n", with: "")
    try place.write(text, to: "test.yaml")
    expectRefusal(try place.forcelab("validate", "test.yaml"), "use the engine simulation")
  }

  @Test(arguments: [
    ("crash", "failed", "closed its output: it died of signal|closed its output: it exited"),
    ("hang", "timed-out", "did not answer in time"),
    ("silent", "timed-out", "did not answer in time"),
    ("mute", "failed", "it exited with 4"),
    ("garbage", "failed", "answered \"good morning\", which is no message of the protocol"),
    ("binary", "failed", "wrote a line of more than 1048576 bytes"),
    ("nan", "diverged", "the position of node 0 is not finite"),
    ("few", "failed", "sends positions of 2 nodes in 2 dimensions; 6 in 2 are needed"),
    ("many", "failed", "sends positions of 1000000000 nodes"),
    ("flat", "failed", "sends positions of 6 nodes in 1 dimensions"),
    ("short", "failed", "its standard error ends: out of .u.1B.ink"),
    ("lie", "failed", "as the time of a layout that took"),
    ("late-frame", "failed", "or an 'elapsed_ns' beyond the time|more than the 0 frames"),
    ("early-end", "failed", "but its last frame is of iteration 9|more than the 0 frames"),
    ("many-iterations", "failed", "gives 9223372036854775807 iterations; correct 'iterations'"),
    ("no-iterations", "failed", "gives -1 iterations; correct 'iterations'"),
    ("session", "failed", "it exited with 1|closed its output|ended"),
    ("tiny", "ok", ""), ("large", "ok", ""),
    ("flood", "failed", "wrote a line of more than 1048576 bytes"),
    ("child", "failed", "it exited with 1|closed its output|ended"),
    ("close", "failed", "closed its output, but did not exit, so it was ended"),
    ("unasked", "failed", "sent more than the [03] frames that were asked for"),
    ("refuse", "failed", "'refuse': only trees, please"),
    (
      "missing", "skipped",
      "is not installed: the library libtest is missing; to install it: ask the cook"
    ),
  ])
  func aFaultyEngineFailsOnlyItsTrials(deed: String, status: String, message: String) throws {
    try manifest(deed)
    try manifest("halve")
    try experiment(
      "timeout: \(status == "timed-out" ? 3 : 30)\nrepeat: 2\nrecord: {frames: 4}\n"
        + "variants: {good: {engine: halve}, bad: {engine: \(deed)}}")
    // An engine that says nothing is asked for its version at first.
    try run("--quiet", status: status == "ok" ? 0 : 1)
    let rows = try rows()
    #expect(rows.map { $0["status"] } == ["ok", status, "ok", status])
    for row in [rows[1], rows[3]] where !message.isEmpty {
      let text = try #require(row["message"])
      #expect(try Regex(message).firstMatch(in: text) != nil, "\(text)")
    }
    try expectEnd(of: deed)
  }

  @Test func extraOutputOfAnEngineIsAnError() throws {
    try manifest("chatter")
    try experiment("engine: chatter\nrepeat: 4")
    try run("--quiet", status: 1)
    let rows = try rows()
    let message = "wrote more to standard output than its answer"
    #expect(rows.contains { $0["message"]?.contains(message) == true })
  }

  /// What follows an answer at once may be seen only before the next request.
  @Test func extraOutputBeforeARequestIsAnError() throws {
    try place.write(
      #"""
      name: greeter
      summary: An engine for tests.
      command:
        - sh
        - -c
        - >-
          read line; hello='{"type":"hello","name":"greeter","version":"1"}';
          printf '%s\n%s\n' "$hello" "$hello"; cat > /dev/null
      """#, to: "greeter.engine.yaml")
    try experiment("engine: greeter")
    try run("--quiet", status: 1)
    let message = try #require(rows()[0]["message"])
    #expect(message.contains("more to standard output than its answers before this request"))
  }

  @Test(arguments: [false, true])
  func anEngineThatTakesTooMuchMemoryIsEnded(isChild: Bool) throws {
    try manifest("memory")
    if isChild {
      let file = "Engines/memory.engine.yaml"
      let command = "command: [sh, -c, '\"$@\"; exit', sh, "
      try place.write(place.text(of: file).replacing("command: [", with: command), to: file)
    }
    try manifest("halve")
    try experiment("variants: {good: {engine: halve}, bad: {engine: memory}}")
    try run("--quiet", "--memory", "400MB", status: 1)
    let rows = try rows()
    #expect(rows.map { $0["status"] } == ["ok", "failed"])
    #expect(rows[1]["message"]?.contains("MB of memory, more than the 400 MB") == true)
    try expectEnd(of: "memory")
  }

  @Test func aMissingProgramSkipsItsTrials() throws {
    try place.write(
      "name: none\nsummary: S.\ncommand: [no-such-program]\ninstall: make it",
      to: "none.engine.yaml")
    try experiment("variants: {ours: {}, none: {engine: none}}")
    let ending = try run(status: 1)
    #expect(ending.error.contains("warning: 'none' is not installed"))
    let row = try rows()[1]
    #expect(row["status"] == "skipped")
    #expect(row["message"]?.hasSuffix("; to install it: make it") == true)
  }

  @Test func weightsFramesAndThreeDimensionsReachTheEngine() throws {
    try manifest("scale", "weights: true\nparameters: {factor: {default: 1}}")
    try manifest("frames")
    try place.write("source,target,w\na,b,2\nb,c,3\n", to: "w.csv")
    let head =
      "name: test\nseed: 5\ngraph: {file: w.csv}\ndimensions: 3\nplacement: {uniform: {width: 9}}\n"
    try place.write(
      head + """
        record: {frames: 5}
        variants:
          plain: {engine: {scale: {factor: 5}}}
          weighted: {engine: {scale: {weights: w}}}
          frames: {engine: frames}
        """, to: "test.yaml")
    try run()
    let rows = try rows()
    #expect(rows[0]["layout_hash"] == rows[1]["layout_hash"])
    #expect(try place.text(of: "out/layouts/1.csv").hasPrefix("id,x,y,z\na,"))
    #expect(try place.names(in: "out/frames") == ["3.frames"])
    // The fifth frame is the layout.
    #expect(rows[2]["iterations"] == "4")
    #expect(try place.shell("head -n 1 out/frames/3.frames").output.contains("[0,1,2,3,4]"))
    try place.write(head + "engine: {scale: {weights: v}}", to: "test.yaml")
    expectRefusal(try place.forcelab("validate", "test.yaml"), "'v'")
  }

  /// Parameters that have no effect beside the others are errors, unless another configuration uses them.
  @Test(arguments: [
    (
      "engine: {scale: {pivots: 5}}",
      "test.yaml:6:26: error: 'pivots' has no effect, because 'layout' is full"
    ),
    (
      "engine: {scale: {weights: w}}",
      "test.yaml:6:27: error: 'weights' has no effect, because 'layout' is full"
    ),
    ("engine: {scale: {layout: sparse, pivots: 5}}", nil),
    ("engine: {scale: {mode: 2, factor: 1, alpha: 3, beta: 3}}", nil),
    ("engine: {scale: {layout: [sparse]}}", "must be one of full, sparse"),
    ("engine: {scale: {pivots: 5}}\nsweep: {grid: {engine.scale.layout: [full, sparse]}}", nil),
    (
      "engine: scale\nset: {engine.scale.pivots: 5}",
      "test.yaml:7:28: error: 'pivots' has no effect"
    ),
    (
      "engine: scale\nsweep: {grid: {engine.scale.layout: [full, sparse], engine.scale.pivots: [5, 6]}}",
      "or exclude the combination"
    ),
    (
      "variants: {a: {engine: {scale: {pivots: 5}}}, b: {}}",
      "test.yaml:6:41: error: 'pivots' has no effect"
    ),
  ])
  func aParameterWithoutEffectIsAnError(_ more: String, _ problem: String?) throws {
    let declared =
      "weights: true\nweights-when: {layout: sparse}\nparameters:\n"
      + "  layout: {choices: [full, sparse], default: full}\n"
      + "  pivots: {type: integer, default: 9, when: {layout: sparse}}\n"
      + "  mode: {type: text, choices: [2, 3, auto], default: auto}\n"
      + "  alpha: {default: 1, when: {mode: 2}}\n"
      + "  factor: {default: 2}\n  beta: {default: 1, when: {factor: 1.0}}\n"
    try manifest("scale", declared)
    try place.write("source,target,w\na,b,2\nb,c,3\n", to: "w.csv")
    try place.write(
      "name: test\nseed: 5\ngraph: {file: w.csv}\n\nplacement: {uniform: {width: 9}}\n\(more)",
      to: "test.yaml")
    let ending = try place.forcelab("validate", "test.yaml")
    if let problem { expectRefusal(ending, problem) } else { #expect(ending.status == 0) }
    let text = try place.forcelab("describe", "scale").output
    #expect(text.contains("only if `layout` is sparse"))
    #expect(text.contains("Described by: \(place.folder.path)/Engines/scale.engine.yaml"))
    let list = try place.forcelab("list", "engines").output
    #expect(list.contains("in \(place.folder.path)/Engines: scale"))
  }

  @Test func errorsOfSeveralEnginesAreSorted() throws {
    let names = ["frames", "halve", "scale", "seeded"]
    for name in names { try manifest(name) }
    let engines = names.reversed().joined(separator: ", ")
    try experiment("sweep: {grid: {engine: [\(engines)], forces.link.length: [10, 20]}}")
    let error = try place.forcelab("validate", "test.yaml").error
    let found = error.matches(of: /the engine '([a-z]+)'/).map { String($0.1) }
    #expect(found == names, "\(error)")
  }

  @Test func theSameSeedGivesTheSameRows() throws {
    try manifest("seeded")
    try experiment("engine: seeded\nrepeat: 3\nshuffle: true")
    try run()
    let first = try rows().map { $0["layout_hash"] }
    #expect(Set(first).count == 3)
    let side = try place.forcelab("run", "test.yaml", "--out", "two", "--jobs", "2")
    #expect(side.status == 0, "\(side.error)")
    let again = try CSV<Named>(string: place.text(of: "two/trials.csv")).rows
    #expect(again.map { $0["layout_hash"] } == first)
  }

  @Test func aChangedManifestIsNoticedOnResume() throws {
    try manifest("halve")
    try experiment("engine: halve\nrepeat: 2")
    try run()
    try manifest("halve", "version: 2")
    let ending = try place.forcelab("run", "test.yaml", "--out", "out", "--resume", "--trust")
    expectRefusal(ending, "halve.engine.yaml")
  }

  @Test(arguments: [
    (
      "summary: S.\ncommand: [x]",
      "bad.engine.yaml:1:1: error: 'engine manifest' needs the key 'name'; add 'name: my-engine'"
    ),
    ("name: good\nsummary: S.\ncommand: [x]", "bad.engine.yaml:1:7: error: the name is 'good'"),
    ("name: bad\nsummary: S.\ncommand: []", "bad.engine.yaml:3:10: error: the command is empty"),
    ("name: bad\nsummary: S.\ncommand: [x]\nenviroment: {}", "did you mean 'environment'?"),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nparameters: {A: {}}",
      "bad.engine.yaml:4:14: error: invalid name 'A' of a parameter"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nparameters: {a: {when: {b: 1}}, c: {}}",
      "bad.engine.yaml:4:24: error: 'a' depends on 'b', which is not another parameter"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nparameters: {a: {when: {c: x}}, c: {}}",
      "bad.engine.yaml:4:28: error: 'c' must be a number"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nweights: true\nweights-when: {b: 1}",
      "bad.engine.yaml:5:15: error: 'weights' depends on 'b'"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nweights-when: {b: 1}\nparameters: {b: {}}",
      "bad.engine.yaml:4:15: error: 'weights-when' has no effect without 'weights: true'; add it"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nweights: true\nparameters: {weights: {}}",
      "bad.engine.yaml:5:13: error: with 'weights: true', an engine has a parameter 'weights' already"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nparameters: {a: {minimum: 10, above: 0}}",
      "bad.engine.yaml:4:38: error: use 'minimum' or 'above', not both"
    ),
    (
      "name: bad\nsummary: S.\ncommand: [x]\nparameters: {a: {above: 5, maximum: 5}}",
      "bad.engine.yaml:4:25: error: 'above' is not below 'maximum'; change one of them"
    ),
    ("name: bad\nsummary: S.\ncommand: [x", "bad.engine.yaml:"),
    ("", "bad.engine.yaml:1:1: error:"),
  ])
  func manifestsWithErrorsAreReportedWhereTheyAreUsed(text: String, message: String) throws {
    try place.write(text, to: "bad.engine.yaml")
    try experiment("engine: bad")
    expectRefusal(try place.forcelab("validate", "test.yaml"), message)
    try experiment("")
    #expect(try place.forcelab("validate", "test.yaml").status == 0)
    #expect(try place.forcelab("list", "engines").output.contains("  bad "))
  }

  @Test func anInterruptionEndsAnEngineThatHangs() throws {
    try manifest("hang")
    try experiment("engine: hang")
    // The first process is asked for its version, the second lays out.
    let ending = try place.shell(
      """
      "$FORCELAB" run test.yaml --out out --no-report --trust & pid=$!
      until [ "$(cat Engines/pids-hang | wc -l)" = 2 ]; do sleep 0.05; done
      sleep 0.5; kill -INT $pid; wait $pid
      """, limit: 60)
    #expect(ending.status == 130, "\(ending.error)")
    try expectEnd(of: "hang")
  }

  @Test func anInterruptionEndsAnEngineThatIsAskedForItsVersion() throws {
    try manifest("silent")
    try experiment("engine: silent")
    let ending = try place.shell(
      """
      "$FORCELAB" run test.yaml --out out --trust & pid=$!
      until [ -s Engines/pids-silent ]; do sleep 0.05; done
      kill -INT $pid; wait $pid
      """, limit: 20)
    #expect(ending.status == 130, "\(ending.error)")
    try expectEnd(of: "silent")
  }

  /// Of a killed worker, the engine ends, with a child in another session. The run goes on.
  @Test func anEngineEndsWithAWorkerThatIsKilled() throws {
    try manifest("outlive")
    try experiment("variants: {bad: {engine: outlive}, good: {}}")
    let ending = try place.shell(
      """
      "$FORCELAB" run test.yaml --out out --no-report --trust & pid=$!
      until [ "$(cat Engines/pids-outlive | wc -l)" = 3 ]; do sleep 0.05; done
      kill -KILL $(pgrep -P $pid); wait $pid
      """, limit: 60)
    #expect(ending.status == 1, "\(ending.error)")
    #expect(try rows().map { $0["status"] } == ["failed", "ok"])
    #expect(try rows()[0]["message"]?.contains("its process died of signal 9") == true)
    try expectEnd(of: "outlive")
  }

  /// As git does, an engine that another user can change is not started, wherever it is found.
  @Test func enginesOfOthersAreRefused() throws {
    try manifest("halve")
    try experiment("engine: halve")
    for (change, problem) in [
      ("chmod o+w Engines/halve.engine.yaml", "all users can write to './Engines/halve"),
      (
        "chmod o-w Engines/halve.engine.yaml; chmod o+w Engines",
        "all users can write to './Engines'"
      ),
    ] {
      _ = try place.shell(change)
      expectRefusal(
        try place.forcelab("run", "test.yaml"),
        "Engines/halve.engine.yaml: error: the engine is not started",
        problem, "copy it to a folder of your own, or add its folder to FORCELAB_ENGINES")
    }
    let named = try place.shell("FORCELAB_ENGINES=Engines \"$FORCELAB\" validate test.yaml")
    #expect(named.status == 0, "\(named.error)")
    try place.write("executor: local\n", to: "forcelab.yaml")
    _ = try place.shell("chmod o+w forcelab.yaml; rm -r Engines")
    try experiment("")
    expectRefusal(
      try place.forcelab("run", "test.yaml"),
      "forcelab.yaml: error: the settings are not used, because all users")
  }

  /// Nothing that a received folder names is started before its reader has trusted it; `plan` shows it.
  @Test func enginesBesideAnExperimentMustBeTrusted() throws {
    try place.write("touch started\n", to: "Engines/sent.sh")
    try place.write(
      "name: sent\nsummary: S.\ncommand: [sh, sent.sh]\nenvironment: {MODE: fast}\n",
      to: "Engines/sent.engine.yaml")
    try experiment("engine: sent")
    let plan = try place.forcelab("plan", "test.yaml")
    #expect(plan.output.contains("\n  sent: MODE=fast /") && plan.output.contains("/sh sent.sh\n"))
    for command in ["run test.yaml --out out", "engine check sent"] {
      expectRefusal(
        try place.forcelab(command.split(separator: " ").map(String.init)),
        "Engines/sent.engine.yaml: error: the engine 'sent' would run 'MODE=fast /", "add --trust")
    }
    #expect(!place.has("Engines/started") && !place.has("out"))
    try run(status: 1)
    #expect(place.has("Engines/started"))
    // Trust stays, for these contents at this path.
    #expect(try place.forcelab("run", "test.yaml", "--out", "again").status == 1)
    try place.write("touch more\n", to: "Engines/sent.sh")
    let changed = try place.forcelab("run", "test.yaml", "--out", "changed")
    expectRefusal(changed, "you have not trusted")
  }

  /// Engines above the experiment count up to the root of the project; a named folder goes first.
  @Test func enginesAreFoundUpToTheRootOfTheProject() throws {
    try manifest("halve")
    try place.write("name: own\ngraph: {ring: {count: 6}}\nengine: halve\n", to: "a/b/own.yaml")
    let validate = "cd a/b; \"$FORCELAB\" validate own.yaml"
    #expect(try place.shell(validate).error.contains("unknown engine 'halve'"))
    try place.write("executor: local\n", to: "forcelab.yaml")
    #expect(try place.shell(validate).status == 0)
    try place.write("name: halve\nsummary: Other.\ncommand: []\n", to: "named/halve.engine.yaml")
    let named = try place.shell("export FORCELAB_ENGINES=../../named; \(validate)")
    #expect(named.error.contains("named/halve.engine.yaml:3:10: error: the command is empty"))
  }

  /// Those of the shipped engines that are installed follow the protocol.
  @Test(arguments: ["d3-force", "graphviz", "igraph", "networkit", "networkx", "ogdf", "s-gd2"])
  func shippedEnginesKeepToTheProtocol(name: String) throws {
    let check = try place.shell(
      "FORCELAB_ENGINES='\(checkout.path)/Engines' \"$FORCELAB\" engine check \(name)", limit: 300)
    guard check.status != 2 else {
      return #expect(check.error.contains("is not installed"), "\(check.error)")
    }
    #expect(check.status == 0, "\(check.output)")
    #expect(check.output.contains("ok       lays out a ring of 10 nodes"))
  }

  @Test func checksAnEngine() throws {
    let layouts = "parameters: {layout: {type: text, choices: [a, b], default: a}}"
    try manifest("seeded", "weights: true\n\(layouts)")
    let good = try place.forcelab("engine", "check", "seeded", "--trust")
    #expect(good.status == 0, "\(good.output)")
    #expect(good.output.contains("ok       takes weights of edges"))
    #expect(good.output.contains("ok       lays out a ring with layout: b\n"))
    #expect(good.output.hasSuffix("0 failed, 0 refused by the engine\n"))
    try manifest("nan")
    let bad = try place.forcelab("engine", "check", "nan", "--trust")
    #expect(bad.status == 1)
    #expect(bad.output.contains("failed   lays out a ring of 10 nodes: a position is not finite"))
    try manifest("refuse", layouts)
    let refusal = try place.forcelab("engine", "check", "refuse", "--trust").output
    #expect(refusal.contains("refused  lays out a ring of 10 nodes: 'refuse': only trees, please"))
    #expect(
      refusal.contains("failed   lays out a ring with layout: b: 'refuse': only trees, please"))
    try manifest("refuse")
    let useless = try place.forcelab("engine", "check", "refuse", "--trust")
    #expect(useless.status == 1)
    #expect(useless.output.contains("failed   lays out a graph: it refuses all of these\n"))
    // It ends in the test before, and does not start again.
    try manifest("once")
    let once = try place.forcelab("engine", "check", "once", "--trust").output
    #expect(once.contains("failed   answers an unknown message with an error: "))
    try manifest("missing")
    expectRefusal(try place.forcelab("engine", "check", "missing", "--trust"), "is not installed")
    expectRefusal(try place.forcelab("engine", "check", "simulation"), "needs no test")
  }

  /// The numbers of the processes that an engine has noted.
  private func processes(of deed: String) throws -> [pid_t] {
    try place.text(of: "Engines/pids-\(deed)").split(separator: "\n").compactMap { pid_t($0) }
  }

  /// Expects that no process of the engine is left.
  private func expectEnd(of deed: String) throws {
    let noted = try processes(of: deed)
    #expect(!noted.isEmpty)
    for process in noted {
      // One that has ended may have to be fetched by its new parent.
      for _ in 0..<6000 where kill(process, 0) == 0 && !isZombie(process) { usleep(10_000) }
      #expect(kill(process, 0) != 0 || isZombie(process), "process \(process) is left")
    }
  }

  private func isZombie(_ process: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.contains(") Z ") ?? false
  }
}
