import ArgumentParser
import ForceLabWorkbench

/// `forcelab worker`: runs trials in a process of its own, started by `run`, maybe of another build.
struct WorkerCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Run trials for another process.", shouldDisplay: false)

  @Flag(name: .customLong("protocol"), help: "Print the version of the protocol as JSON.")
  var printsProtocol = false

  static let greetingArguments = ["worker", "--protocol"]

  func run() throws {
    guard printsProtocol else { Worker.serve(Lab.catalog) }
    output(BaseProgram.greeting(version: Lab.version))
  }
}
