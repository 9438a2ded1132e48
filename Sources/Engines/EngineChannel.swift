import ForceLabFiles
import ForceLabSettings
import Foundation

/// The streams of an engine's process. No call waits beyond its deadline, whatever the engine does.
final class EngineChannel {
  private let process: ChildProcess
  private let name: String
  private var received: [UInt8] = []
  private var errors: [UInt8] = []
  private var hasErrors = true

  private static let maxLine = 1 << 20

  init(_ process: ChildProcess, name: String) {
    (self.process, self.name) = (process, name)
    for stream in [ChildProcess.Stream.input, .output, .error] {
      let descriptor = process[stream]
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      #if os(Linux)
        // Larger pipes need fewer switches between the processes.
        _ = fcntl(descriptor, 1031 /* F_SETPIPE_SZ */, 1 << 20)
      #endif
    }
  }

  func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant?) throws(EngineError) {
    guard received.isEmpty, !isReadable(process[.output]) else {
      throw try unexpectedOutput(beyond: "answers before this request")
    }
    var sent = 0
    while sent < bytes.count {
      let ready = try wait(for: process[.input], POLLOUT, until: deadline)
      // It may answer before it has read all, for example with an error.
      if ready.output { try readOutput() }
      guard received.count <= Self.maxLine else { throw try unexpectedOutput() }
      guard ready.stream else { continue }
      let count = bytes.withUnsafeBytes {
        write(process[.input], $0.baseAddress! + sent, bytes.count - sent)
      }
      if count > 0 { sent += count }
      if count < 0 && errno != EAGAIN && errno != EINTR {
        throw .broken("'\(name)' reads no more" + ending())
      }
    }
  }

  /// The next line, without its end.
  func line(until deadline: ContinuousClock.Instant?) throws(EngineError) -> [UInt8] {
    var searched = 0
    while true {
      let end = received[searched...].firstIndex(of: UInt8(ascii: "\n"))
      searched = end ?? received.count
      guard searched <= Self.maxLine else {
        throw .broken("'\(name)' wrote a line of more than \(Self.maxLine) bytes")
      }
      if let end {
        defer { received.removeFirst(end + 1) }
        return Array(received[..<end])
      }
      do {
        try receive(until: deadline)
      } catch .timedOut(let message) where received.isEmpty {
        throw .timedOut(message + "; it had sent nothing: does it flush its output?")
      }
    }
  }

  /// Throws if the engine has sent more than its answer.
  func checkEnd() throws(EngineError) {
    guard received.isEmpty, !isReadable(process[.output]) || !process.isRunning else {
      throw try unexpectedOutput()
    }
  }

  func bytes(_ count: Int, until deadline: ContinuousClock.Instant?) throws(EngineError) -> [UInt8]
  {
    while received.count < count {
      let part = "; it had sent \(received.count) of \(count) bytes of positions"
      do {
        try receive(until: deadline)
      } catch .broken(let message) {
        throw .broken(message + part)
      } catch .timedOut(let message) {
        throw .timedOut(message + part)
      }
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Waits for output and reads what there is.
  private func receive(until deadline: ContinuousClock.Instant?) throws(EngineError) {
    while try !wait(for: -1, 0, until: deadline).output {}
    try readOutput()
  }

  private func readOutput() throws(EngineError) {
    do throws(SystemError) {
      let bytes = try readSome(from: process[.output], limit: 1 << 20)
      if !bytes.isEmpty { return received += bytes }
    } catch {
      if error.code == EAGAIN { return }
    }
    throw .broken("'\(name)' closed its output" + ending())
  }

  /// Waits until there is output or `stream` is ready, and keeps the end of standard error.
  private func wait(
    for stream: CInt, _ event: CInt, until deadline: ContinuousClock.Instant?
  ) throws(EngineError) -> (stream: Bool, output: Bool) {
    while true {
      if let deadline, deadline < .now {
        throw .timedOut("'\(name)' did not answer in time, so it was ended" + errorText)
      }
      let patience = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) + 1 }
      var events = [
        pollfd(fd: stream, events: Int16(event), revents: 0),
        pollfd(fd: process[.output], events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasErrors ? process[.error] : -1, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&events, 3, CInt(clamping: min(patience ?? 1000, 1000)))
      if events[2].revents != 0 { readErrors() }
      let ready = (events[0].revents != 0, events[1].revents != 0)
      if ready.0 || ready.1 { return ready }
      // A process that it has left may hold its output open.
      if !process.isRunning && !isReadable(process[.output]) {
        throw .broken("'\(name)' ended" + ending())
      }
    }
  }

  private func readErrors() {
    // An error, such as EAGAIN, means that there is nothing to read now.
    guard let bytes = try? readSome(from: process[.error]) else { return }
    hasErrors = !bytes.isEmpty
    errors = (errors + bytes).suffix(4096)
  }

  private func unexpectedOutput(beyond answers: String = "answer") throws(EngineError)
    -> EngineError
  {
    if received.isEmpty { try readOutput() }
    let start = String(decoding: received.prefix(60), as: UTF8.self)
    return .broken(
      "'\(name)' wrote more to standard output than its \(answers), beginning with "
        + "\(start.jsonText); send as many bytes as announced, and print to standard error")
  }

  /// How the process ended, and the end of its standard error.
  private func ending() -> String {
    process.closeInput()
    // It may be about to end.
    for _ in 0..<20 where process.isRunning { usleep(5000) }
    let isRunning = process.isRunning
    process.kill()
    for _ in 0..<16 where hasErrors && isReadable(process[.error]) { readErrors() }
    let how =
      switch process.wait() {
      case .exited(let code): ": it exited with \(code)"
      case .signaled(SIGKILL) where isRunning: ", but did not exit, so it was ended"
      case .signaled(SIGKILL): ": it was killed, perhaps because memory ran out"
      case .signaled(let number):
        ": it died of signal \(number) (\(strsignal(number).map { String(cString: $0) } ?? ""))"
      }
    return how + errorText
  }

  /// The last lines of its standard error, for a message.
  var errorText: String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return "" }
    return "; its standard error ends: "
      + String(lines.suffix(2).joined(separator: " / ").suffix(400)).printable
  }

  func endsWithItsInput() -> Bool {
    process.closeInput()
    for _ in 0..<200 where process.isRunning { usleep(10_000) }
    return !process.isRunning
  }

  /// Ends the process and those that it has started.
  func end() {
    process.closeInput()
    process.kill()
    _ = process.wait()
  }
}
