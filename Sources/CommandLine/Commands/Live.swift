import ArgumentParser
import ForceLabFiles
import ForceLabLive
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a layout or a scene of bodies in the browser and change it while it runs.",
    usage: "forcelab live <file> [<options>]",
    discussion: """
      Prints the address of a page and opens it. On the page, every parameter of the forces, the \
      integrator and the repulsion strategy has a control; nodes can be dragged, pinned, added and \
      removed. Of `study: bodies`, bodies can be dragged and thrown, and shots repeated. Save writes an experiment beside the file, which `forcelab run` runs. The page is \
      served to this machine alone, and only to those who know its address. Press Ctrl-C to stop; the \
      exit code is 130.

      The address has a random part, which FORCELAB_LIVE_TOKEN can set in the environment. With it \
      and --port, an open page reconnects when the command is started again. To open the page on \
      another machine, forward the port there: ssh -L 8080:127.0.0.1:8080 HOST, with --port 8080.

      A file with a sweep has several configurations: --trial chooses one, by its number in \
      `forcelab plan`. Events in the file are ignored.
      """)

  @Argument(help: .value("file", "Experiment file."), completion: .experiment)
  var file: String

  @OptionGroup var settings: SettingOptions

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
  var port: Int?

  @Flag(help: "Print the address, but do not open the browser.")
  var noOpen = false

  func validate() throws {
    guard (0...65_535).contains(port ?? 0) else {
      throw ValidationError("--port is \(port ?? 0), outside its range: 0 to 65535")
    }
  }

  func run() throws {
    let plan = try Plan(path: file, overrides: settings.overrides(), catalog: Lab.catalog)
    for note in plan.notes { standardError(note) }
    let session = try LiveSession(
      plan, trials: [trial ?? firstTrial(of: plan)] + (beside.map { [$0] } ?? []), path: file,
      catalog: Lab.localCatalog)
    // Not an option, because other users can see the options of a program.
    let token = ProcessInfo.processInfo.environment["FORCELAB_LIVE_TOKEN"]
    let server = try LiveServer(session, port: port.map(UInt16.init), token: token)
    output("\(server.url)\nPress Ctrl-C to stop.")
    serve(server, opening: noOpen ? nil : open(server.url))
    throw ExitCode(130)
  }

  /// The first trial; with a note if there are others to choose from.
  private func firstTrial(of plan: Plan) -> Int {
    if plan.configurations.count > 1 {
      standardError(
        "note: the experiment has \(plan.configurations.count) configurations; showing trial 1. "
          + "Choose another with --trial, by its number in "
          + "`\(Diagnostic.program) plan \(file.asArgument)`.\n")
    }
    return 1
  }

  /// Removes the file that opens the page once a page is open.
  private func serve(_ server: LiveServer, opening file: String?) {
    var file = file
    let isInterrupted = Interruption.watched(isQuiet: true)
    let ended = DispatchSemaphore(value: 0)
    Task {
      do {
        try await server.run()
      } catch {
        standardError("error: \(error)\n")
      }
      ended.signal()
    }
    while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isInterrupted() { server.stop() }
      if server.hasPage, let opened = file {
        unlink(opened)
        file = nil
      }
    }
    if let file { unlink(file) }
  }

  /// Opens the browser, if there is one, by a file that leads to the page. Nothing waits for it or shows its messages.
  private func open(_ url: String) -> String? {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
        return nil
      }
    #endif
    // Whatever fails here: the address is printed in any case.
    guard let program = programPath(name), let file = try? redirectFile(to: url) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [file]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
    return file
  }
}

/// A file with a page that leads to another one, to keep its address out of the list of processes. Only its owner can
/// read it.
private func redirectFile(to url: String) throws(SystemError) -> String {
  let file = try TemporaryFile(ending: ".html")
  defer { close(file.descriptor) }
  let page = """
    <!doctype html>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=\(url)">
    <title>ForceLab live</title>
    <a href="\(url)">Open the page</a>
    """
  try writeAll(page.utf8, to: file.descriptor)
  return file.path
}
