import Foundation
import ForceLabSettings

/// A lock of the kernel (`flock`) on a run folder, which ends with its process.
final class RunLock: Sendable {
  static let name = "run.lock"

  private let descriptor: CInt
  private let path: String

  /// Throws a `Diagnostic` that names the process that has locked the folder.
  init(in folder: String) throws(Diagnostic) {
    path = "\(folder)/\(Self.name)"
    let location = Location(file: path)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw Diagnostic("cannot write: \(SystemError())", at: location)
      }
      if let isFree = Self.lock(descriptor), !isFree {
        close(descriptor)
        throw Diagnostic(
          "another run, process \(Self.owner(at: path)), is writing to this folder; wait for it to "
            + "end, or name another folder", at: Location(file: folder))
      }
      // The last owner may have removed the file after it was opened here.
      if Self.isSameFile(descriptor, at: path) {
        self.descriptor = descriptor
        let owner = "\(ProcessInfo.processInfo.processIdentifier)\n"
        ftruncate(descriptor, 0)
        try? writeAll(owner.utf8, to: descriptor)
        return
      }
      close(descriptor)
    }
  }

  /// Tries the lock only if its owner exists, so that this call never disturbs another process.
  static func isHeld(in folder: String) -> Bool {
    let path = "\(folder)/\(name)"
    guard let owner = pid_t(owner(at: path)), owner != getpid() else { return false }
    guard kill(owner, 0) == 0 || errno == EPERM else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Whether the file could be locked; nil if the file system has no locks.
  private static func lock(_ descriptor: CInt) -> Bool? {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    return errno == EWOULDBLOCK ? false : nil
  }

  private static func owner(at path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first.map(String.init) ?? "unknown"
  }

  private static func isSameFile(_ descriptor: CInt, at path: String) -> Bool {
    var (held, found) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && stat(path, &found) == 0
      && held.st_ino == found.st_ino && held.st_dev == found.st_dev
  }
}
