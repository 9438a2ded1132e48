import ForceLabSettings
import Foundation

/// The files and pipes that a process may have open.
package enum OpenFiles {
  /// What a run has open beside its workers' pipes, and a worker while it starts.
  package static let needed = 16

  /// Raises the limit of this process as far as the system allows, but not above 8192. Throws a `Diagnostic` if
  /// it is below `count`. `need` begins the message, such as “forcelab needs”; `advice`, of the limit, comes
  /// before that to raise it.
  package static func check(
    _ count: Int, _ need: String, advice: (Int) -> String = { _ in "" }
  ) throws(Diagnostic) {
    var limit = rlimit()
    #if os(Linux)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return }
    if limit.rlim_cur < 8192 {
      limit.rlim_cur = min(limit.rlim_max, 8192)
      setrlimit(files, &limit)
    }
    let current = Int(clamping: limit.rlim_cur)
    guard current < count else { return }
    throw Diagnostic(
      "too many open files: \(need) \(count), but the limit of the process is \(current); "
        + "\(advice(current))raise it with `ulimit -n`", at: nil)
  }
}
