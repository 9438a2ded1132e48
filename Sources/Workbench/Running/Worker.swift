import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// A process that runs trials for a runner: `WorkerMessage`s on standard input, `WorkerReply`s out.
/// It exits when its standard input closes, even during a trial, so that none outlives its runner.
public enum Worker {
  /// Serves until standard input is closed. A trial that prints on standard output fails.
  public static func serve(_ catalog: Catalog) -> Never {
    // The runner handles interrupts.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    ChildProcess.adoptOrphans()
    nameProcess()
    Thread {
      // Waits until the last writer of standard input has closed it, reading nothing.
      var event = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      while event.revents == 0 { poll(&event, 1, -1) }
      exit(0)
    }.start()
    var output = CapturedOutput()
    let channel = output.channel
    let memory = MemoryMonitor { used in
      send(.notice(.usedMemory(used)), on: channel)
      exit(3)
    }
    ChildProcess.onChange = { send(.notice(.started(ChildProcess.identifiers)), on: channel) }
    var runner: TrialRunner?
    var lines = LineBuffer()
    while let message = nextMessage(&lines) {
      do throws(Diagnostic) {
        switch message {
        case .context(let context): runner = try TrialRunner(context, catalog)
        case .configuration(let number, let settings):
          try runner?.add(number, settings)
        case .trial(let trial):
          guard let runner else { exit(4) }
          memory.setLimit(runner.context.memory)
          var result = try runner.run(trial)
          if let printed = output.take() {
            result.fail(
              because: "output",
              "printed on standard output, which is kept for results: \(printed)")
          }
          memory.setLimit(nil)
          send(.result(result), on: channel)
        }
      } catch {
        let file = error.location?.file ?? ""
        send(.notice(.failure(file: file, reason: error.message)), on: channel)
      }
    }
    exit(0)
  }

  /// Exits at once, and ends the processes that it has started.
  private static func exit(_ code: CInt) -> Never {
    ChildProcess.killAll()
    _exit(code)
  }

  /// The next message; nil at the end of standard input, or after a malformed one.
  private static func nextMessage(_ lines: inout LineBuffer) -> WorkerMessage? {
    while true {
      if let (line, _) = lines.next() { return WorkerMessage(line) }
      do throws(SystemError) {
        let some = try readSome(from: STDIN_FILENO)
        if some.isEmpty { return nil }
        lines.append(some)
      } catch {
        leave("cannot read from the runner: \(error)")
      }
    }
  }

  private static func send(_ reply: WorkerReply, on channel: CInt) {
    do throws(SystemError) {
      try writeAll(reply.bytes, to: channel)
    } catch {
      leave("cannot write to the runner: \(error)")
    }
  }

  private static func leave(_ message: String) -> Never {
    // Nobody can be told that standard error is closed.
    try? writeAll("\(message)\n".utf8, to: STDERR_FILENO)
    exit(4)
  }

  /// Sets the name of this process, and has the kernel end it before its runner if memory runs out.
  /// Both are conveniences, which some systems refuse.
  private static func nameProcess() {
    #if os(Linux)
      try? Data("forcelab-worker".utf8).write(to: URL(fileURLWithPath: "/proc/self/comm"))
      try? Data("1000".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
    #endif
  }
}

private struct CapturedOutput {
  /// Where standard output went before.
  let channel: CInt
  private let file: CInt

  init() {
    channel = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard let stream = tmpfile() else { _exit(4) }
    file = fileno(stream)
    dup2(file, STDOUT_FILENO)
  }

  /// The beginning, in quotes, of what was printed since the last call; nil if nothing was.
  mutating func take() -> String? {
    fflush(nil)
    let count = lseek(file, 0, SEEK_END)
    guard count > 0 else { return nil }
    var start = [UInt8](repeating: 0, count: Int(min(count, 60)))
    let read = pread(file, &start, start.count, 0)
    ftruncate(file, 0)
    lseek(file, 0, SEEK_SET)
    let text = String(decoding: start.prefix(max(0, read)), as: UTF8.self)
      .replacing("\n", with: " ").trimmingCharacters(in: .whitespaces)
    return "'\(text)'\(count > 60 ? "…" : "") (\(count) bytes)"
  }
}
