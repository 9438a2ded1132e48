import ForceLabFiles
import ForceLabSettings
import Foundation

/// The command that starts a worker: a program that calls `Worker.serve`.
public struct WorkerCommand: Sendable {
  public var program: String
  public var arguments: [String]

  public init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// This program, started with `arguments`; nil if its path is unknown.
  public static func thisProgram(_ arguments: [String]) -> WorkerCommand? {
    #if os(Linux)
      // The running program, even if its file has been replaced since.
      WorkerCommand("/proc/self/exe", arguments)
    #else
      Bundle.main.executablePath.map { WorkerCommand($0, arguments) }
    #endif
  }
}

final class WorkerProcess {
  let program: TrialProgram
  private let process: ChildProcess
  private let context: TrialContext
  private var lines = LineBuffer()
  /// The configurations that were sent, after the context.
  private var known: Set<Int> = []
  private var lastErrors: [UInt8] = []
  /// The processes that its study has started and that have not ended.
  private var started: [pid_t] = []
  var hasStartedProcesses: Bool { !started.isEmpty }
  /// When its last trial ended, or the current one began.
  private var lastEnd: ContinuousClock.Instant?
  private(set) var trial: Trial?
  /// When the trial has timed out, whether the study checks the time or not.
  private(set) var deadline: ContinuousClock.Instant?
  private(set) var hasErrorOutput = true
  /// Whether it has closed its output, or sent a malformed reply.
  private(set) var isBroken = false
  private var hasEndedTrials = false
  /// Whether it died of a limit of processor time, to which all of its trials count.
  private(set) var ranOutOfTime = false

  /// An environment variable by which the processes of one worker are known.
  private static let variable = "FORCELAB_WORKER"
  private let mark = UUID().uuidString

  init(
    _ command: WorkerCommand, of program: TrialProgram, _ context: TrialContext
  ) throws(SystemError) {
    (self.program, self.context) = (program, context)
    var environment = ProcessInfo.processInfo.environment
    // The message of a trap is enough; a backtrace would take seconds.
    environment["SWIFT_BACKTRACE", default: "enable=no"] += ""
    environment[Self.variable] = mark
    process = try ChildProcess(
      command.program, command.arguments, piped: [.input, .output, .error],
      environment: environment)
  }

  var replies: CInt { process[.output] }
  var errors: CInt { process[.error] }
  /// Whether the process exists. Its output may not have been read yet.
  var isRunning: Bool { process.isRunning }

  /// Begins a trial of `plan`; false if the process has exited.
  func begin(_ trial: Trial, _ plan: Plan) -> Bool {
    var messages = known.isEmpty ? [WorkerMessage.context(context)] : []
    let number = trial.configuration
    if known.insert(number).inserted {
      messages.append(.configuration(number, plan.configurations[number - 1].studySettings))
    }
    messages.append(.trial(trial))
    lastErrors = []
    lastEnd = lastEnd ?? .now
    do {
      for message in messages { try writeAll(message.line, to: process[.input]) }
    } catch {
      return false
    }
    self.trial = trial
    deadline = context.timeout.map { .now.advanced(by: .seconds($0 + max(1, $0 / 10))) }
    return true
  }

  /// Has the next trial begin now, as far as its overhead is concerned.
  func restartClock() { lastEnd = .now }

  /// Reads what is available of its replies, and returns the one that ends the trial, if it is complete.
  func readReply() throws(SystemError) -> WorkerReply? {
    let some = try readSome(from: replies)
    if some.isEmpty {
      isBroken = true
      return nil
    }
    lines.append(some)
    while let (line, samples) = lines.next(followedBy: WorkerReply.samplesSize) {
      let reply = WorkerReply(line, samples: samples)
      guard case .notice(.started(let processes)) = reply else { return end(with: reply) }
      started = processes
    }
    return nil
  }

  /// Ends the trial with a reply, which may be malformed.
  private func end(with reply: WorkerReply?) -> WorkerReply? {
    (trial, deadline, isBroken, hasEndedTrials) = (nil, nil, reply == nil, reply != nil)
    var reply = reply
    // Between two trials the runner writes the results of the first, which counts, too.
    if let lastEnd, case .result(var result) = reply {
      result.record.setOverhead(lastEnd.duration(to: .now))
      reply = .result(result)
    }
    lastEnd = .now
    return reply
  }

  /// Reads what is available of its standard error, and prints it.
  func readErrors() {
    // An error ends what can be read, as the end of the file does.
    guard let bytes = try? readSome(from: errors), !bytes.isEmpty else {
      hasErrorOutput = false
      return
    }
    // Nobody can be told that standard error is closed.
    try? writeAll(String(decoding: bytes, as: UTF8.self).printable.utf8, to: STDERR_FILENO)
    lastErrors = (lastErrors + bytes).suffix(4096)
  }

  /// Kills it and what its study has started, and returns how it exited.
  func terminate() -> String {
    // What it said last may not have been read; an error means that there is nothing more.
    if !isBroken, isReadable(replies) { _ = try? readReply() }
    process.kill()
    started.forEach { ChildProcess.killGroup($0) }
    let ending = process.wait()
    // Others may have killed the worker. What its study had started then has another parent.
    ChildProcess.killAll(with: "\(Self.variable)=\(mark)")
    // Processes that its study left may write for ever.
    for _ in 0..<16 where hasErrorOutput && isReadable(errors) { readErrors() }
    switch ending {
    case .exited(let code):
      return "its process exited with \(code) before the trial ended" + errorMessage
    case .signaled(let number):
      let name = strsignal(number).map { String(cString: $0) } ?? "unknown"
      // The hard limit kills. 0 is RLIMIT_CPU, whose type depends on the system, as that of no limit does.
      var limit = rlimit()
      let isLimited = getrlimit(0, &limit) == 0 && limit.rlim_max < rlim_t(Int64.max)
      let cause = isLimited ? "memory or processor time" : "memory"
      let hint = number == SIGKILL ? ", perhaps because \(cause) ran out" : ""
      ranOutOfTime = hasEndedTrials && (number == SIGXCPU || number == SIGKILL && isLimited)
      return "its process died of signal \(number) (\(name))\(hint)" + errorMessage
    }
  }

  /// The most important line of its standard error.
  private var errorMessage: String {
    let lines = String(decoding: lastErrors, as: UTF8.self).split(separator: "\n")
    let line = lines.last { $0.contains("Fatal error") } ?? lines.last
    return line.map { ": \($0.prefix(300))" } ?? ""
  }
}
