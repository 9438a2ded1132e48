import Foundation
import SystemPackage
import ForceLabSettings

/// Locks a run folder while this object exists.
///
/// It is a lock of the kernel (`flock`), which ends with its process, on a file with the process's
/// number.
final class RunLock: Sendable {
  static let name = "run.lock"

  private let descriptor: FileDescriptor
  private let path: String

  /// Locks the folder at `folder`.
  ///
  /// Throws a `Diagnostic` that names the process that has locked it.
  init(in folder: String) throws(Diagnostic) {
    path = "\(folder)/\(Self.name)"
    let location = Location(file: path)
    while true {
      let descriptor: FileDescriptor
      do {
        descriptor = try FileDescriptor.open(
          FilePath(path), .readWrite, options: [.create, .closeOnExec],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      } catch {
        throw Diagnostic("cannot write: \(error)", at: location)
      }
      if let isFree = Self.lock(descriptor), !isFree {
        try? descriptor.close()
        throw Diagnostic(
          "another run, process \(Self.owner(at: path)), is writing to this folder; wait for it to "
            + "end, or name another folder", at: Location(file: folder))
      }
      // The last owner may have removed the file after it was opened here.
      if Self.isSameFile(descriptor, at: path) {
        self.descriptor = descriptor
        let owner = "\(ProcessInfo.processInfo.processIdentifier)\n"
        try? descriptor.resize(to: 0)
        _ = try? descriptor.writeAll(owner.utf8)
        return
      }
      try? descriptor.close()
    }
  }

  /// Whether another process has locked the folder at `folder`.
  ///
  /// The lock is tried only if its owner exists, so that this call never disturbs another process.
  static func isHeld(in folder: String) -> Bool {
    let path = "\(folder)/\(name)"
    guard let owner = pid_t(owner(at: path)), owner != getpid() else { return false }
    guard kill(owner, 0) == 0 || errno == EPERM,
      let descriptor = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    else { return false }
    defer { try? descriptor.close() }
    return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0
      && Errno(rawValue: errno) == .wouldBlock
  }

  deinit {
    unlink(path)
    try? descriptor.close()
  }

  /// Whether the file could be locked; nil if the file system has no locks.
  private static func lock(_ descriptor: FileDescriptor) -> Bool? {
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
    return Errno(rawValue: errno) == .wouldBlock ? false : nil
  }

  private static func owner(at path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first.map(String.init) ?? "unknown"
  }

  private static func isSameFile(_ descriptor: FileDescriptor, at path: String) -> Bool {
    var (held, found) = (stat(), stat())
    return fstat(descriptor.rawValue, &held) == 0 && stat(path, &found) == 0
      && held.st_ino == found.st_ino && held.st_dev == found.st_dev
  }
}
