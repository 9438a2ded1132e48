import ForceLabFiles
import Foundation
import Synchronization

/// Checks the memory use of this process 20 times a second, and when the limit changes; on Linux, with that of the
/// processes that it has started. Those that they have started are looked for once a second.
final class MemoryMonitor: Sendable {
  private let state = Mutex<(limit: Int?, isRunning: Bool)>((nil, false))
  private let onExcess: @Sendable (Int) -> Void

  init(_ onExcess: @escaping @Sendable (Int) -> Void) { self.onExcess = onExcess }

  /// Sets the limit in bytes; nil for none.
  func setLimit(_ limit: Int?) {
    let starts = state.withLock { state in
      // The memory may have exceeded the old limit since the last check.
      check(state.limit)
      state.limit = limit
      defer { state.isRunning = state.isRunning || limit != nil }
      return limit != nil && !state.isRunning
    }
    // Without a limit, there is no thread besides those of the trials.
    guard starts else { return }
    Thread { [self] in
      var (others, next): ([pid_t], _) = ([], ContinuousClock.now)
      while true {
        if next <= .now {
          let hasStarted = !ChildProcess.identifiers.isEmpty
          others = hasStarted ? ChildProcess.listedDescendants(of: getpid()) : []
          next = .now.advanced(by: .seconds(1))
        }
        state.withLock { check($0.limit, others) }
        usleep(50_000)
      }
    }.start()
  }

  private func check(_ limit: Int?, _ others: [pid_t] = []) {
    if let limit, let used = Self.used(with: others), used > limit { onExcess(used) }
  }

  /// The resident memory of this process, of those that it has started, and of `others`, in bytes. On macOS, the
  /// peak of this process since its start, without others.
  private static func used(with others: [pid_t]) -> Int? {
    #if os(Linux)
      // `getrusage` would count memory that the parent used before `exec`.
      let processes = Set(ChildProcess.identifiers + others)
      let pages = (["self"] + processes.map { "\($0)" }).compactMap { process in
        // A process may have ended since.
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      }
      return pages.isEmpty ? nil : pages.reduce(0, +) * Int(sysconf(CInt(_SC_PAGESIZE)))
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : nil
    #endif
  }
}
