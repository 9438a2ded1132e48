import Foundation

/// The program that runs trials: one that calls `Worker.serve` when it is started so.
public struct WorkerCommand: Sendable {
  /// The path of the program.
  public var program: String
  /// Its arguments.
  public var arguments: [String]

  /// The program at `program`, started with `arguments`.
  public init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// This program, started with `arguments`; nil if it does not know where it is.
  public static func thisProgram(_ arguments: [String]) -> WorkerCommand? {
    #if os(Linux)
      // The program that runs, whatever stands in its place by now.
      WorkerCommand("/proc/self/exe", arguments)
    #else
      Bundle.main.executablePath.map { WorkerCommand($0, arguments) }
    #endif
  }
}

/// A worker as its runner sees it.
final class WorkerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var received = LineBuffer()
  private var complaint: [UInt8] = []
  /// The trial that it runs, if it runs one.
  private(set) var task: TrialTask?
  /// When it must have ended, whether it looks at the clock or not.
  private(set) var deadline: ContinuousClock.Instant?

  init(_ command: WorkerCommand) throws {
    process.executableURL = URL(fileURLWithPath: command.program)
    process.arguments = command.arguments
    var environment = ProcessInfo.processInfo.environment
    // A trap is told in a line; drawing its backtrace would take seconds.
    environment["SWIFT_BACKTRACE", default: "enable=no"] += ""
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Where its replies come from.
  var replies: CInt { output.fileHandleForReading.fileDescriptor }
  /// Where its standard error comes from.
  var complaints: CInt { errors.fileHandleForReading.fileDescriptor }

  /// Begins a trial; false if the process is no longer there.
  func begin(_ task: TrialTask) -> Bool {
    guard var line = try? JSONEncoder().encode(task) else { return false }
    line.append(UInt8(ascii: "\n"))
    complaint = []
    let earlier = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, earlier) }
    guard writeAll(line, to: input.fileHandleForWriting.fileDescriptor) else { return false }
    self.task = task
    deadline = task.timeout.map { .now.advanced(by: .seconds(min($0 + max(1, $0 / 10), 1e10))) }
    return true
  }

  /// Reads what there is of its replies, and returns one that is whole. At the end, `isOver`.
  func readReply() -> WorkerReply? {
    guard received.read(from: replies) else {
      isOver = true
      return nil
    }
    guard let line = received.next() else { return nil }
    task = nil
    deadline = nil
    // What cannot be read was written by somebody who must not be trusted any further.
    let reply = try? JSONDecoder().decode(WorkerReply.self, from: line)
    if reply == nil { isOver = true }
    return reply
  }

  /// Whether more may come from its standard error.
  private(set) var canComplain = true
  /// Whether it has ended, or must be.
  private(set) var isOver = false

  /// Reads what there is of its standard error, and passes it on.
  func readComplaint() {
    guard let bytes = readSome(from: complaints) else {
      canComplain = false
      return
    }
    _ = writeAll(Data(bytes), to: STDERR_FILENO)
    complaint = (complaint + bytes).suffix(4096)
  }

  /// Whether its process is still there. What it has said may be unread.
  var isRunning: Bool { process.isRunning }

  /// Ends it, if it has not ended, and returns what it died of.
  func terminate() -> String {
    // It leads a group of its own, in which is what its study has started.
    kill(-process.processIdentifier, SIGKILL)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    // Not to the end, which may not come: the last words are in the last of it.
    for _ in 0..<16 where canComplain && isReadable(complaints) { readComplaint() }
    let number = process.terminationStatus
    guard process.terminationReason == .uncaughtSignal else {
      return "its process exited with \(number) before the trial ended" + lastWords
    }
    let name = strsignal(number).map { String(cString: $0) } ?? "unknown"
    let hint = number == SIGKILL ? ", perhaps for want of memory" : ""
    return "its process died of signal \(number) (\(name))\(hint)" + lastWords
  }

  /// Lets it end, as it does when nobody has anything to tell it any more.
  func dismiss() {
    try? input.fileHandleForWriting.close()
    _ = terminate()
  }

  private var lastWords: String {
    let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
    guard let line = lines.last(where: { $0.contains("Fatal error") }) ?? lines.last else {
      return ""
    }
    return ": \(line.prefix(300))"
  }
}
