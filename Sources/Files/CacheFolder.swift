import Foundation

/// Where the program keeps what it has fetched for this user, by the XDG Base Directory Specification.
package let cacheFolder = {
  let environment = ProcessInfo.processInfo.environment
  let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  let home = environment["HOME"] ?? NSHomeDirectory()
  return (cache ?? home + "/.cache") + "/forcelab"
}()
