import ForceLabKit
import ForceLabSettings
import Foundation
import Synchronization

// forcelab with calls of the system that fail, for tests.
//
// FORCELAB_FAULT is ROLE:N:FAULT: in the process ROLE, run or worker, the N-th call fails. FAULT is a
// number of an error, short, or kill. With N = every, each call is interrupted once, and each transfer
// is short. FORCELAB_FAULT_MARK names a file that says that the fault has happened.

private let role = CommandLine.arguments.dropFirst().first == "worker" ? "worker" : "run"
private let words = (ProcessInfo.processInfo.environment["FORCELAB_FAULT"] ?? "")
  .split(separator: ":").map(String.init)
private let mark = ProcessInfo.processInfo.environment["FORCELAB_FAULT_MARK"] ?? ""
private let count = Atomic(0)

private func writeMark(_ call: SystemCall) {
  let file = open(mark, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  _ = call.rawValue.withCString { write(file, $0, strlen($0)) }
  close(file)
}

if words.count == 3, words[0] == role {
  let (place, fault) = (Int(words[1]), words[2])
  SystemCall.fault = { call in
    let (_, number) = count.add(1, ordering: .relaxed)
    guard let place else {
      return number.isMultiple(of: 2) ? .short : .error(EINTR)
    }
    guard number == place else { return nil }
    writeMark(call)
    switch fault {
    case "kill":
      kill(getpid(), SIGKILL)
      return nil
    case "short": return .short
    default: return .error(CInt(fault) ?? EIO)
    }
  }
}

/// A plugin with a mistake in its manual, for `FORCELAB_FAULT=plugin`.
struct Misnamed: StopRule {
  static let manual = Manual<Self>("Bad Name", "Never ends a run.")
  func isMet(by progress: SimulationProgress) -> Bool { false }
}

Lab.main(words == ["plugin"] ? .standard + [Misnamed.self] : .standard)
