import ForceLabFiles
import ForceLabSettings
import Foundation

/// A file that curl fetches over HTTP. What is interrupted continues later, if the server says that the file is the same.
struct Download {
  let url: String
  /// Where the file is complete, and where it is not.
  let path: String
  private var part: String { path + ".part" }
  private var tag: String { path + ".etag" }

  private static let attempts = 4
  /// What graph files may have.
  static let maxSize = 1 << 30

  init(_ url: String, to path: String) { (self.url, self.path) = (url, path) }

  /// Reports the bytes so far until `report` returns false. Throws, with `path` as it was, if the file is not whole.
  func run(_ report: (Int) -> Bool) throws(Diagnostic) {
    guard let curl = programPath("curl") else {
      throw Diagnostic("curl is not installed; install it, or use --from FILE", at: place)
    }
    var failure = ""
    for attempt in 1...Self.attempts {
      if attempt > 1 { Thread.sleep(forTimeInterval: Double(attempt - 1)) }
      // Without a tag, nobody knows whether the rest belongs to the same file.
      if text(of: tag).isEmpty { remove() }
      let (code, message) = try transfer(by: curl, report)
      if code == 0 {
        try describing("cannot write", at: Location(file: path)) { () throws(SystemError) in
          _ = try system(.rename) { rename(part, path) }
        }
        unlink(tag)
        return
      }
      failure = message
      // The server does not continue, the file has changed, or it is too large.
      if [33, 36, 63].contains(code) { remove() }
      guard Self.passing.contains(code) else { break }
    }
    let size = size(of: part)
    guard size > 0, !text(of: tag).isEmpty else {
      remove()
      throw Diagnostic("cannot fetch: \(failure)", at: place)
    }
    throw Diagnostic(
      "cannot fetch: \(failure); \(size) bytes are kept, and the same command continues", at: place)
  }

  /// Codes of curl for what another attempt may mend: no name, no connection, cut off, timed out, empty, refused to
  /// continue, or broken while sending or receiving.
  private static let passing: Set<CInt> = [6, 7, 18, 28, 33, 36, 52, 55, 56]

  private var place: Location { Location(file: url) }

  private func transfer(by curl: String, _ report: (Int) -> Bool) throws(Diagnostic)
    -> (code: CInt, message: String)
  {
    var arguments = [
      "--fail", "--location", "--silent", "--show-error", "--globoff", "--proto", "=http,https",
      "--proto-redir", "=http,https", "--max-redirs", "5", "--connect-timeout", "20",
      "--speed-limit", "100", "--speed-time", "20", "--max-filesize", String(Self.maxSize),
      "--etag-save", tag, "--output", part,
    ]
    let known = text(of: tag)
    if !known.isEmpty, size(of: part) > 0 {
      arguments += ["--continue-at", "-", "--header", "If-Range: \(known)"]
    }
    do throws(SystemError) {
      let process = try ChildProcess(curl, arguments + ["--", url], piped: [.error])
      while process.isRunning {
        let size = size(of: part)
        guard report(size) else {
          process.kill()
          return (-1, "interrupted")
        }
        // A server that does not say how much it sends must not fill the disk.
        guard size <= Self.maxSize else {
          process.kill()
          return (63, "larger than the limit of \(Self.maxSize) bytes")
        }
        Thread.sleep(forTimeInterval: 0.05)
      }
      let message = String(decoding: try process.readToEnd(.error), as: UTF8.self)
      // “curl: (22) The requested URL returned error: 404”
      let last = message.split(separator: "\n").last ?? ""
      let text = last.split(separator: ") ", maxSplits: 1).last.map(String.init) ?? ""
      switch process.wait() {
      case .exited(let code): return (code, text.isEmpty ? "curl ended with code \(code)" : text)
      case .signaled(let signal): return (-1, "curl ended by signal \(signal)")
      }
    } catch {
      throw Diagnostic("cannot start curl: \(error)", at: place)
    }
  }

  private func text(of path: String) -> String {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: bytes.prefix(1000), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private func remove() { for file in [part, tag] { unlink(file) } }
}
