import Foundation
import ForceLabSettings

/// Its files. Readers see each file as it was before a write or after it.
extension RunFolder {
  func location(of name: String) -> Location { Location(file: "\(path)/\(name)") }
  func holds(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

  func size(of name: String) -> Int? {
    var facts = stat()
    return stat("\(path)/\(name)", &facts) == 0 ? Int(facts.st_size) : nil
  }

  func write(_ text: String, to name: String) throws(Diagnostic) { try write(text.utf8, to: name) }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws(Diagnostic) {
    // The name is unique, because another process may write the same file at the same time.
    let draft = "\(path)/\(Self.unfinished)/\(name.replacing("/", with: "-")).\(getpid()).new"
    try makeFolder(of: name)
    do throws(SystemError) {
      let descriptor = try check { open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
      defer { close(descriptor) }
      try writeAll(bytes, to: descriptor)
      try check { rename(draft, "\(path)/\(name)") }
    } catch {
      unlink(draft)
      throw Diagnostic("cannot write: \(error)", at: location(of: name))
    }
  }

  /// The text of the file `name`, with replacement characters for invalid UTF-8.
  func text(of name: String) throws(Diagnostic) -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  func bytes(of name: String) throws(Diagnostic) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), options: .mappedIfSafe)
    } catch {
      throw Diagnostic("cannot read: \(Self.reason(error))", at: location(of: name))
    }
  }

  func remove(_ name: String) throws(Diagnostic) {
    do {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    } catch {
      throw Diagnostic("cannot remove: \(Self.reason(error))", at: location(of: name))
    }
  }

  func layout(of trial: Int) throws(Diagnostic) -> [[Double]] {
    let name = LayoutFile.name(trial)
    let text = try self.text(of: name)
    if let layout = try? LayoutFile.read(text, file: "") { return layout }
    throw Diagnostic("no layout any more", at: location(of: name))
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    if cause.domain == NSPOSIXErrorDomain { return SystemError(CInt(cause.code)).description }
    return error.localizedDescription
  }
}

struct AppendedFile {
  private let descriptor: CInt
  private let location: Location

  init(_ name: String, in folder: RunFolder, from length: Int = 0) throws(Diagnostic) {
    location = folder.location(of: name)
    do throws(SystemError) {
      let path = location.file
      let descriptor = try check { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644) }
      try check { ftruncate(descriptor, off_t(length)) }
      self.descriptor = descriptor
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  func append(_ text: String) throws(Diagnostic) { try append(text.utf8) }

  func append(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  /// Returns when all appended bytes have reached the disk.
  func synchronize() throws(Diagnostic) {
    do {
      try check { fsync(descriptor) }
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  func close() { _ = Foundation.close(descriptor) }
}
