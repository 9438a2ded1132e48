import ForceLabTestSupport
import Testing

@Suite struct HelpTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  static let abstracts = [
    "run": "Run experiments and write their results as CSV.",
    "new": "Write a commented experiment to begin with.",
    "watch": "Run an experiment, and again whenever its file or a file it names changes.",
    "show": "Print the summary of a run again, from its folder alone.",
    "runs": "List runs, the newest first: date, name, trials and state.",
    "compare": "Compare runs, or configurations of one run; tell what is faster, and how sure.",
    "plan": "Print the trials of an experiment; run nothing.",
    "validate": "Check experiment files; print everything that is wrong, at once.",
    "list": "List the plugins that experiments can name.",
    "describe": "Describe a plugin: what it does, its formula and parameters, and an example.",
    "schema": "Print the JSON Schema of experiment files, for editors.",
    "report": "Write the report of a run again, from its folder alone.",
    "reproduce": "Run the published claims, and tell which are reproduced on this machine.",
    "check": "Check the overflow-safe means against their reference values.",
  ]

  @Test(arguments: [["--help"], ["-h"], ["help"], []]) func whole(arguments: [String]) throws {
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
  func ofASubcommand(name: String, abstract: String) throws {
    let help = try place.forcelab([name, "--help"], columns: 200)
    #expect(help.status == 0)
    #expect(help.outputLines[0] == "OVERVIEW: " + abstract)
    #expect(help.output.contains("USAGE: forcelab \(name)"))
    #expect(try place.forcelab(["help", name], columns: 200).output == help.output)
  }

  @Test func ofRunNamesEveryOption() throws {
    let help = try place.forcelab(["run", "--help"], columns: 200)
    for option in [
      "--out <folder>", "--set <path=value>", "--repeat <count>", "--seed <number>", "--quiet",
      "--strict",
    ] {
      #expect(help.outputLines.contains { $0.hasPrefix("  " + option + " ") }, "\(option)")
    }
    #expect(help.output.contains("Results go to Results/NAME/DATE-TIME unless --out says"))
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
    (["bogus"], "Unexpected argument 'bogus'"),
    (["--bogus"], "Unknown option '--bogus'"),
    (["run"], "Missing expected argument '<file> ...'"),
    (["run", "--bogus", "a.yaml"], "Unknown option '--bogus'"),
    (["run", "a.yaml", "--out"], "Missing value for '--out <folder>'"),
    (["new"], "Missing expected argument '<name>'"),
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
