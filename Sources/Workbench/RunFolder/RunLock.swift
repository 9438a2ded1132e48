import ForceLabFiles
import Foundation
import ForceLabSettings
import Synchronization

/// A lock of the kernel (`flock`) on a run folder, which ends with its process.
final class RunLock: Sendable {
  static let name = "run.lock"

  private let descriptor: CInt
  private let folder: Folder
  private let isHeld = Atomic(true)

  /// Throws a `Diagnostic` that names the process that has locked the folder.
  init(in folder: Folder) throws(Diagnostic) {
    self.folder = folder
    let file = try describing("cannot write", at: folder.location(of: Self.name)) {
      () throws(SystemError) in try folder.openEmpty(Self.name)
    }
    guard let file else {
      throw Diagnostic(
        "another run, process \(Self.owner(in: folder)), is writing to this folder; wait for it to "
          + "end, or name another folder", at: Location(file: folder.path))
    }
    descriptor = file
    let owner = "\(ProcessInfo.processInfo.processIdentifier)\n"
    try? writeAll(owner.utf8, to: descriptor)
  }

  /// Tries the lock only if its owner exists, so that this call never disturbs another process.
  static func isHeld(in folder: Folder) -> Bool {
    guard let owner = pid_t(owner(in: folder)), owner != getpid() else { return false }
    guard kill(owner, 0) == 0 || errno == EPERM else { return false }
    guard let (descriptor, _) = try? folder.open(name, O_RDONLY) else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  deinit { release() }

  /// Ends the lock before this does.
  func release() {
    guard isHeld.exchange(false, ordering: .relaxed) else { return }
    try? folder.remove(Self.name)
    close(descriptor)
  }

  private static func owner(in folder: Folder) -> String {
    let bytes = (try? folder.bytes(of: name)) ?? nil
    let text = String(decoding: (bytes ?? Data()).prefix(100), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "unknown"
  }
}
