import ForceLabTestSupport
import Testing

@Suite struct HelpTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  static let commands = [
    "run", "new", "watch", "live", "show", "runs", "compare", "plan", "validate", "list",
    "describe",
    "schema", "report", "reproduce", "verify", "pack", "check",
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
    for name in Self.commands {
      #expect(help.outputLines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
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

  /// A few commands, because all have one layout: those whose examples are longest.
  @Test(arguments: [[], ["run"], ["compare"], ["layout"]])
  func helpFitsEightyColumns(command: [String]) throws {
    let help = try place.forcelab(command + ["--help"], columns: 80)
    #expect(help.status == 0)
    #expect(help.outputLines.allSatisfy { $0.count <= 80 })
    let wide = try place.forcelab(command + ["--help"], columns: 200)
    let examples = wide.outputLines.filter { $0.hasPrefix("  forcelab ") }
    #expect(examples.allSatisfy(help.outputLines.contains), "\(examples)")
    guard let name = command.first else { return }
    #expect(help.output.contains("USAGE: forcelab \(name)"))
    #expect(try place.forcelab(["help", name], columns: 80).output == help.output)
  }

  @Test(arguments: [-5, 0, 1, 26, 40]) func helpNeedsFortyColumns(columns: Int) throws {
    let help = try place.forcelab(["help", "run"], columns: columns)
    #expect(help.status == 0 && help.error == "" && help.output.contains("--out <folder>"))
  }

  @Test func version() throws {
    let version = try place.forcelab("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completions(shell: String) throws {
    let script = try place.forcelab("--generate-completion-script", shell)
    #expect(script.status == 0)
    for name in Self.commands {
      #expect(script.output.contains(name), "\(name)")
    }
    #expect(script.output.contains("many-body"))
    // The formats and presets of `layout`; `draw` has no csv, and `describe` names all plugins.
    #expect(script.output.contains(/dot\W+(n\W+)?csv/))
    #expect(script.output.split(separator: "kamada-kawai").count == 3)
  }
}
