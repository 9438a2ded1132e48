import Foundation
import Synchronization

/// Watches the memory of this process, some two hundred times a second.
final class MemoryGuard: Sendable {
  private let held = Mutex<(limit: Int?, isWatched: Bool)>((nil, false))
  private let alarm: @Sendable (Int) -> Void

  /// Calls `alarm` with the bytes that are used when they are more than the limit.
  init(_ alarm: @escaping @Sendable (Int) -> Void) { self.alarm = alarm }

  /// How many bytes may be used; nil if as many as there are, when nothing is watched.
  var limit: Int? {
    get { held.withLock { $0.limit } }
    set {
      let begins = held.withLock { held in
        // Who is quicker than the watch is looked at when it is done.
        check(held.limit)
        held.limit = newValue
        defer { held.isWatched = held.isWatched || newValue != nil }
        return newValue != nil && !held.isWatched
      }
      // Nothing runs beside the trials of those who ask for no limit.
      if begins { Thread { [self] in watch() }.start() }
    }
  }

  private func watch() {
    while true {
      held.withLock { check($0.limit) }
      usleep(5000)
    }
  }

  private func check(_ limit: Int?) {
    if let limit, let used = Self.used, used > limit { alarm(used) }
  }

  /// The bytes of main memory that this process uses.
  private static var used: Int? {
    #if os(Linux)
      // `getrusage` would count what the parent had used before this process became itself.
      let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return pages.map { $0 * Int(sysconf(CInt(_SC_PAGESIZE))) }
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : nil
    #endif
  }
}
