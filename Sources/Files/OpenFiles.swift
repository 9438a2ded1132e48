import Foundation

/// The files and pipes that a process may have open.
package enum OpenFiles {
  /// What a run has open beside its workers' pipes, and a worker while it starts.
  package static let needed = 16

  /// The limit of this process, which this raises as far as the system allows, but not above 8192.
  package static func limit() -> Int {
    var limit = rlimit()
    #if os(Linux)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return .max }
    if limit.rlim_cur < 8192 {
      limit.rlim_cur = min(limit.rlim_max, 8192)
      setrlimit(files, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
