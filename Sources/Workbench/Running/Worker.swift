import Foundation
import ForceLabPlugins
import Synchronization
import ForceLabSettings

/// What a worker says when a trial has ended, or when it cannot go on.
struct WorkerReply: Codable {
  /// What came of the trial.
  var record: TrialRecord?
  /// The file that could not be written or read, and why.
  var failure: [String]?
  /// How many bytes of memory were used, if they were too many.
  var usedMemory: Int?
}

/// A process that runs trials for a runner in another process: tasks come in on standard input, a
/// line each, and replies go out on what was standard output when it began.
///
/// It ends as soon as its standard input does, whatever it is doing: no worker outlives its runner.
public enum Worker {
  /// Serves until standard input ends.
  ///
  /// Whatever plugins print on standard output is caught, and fails the trial that did it.
  public static func serve(_ catalog: Catalog) -> Never {
    // The runner decides on what an interrupt means.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    introduce()
    var output = CaughtOutput()
    let channel = output.channel
    let guardian = MemoryGuard { used in
      send(WorkerReply(usedMemory: used), on: channel)
      _exit(3)
    }
    for task in TaskStream() {
      guardian.limit = task.memory
      var reply = reply(to: task, catalog)
      if let printed = output.take() {
        reply.record?.fail(
          because: "output",
          "printed on standard output, which is kept for results: \(printed)")
      }
      guardian.limit = nil
      send(reply, on: channel)
    }
    _exit(0)
  }

  private static func reply(to task: TrialTask, _ catalog: Catalog) -> WorkerReply {
    do throws(Diagnostic) {
      return WorkerReply(record: try task.run(try task.decodedStudy(catalog)))
    } catch {
      return WorkerReply(failure: [error.location?.file ?? "", error.message])
    }
  }

  private static func send(_ reply: WorkerReply, on channel: CInt) {
    guard var line = try? JSONEncoder().encode(reply) else { _exit(4) }
    line.append(UInt8(ascii: "\n"))
    guard writeAll(line, to: channel) else { _exit(0) }
  }

  /// Tells the kernel what this process is called, and that it is to go where memory runs out, not
  /// its runner.
  private static func introduce() {
    #if os(Linux)
      try? Data("forcelab-worker".utf8).write(to: URL(fileURLWithPath: "/proc/self/comm"))
      try? Data("1000".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
    #endif
  }
}

/// The tasks that come in on standard input. When it ends, so does the process.
private struct TaskStream: Sequence, IteratorProtocol {
  private final class Mailbox: Sendable {
    let lines = Mutex<[Data]>([])
    let arrivals = DispatchSemaphore(value: 0)
  }

  private let mailbox = Mailbox()

  init() {
    let reader = Thread { [mailbox] in
      // Not by the functions of C's `stdin`: they would hold its lock, which `fflush` waits for.
      var received = LineBuffer()
      while received.read(from: STDIN_FILENO) {
        while let line = received.next() {
          mailbox.lines.withLock { $0.append(line) }
          mailbox.arrivals.signal()
        }
      }
      _exit(0)
    }
    reader.start()
  }

  mutating func next() -> TrialTask? {
    mailbox.arrivals.wait()
    let line = mailbox.lines.withLock { $0.removeFirst() }
    return try? JSONDecoder().decode(TrialTask.self, from: line)
  }
}

/// What is printed on standard output, in a file without a name.
private struct CaughtOutput {
  /// Where standard output went before.
  let channel: CInt
  private let file: CInt

  init() {
    channel = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard let stream = tmpfile() else { _exit(4) }
    file = fileno(stream)
    dup2(file, STDOUT_FILENO)
  }

  /// What was printed since the last call, its beginning in quotes; nil if nothing was.
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
