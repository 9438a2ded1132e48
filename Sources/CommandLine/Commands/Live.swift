import ArgumentParser
import ForceLabLive
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a layout in the browser and change it while it runs.",
    usage: "forcelab live <file> [<options>]",
    discussion: """
      Prints the address of a page and opens it. On the page, every parameter of the forces, the \
      integrator and the repulsion strategy has a control; nodes can be dragged, pinned, added and \
      removed. Save writes an experiment beside the file, which `forcelab run` runs. The page is \
      served to this machine alone, and only to those who know its address. Press Ctrl-C to stop; the \
      exit code is 130.

      The address has a random part, which FORCELAB_LIVE_TOKEN can set in the environment. With it \
      and --port, an open page reconnects when the command is started again.

      A file with a sweep has several configurations: --trial chooses one, by its number in \
      `forcelab plan`. Events in the file are ignored.
      """)

  @Argument(
    help: .value("file", "Experiment file."), completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Option(
    name: .customLong("set"),
    help: .value(
      "path=value",
      "Set a parameter, such as forces.many-body.strength=-50. Can be given several times."))
  var settings: [String] = []

  @Option(parsing: .unconditional, help: .value("number", "Use this seed for all random numbers."))
  var seed: Int?

  @Option(
    parsing: .unconditional, help: .value("count", "Compute each tick with this many threads."))
  var threads: Int?

  @Option(
    parsing: .unconditional, help: .value("number", "Show this trial. By default, the first."))
  var trial: Int?

  @Option(
    parsing: .unconditional,
    help: .value("number", "Show this trial beside it, in step, for comparison."))
  var beside: Int?

  @Option(
    parsing: .unconditional,
    help: .value("number", "Serve the page at this port. By default, at any that is free."))
  var port: UInt16?

  @Option(
    help: .value(
      "address",
      "Listen on this address, such as 0.0.0.0, so that other machines can open the page."))
  var host: String?

  @Flag(help: "Print the address, but do not open the browser.")
  var noOpen = false

  func validate() throws {
    guard host != "" else { throw ValidationError("--host is empty; name an address") }
  }

  func run() throws {
    var overrides = try collect(settings) { try Override($0) }
    if let seed { overrides.append(Override("seed", seed)) }
    if let threads { overrides.append(Override("threads", threads)) }
    let plan = try Plan(path: file, overrides: overrides, catalog: Lab.catalog)
    for note in plan.notes { standardError(note.forTerminal + "\n") }
    let session = try LiveSession(
      plan, trials: [trial ?? firstTrial(of: plan)] + (beside.map { [$0] } ?? []), path: file,
      catalog: Lab.localCatalog)
    // Not an option, because other users can see the options of a program.
    let token = ProcessInfo.processInfo.environment["FORCELAB_LIVE_TOKEN"]
    let server = try LiveServer(session, port: port, host: host, token: token)
    if let host, host != "127.0.0.1", host != "::1" {
      standardError(
        "warning: other machines can reach the page at \(host); whoever has its address can change "
          + "the layout and write files into the folder of the experiment\n")
    }
    output("\(server.url)\nPress Ctrl-C to stop.")
    if !noOpen { open(server.url) }
    serve(server)
    throw ExitCode(130)
  }

  /// The first trial; with a note if there are others to choose from.
  private func firstTrial(of plan: Plan) -> Int {
    if plan.configurations.count > 1 {
      standardError(
        "note: the experiment has \(plan.configurations.count) configurations; showing trial 1. "
          + "Choose another with --trial, by its number in `forcelab plan \(file)`.\n")
    }
    return 1
  }

  private func serve(_ server: LiveServer) {
    let isInterrupted = Interruption.watched(isQuiet: true)
    let ended = DispatchSemaphore(value: 0)
    Task {
      // It ends with an error when it is stopped.
      try? await server.run()
      ended.signal()
    }
    while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isInterrupted() { server.stop() }
    }
  }

  /// Opens the browser, if there is one. Nothing waits for it, and its messages are not shown.
  private func open(_ url: String) {
    #if os(macOS)
      let program = "/usr/bin/open"
    #else
      let program = "/usr/bin/xdg-open"
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    #endif
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [url]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    // The address is printed, too.
    try? process.run()
  }
}
