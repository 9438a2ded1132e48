import ForceLabCommandLine
import ForceLabFiles
import ForceLabPlugins
import ForceLabStudies
import ForceLabWorkbench
import Foundation
import Synchronization

/// Prints `line` at once, whatever standard output is.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The temporary folder of the process `process`.
func workFolder(of process: pid_t) -> URL {
  FileManager.default.temporaryDirectory.appendingPathComponent("forcelab-generated-\(process)")
}

/// Runs many cases in processes of their own, so that traps and hangs are found and attributed.
struct Campaign: Sendable {
  let count: Int
  let seed: UInt64
  let seconds: Double

  /// Cases of one process, which costs some tens of milliseconds to start.
  private static let batch = 50
  /// A process that ends no trial for so long hangs.
  private static let maxSilence = 30.0
  /// A process that needs more memory is ended.
  private static let maxMemory = 3 << 30

  /// Prints what happened. Returns whether nothing was found.
  func run() -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(min(seconds, 1e6)))
    let tally = Mutex(Tally())
    let next = Mutex(seed)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while ContinuousClock.now < end, tally.withLock({ $0.valid }) < count {
        let first = next.withLock { first in
          defer { first += UInt64(Self.batch) }
          return first
        }
        var open = first..<first + UInt64(Self.batch)
        // After a trap, the rest of the batch runs in a new process.
        while !open.isEmpty, ContinuousClock.now < end {
          guard let last = run(open, into: tally, until: end) else { break }
          open = last + 1..<open.upperBound
        }
      }
    }
    return tally.withLock { tally in
      say(tally.text)
      return tally.findings.isEmpty
    }
  }

  /// Runs the cases of `seeds` in a process. Returns the seed at which it ended too early, if it did.
  private func run(
    _ seeds: Range<UInt64>, into tally: borrowing Mutex<Tally>, until end: ContinuousClock.Instant
  ) -> UInt64? {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=yes,color=no,interactive=no,threads=crashed"
    guard
      let process = try? ChildProcess(
        CommandLine.arguments[0], ["batch", "\(seeds.lowerBound)", "\(seeds.count)"],
        piped: [.output, .error], environment: environment)
    else { return nil }
    var output = LineBuffer(process[.output])
    var errors = LineBuffer(process[.error])
    var (current, isHuge) = (seeds.lowerBound, false)
    var deadline = ContinuousClock.now.advanced(by: .seconds(Self.maxSilence))
    var reason = ""
    var isOpen = true
    while isOpen {
      isOpen = wait(for: &output, &errors)
      for line in output.lines() {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        if words[0] == "begin" {
          current = UInt64(words[1]) ?? current
          isHuge = false
        }
        if words[0] == "huge" { isHuge = true }
        deadline = ContinuousClock.now.advanced(by: .seconds(Self.maxSilence))
        tally.withLock { $0.add(words[0], words.count > 1 ? words[1] : "") }
      }
      if memory(of: process.identifier) > Self.maxMemory { reason = "needs too much memory" }
      if ContinuousClock.now > deadline { reason = "hangs" }
      if !reason.isEmpty || ContinuousClock.now > end {
        process.kill()
        break
      }
    }
    let ending = process.wait()
    // One that was ended leaves it.
    try? FileManager.default.removeItem(at: workFolder(of: process.identifier))
    if ending == .exited(0) { return nil }
    if reason.isEmpty {
      if ContinuousClock.now > end { return nil }
      let all = errors.text
      reason = "ended: " + (all.isEmpty ? "without a message" : all)
    } else if isHuge {
      tally.withLock { $0.add("count", "1 expensive") }
      return current
    }
    tally.withLock { $0.add("finding", "\(current) \(reason)") }
    return current
  }

  /// Waits a while for output. Returns whether there may be more.
  private func wait(for output: inout LineBuffer, _ errors: inout LineBuffer) -> Bool {
    var descriptors = [output, errors].map {
      pollfd(fd: $0.isOpen ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&descriptors, 2, 50)
    if descriptors[0].revents != 0 { output.read() }
    if descriptors[1].revents != 0 { errors.read() }
    return output.isOpen || errors.isOpen
  }

  /// The memory of a process in bytes; 0 where the system does not tell it.
  private func memory(of process: pid_t) -> Int {
    let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }
}

/// What a process writes to a pipe.
private struct LineBuffer {
  let descriptor: CInt
  private(set) var isOpen = true
  private var bytes: [UInt8] = []

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  mutating func read() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let size = Foundation.read(descriptor, &chunk, chunk.count)
    if size <= 0 { isOpen = false } else { bytes += chunk.prefix(size) }
  }

  /// Removes the whole lines.
  mutating func lines() -> [String] {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { bytes.removeFirst(end + 1) }
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// What happened in all cases.
private struct Tally {
  private(set) var valid = 0
  private(set) var findings: [String] = []
  private var counts: [String: Int] = [:]
  private var reached: Set<String> = []

  mutating func add(_ what: String, _ detail: String) {
    switch what {
    case "valid": valid += 1
    case "none": counts["no valid experiment found", default: 0] += 1
    case "finding":
      findings.append(detail)
      say("finding: \(detail)\n")
    case "reached": reached.insert(detail)
    case "count":
      let words = detail.split(separator: " ", maxSplits: 1).map(String.init)
      counts[words[1], default: 0] += Int(words[0]) ?? 0
    default: break
    }
  }

  var text: String {
    let catalog = Catalog.standard
    var lines = ["\(valid) valid experiments, \(findings.count) findings"]
    lines += counts.sorted { $0.value > $1.value }.prefix(60).map { "  \($0.value) \($0.key)" }
    for kind in catalog.kinds {
      let names = catalog.names(of: kind)
      let missing = names.filter { !reached.contains("plugin \(kind.name) \($0)") }
      lines.append(
        "\(kind.plural): \(names.count - missing.count) of \(names.count)"
          + (missing.isEmpty ? "" : ", without \(missing.joined(separator: ", "))"))
    }
    let parameters = catalog.entries.flatMap { entry in
      // Those of studies stand beside those of the experiment.
      let owner = entry.kind == .study ? "experiment" : "\(entry.kind.name) \(entry.page.name)"
      return entry.page.entries.filter { !$0.isInline }.map { "\(owner).\($0.name)" }
    }
    let missing = parameters.filter { !reached.contains("parameter \($0)") }
    let count = parameters.count - missing.count
    lines.append("parameters of plugins: \(count) of \(parameters.count)")
    lines.append("  without " + missing.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}
