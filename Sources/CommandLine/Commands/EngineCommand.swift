import ArgumentParser
import ForceLabEngines
import ForceLabStudies
import ForceLabWorkbench
import Foundation

/// `forcelab engine`: what concerns engines outside of ForceLab.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Test a program that computes layouts, or install a version of it.",
    subcommands: [EngineCheckCommand.self, EngineInstallCommand.self])
}

struct EngineInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install a version of an engine into an environment of its own.",
    discussion: """
      For engines in Python whose manifest names packages of PyPI, such as igraph and networkx. An experiment then \
      chooses the version: `engine: {igraph: {version: 0.11.9}}`. Environments are kept in \
      $XDG_CACHE_HOME/forcelab/engines, by default ~/.cache/forcelab/engines; remove the folder of one to uninstall it. \
      Needs python3 with venv, and a network.
      """)

  @Argument(help: "Name of an engine; `forcelab list engines` prints them.")
  var name: String

  @Argument(help: .value("version", "The version of its first package, as on PyPI."))
  var version: String

  @OptionGroup var trust: TrustOption

  func run() throws {
    let reported = try ExternalEngine.install(
      name, version, in: Lab.localCatalog, trust: trust.policy)
    output("installed \(name) \(reported); use it as `engine: {\(name): {version: \(version)}}`")
  }
}

struct EngineCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Test whether an engine follows the protocol.",
    discussion: """
      Starts the engine and sends it small graphs, each value of parameters with choices, weights, a \
      deadline and garbage. An engine may refuse what it cannot do, with an error. Exits with 1 if a test fails.
      """)

  @Argument(help: "Name of an engine; `forcelab list engines` prints them.")
  var name: String

  @Option(
    name: .customLong("set"),
    help: .value("parameter=value", "Set a parameter of the engine. Can be given several times."))
  var settings: [String] = []

  @OptionGroup var trust: TrustOption

  func run() throws {
    let findings = try ExternalEngine.check(
      name, settings, in: Lab.localCatalog, trust: trust.policy
    ) {
      let verdict = $0.verdict.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
      output("\(verdict)  \($0.text)")
    }
    let failures = findings.count { $0.verdict == .failed }
    let refusals = findings.count { $0.verdict == .refused }
    output(
      "\n\(counted(findings.count, "test")): \(failures) failed, \(refusals) refused by the engine")
    if failures > 0 { throw ExitCode(1) }
  }
}
