import ForceLabTestSupport
import Testing

@Suite struct HelpTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  static let abstracts = [
    "run": "Run experiments and write their results.",
    "new": "Write an example experiment, or a package with a plugin.",
    "watch": "Run an experiment again whenever its file or an input file changes.",
    "live": "Show a layout in the browser and change it while it runs.",
    "show": "Print the summary of a run again.",
    "runs": "List runs with date, name, trials and state, newest first.",
    "compare": "Compare runs, or the configurations of one run.",
    "plan": "Print the trials of an experiment without running them.",
    "validate": "Check experiment files and print all errors.",
    "list": "List the plugins that experiments can use.",
    "describe": "Describe a plugin: its parameters, its formula and an example.",
    "schema": "Print the JSON Schema of experiment files, for editors.",
    "report": "Write the report of a run again.",
    "reproduce": "Run the experiments with published claims and check the claims.",
    "check": "Check the overflow-safe means against reference values.",
  ]

  @Test(arguments: [["--help"], ["-h"], ["help"], []]) func helpOfTheProgram(arguments: [String])
    throws
  {
    let help = try place.forcelab(arguments, columns: 200)
    #expect(help.status == 0)
    #expect(help.error == "")
    #expect(
      help.outputLines[0]
        == "OVERVIEW: Run and compare experiments with force-directed graph layout.")
    #expect(help.output.contains("forcelab new first-steps"))
    #expect(help.output.contains("Exit codes: 0 success; 1 a trial, limit or check failed; 2 "))
    for (name, abstract) in Self.abstracts {
      let line = help.outputLines.first { $0.hasPrefix("  \(name) ") }
      #expect(line?.hasSuffix("  " + abstract) == true, "\(name)")
    }
  }

  @Test(arguments: abstracts.sorted { $0.key < $1.key })
  func helpOfASubcommand(name: String, abstract: String) throws {
    let help = try place.forcelab([name, "--help"], columns: 200)
    #expect(help.status == 0)
    #expect(help.outputLines[0] == "OVERVIEW: " + abstract)
    #expect(help.output.contains("USAGE: forcelab \(name)"))
    #expect(try place.forcelab(["help", name], columns: 200).output == help.output)
  }

  @Test func helpOfRunNamesEveryOption() throws {
    let help = try place.forcelab(["run", "--help"], columns: 200)
    for option in [
      "--out <folder>", "--set <path=value>", "--repeat <count>", "--seed <number>", "--quiet",
      "--strict",
    ] {
      #expect(help.outputLines.contains { $0.hasPrefix("  " + option + " ") }, "\(option)")
    }
    #expect(help.output.contains("Results are written to Results/NAME/DATE-TIME unless"))
  }

  @Test(arguments: [[]] + abstracts.keys.sorted().map { [$0] })
  func helpFitsEightyColumns(command: [String]) throws {
    let help = try place.forcelab(command + ["--help"], columns: 80)
    #expect(help.outputLines.allSatisfy { $0.count <= 80 })
  }

  @Test func version() throws {
    let version = try place.forcelab("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completions(shell: String) throws {
    let script = try place.forcelab("--generate-completion-script", shell)
    #expect(script.status == 0)
    for name in Self.abstracts.keys {
      #expect(script.output.contains(name), "\(name)")
    }
    #expect(script.output.contains("many-body"))
  }

  @Test(arguments: [
    (["bogus"], "error: unknown command 'bogus'; see 'forcelab --help'"),
    (["rnu", "a.yaml"], "error: unknown command 'rnu'; did you mean 'run'?"),
    (["rum", "a.yaml"], "error: unknown command 'rum'; did you mean 'run'?"),
    (["--bogus"], "Unknown option '--bogus'"),
    (["run"], "Missing expected argument '<file> ...'"),
    (["run", "--bogus", "a.yaml"], "Unknown option '--bogus'"),
    (["run", "a.yaml", "--out"], "Missing value for '--out <folder>'"),
    (["new"], "name either an experiment or, with --plugin, a plugin"),
    (["plan"], "Missing expected argument '<file>'"),
    (["plan", "a.yaml", "b.yaml"], "Unexpected argument 'b.yaml'"),
    (["compare"], "Missing expected argument '<run> ...'"),
    (["compare", "a", "b", "--fail-if", "bogus"], "'bogus' is invalid for '--fail-if <verdict>'"),
    (["compare", "a", "b", "--threshold", "x"], "'x' is invalid for '--threshold <percent>'"),
    (["compare", "a", "b", "--threshold", "-1"], "'-1' is invalid for '--threshold <percent>'"),
    (["validate"], "Missing expected argument '<file> ...'"),
    (["describe"], "Missing expected argument '<name>'"),
    (["schema", "more"], "Unexpected argument 'more'"),
    (["--generate-completion-script", "cobol"], "cobol"),
  ])
  func aWrongCommandLine(arguments: [String], message: String) throws {
    let ending = try place.forcelab(arguments)
    expectRefusal(ending, message)
    #expect(ending.output == "")
  }
}
