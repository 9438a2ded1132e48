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
    while true {
      let place = folder.location(of: Self.name)
      let (descriptor, isFree, isCurrent) = try describing("cannot write", at: place) {
        () throws(SystemError) in
        let descriptor = try folder.open(Self.name, O_RDWR | O_CREAT).file
        let isFree = Self.lock(descriptor)
        // The last owner may have removed the file after it was opened here.
        return (descriptor, isFree, try Self.isSameFile(descriptor, in: folder))
      }
      if isFree == false {
        close(descriptor)
        throw Diagnostic(
          "another run, process \(Self.owner(in: folder)), is writing to this folder; wait for it to "
            + "end, or name another folder", at: Location(file: folder.path))
      }
      if isCurrent {
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

  /// Whether the file could be locked; nil if the file system has no locks.
  private static func lock(_ descriptor: CInt) -> Bool? {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    return errno == EWOULDBLOCK ? false : nil
  }

  private static func owner(in folder: Folder) -> String {
    let bytes = (try? folder.bytes(of: name)) ?? nil
    let text = String(decoding: (bytes ?? Data()).prefix(100), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "unknown"
  }

  private static func isSameFile(
    _ descriptor: CInt, in folder: Folder
  ) throws(SystemError) -> Bool {
    var (held, found) = (stat(), stat())
    let other: CInt
    do throws(SystemError) {
      other = try folder.open(name, O_RDONLY).file
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
    defer { close(other) }
    return fstat(descriptor, &held) == 0 && fstat(other, &found) == 0
      && held.st_ino == found.st_ino && held.st_dev == found.st_dev
  }
}
