import Foundation
import SystemPackage
import YAML

/// The folder that a run writes to.
public struct RunFolder: Sendable {
  /// A file that could not be written; a run cannot go on after it.
  struct WriteFailure: Error {
    let diagnostic: Diagnostic
  }

  /// Its path.
  public let path: String

  /// The folder at exactly `path`, which is made if it is missing and must be empty.
  ///
  /// Throws a `Diagnostic` that names the folder.
  public init(at path: String) throws(Diagnostic) {
    let place = Location(file: path)
    guard !path.isEmpty else { throw Diagnostic("the path of the folder is empty", at: nil) }
    let held = try? FileManager.default.contentsOfDirectory(atPath: path)
    if let held, !held.isEmpty {
      throw Diagnostic(
        "the folder holds \(held.count) \(held.count == 1 ? "file" : "files") already, which a run "
          + "would mix with its own; name another, or remove it", at: place)
    }
    do throws(Errno) {
      try Self.makeFolder(FilePath(path).appending("layouts"))
    } catch {
      throw Diagnostic(
        "the folder for results cannot be made: \(error); name another with --out", at: place)
    }
    self.path = path
  }

  /// A new folder named by the date and time below `parent`/`experiment`.
  ///
  /// Throws a `Diagnostic` that names the folder.
  public init(below parent: String, experiment: String, at date: Date) throws(Diagnostic) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd-HHmmss"
    let base = "\(parent)/\(experiment)/\(formatter.string(from: date))"
    var candidate = base
    var attempt = 1
    while FileManager.default.fileExists(atPath: candidate) {
      attempt += 1
      candidate = "\(base)-\(attempt)"
    }
    try self.init(at: candidate)
  }

  /// Makes the folder at `path` and those above it that are missing.
  private static func makeFolder(_ path: FilePath) throws(Errno) {
    if mkdir(path.string, 0o777) == 0 { return }
    let error = Errno(rawValue: errno)
    switch error {
    case .fileExists: return
    case .noSuchFileOrDirectory where !path.removingLastComponent().isEmpty:
      try makeFolder(path.removingLastComponent())
      if mkdir(path.string, 0o777) != 0 { throw Errno(rawValue: errno) }
    default: throw error
    }
  }

  /// Writes `text` to the file `name`, replacing it whole.
  func write(_ text: String, to name: String) throws(Diagnostic) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
    } catch {
      throw Diagnostic("cannot write: \(Self.reason(error))", at: Location(file: "\(path)/\(name)"))
    }
  }

  /// The text of the file `name`.
  func text(of name: String) throws(Diagnostic) -> String {
    do {
      return try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    } catch {
      throw Diagnostic("cannot read: \(Self.reason(error))", at: Location(file: "\(path)/\(name)"))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError) ?? error
    if cause.domain == NSPOSIXErrorDomain {
      return Errno(rawValue: CInt(cause.code)).description
    }
    return error.localizedDescription
  }
}

/// A file that lines are appended to, each whole.
struct AppendedFile {
  private let descriptor: FileDescriptor
  private let path: String

  /// Makes the file `name` in `folder`, which must not be there yet.
  init(_ name: String, in folder: RunFolder) throws(Diagnostic) {
    path = "\(folder.path)/\(name)"
    do {
      descriptor = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .append, .exclusiveCreate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw Diagnostic("cannot write: \(error)", at: Location(file: path))
    }
  }

  func append(_ text: String) throws(Diagnostic) {
    do {
      _ = try descriptor.writeAll(text.utf8)
    } catch {
      throw Diagnostic("cannot write: \(error)", at: Location(file: path))
    }
  }

  func close() { try? descriptor.close() }
}
