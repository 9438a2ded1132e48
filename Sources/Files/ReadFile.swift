import ForceLabSettings
import Foundation

/// An open regular file: read in parts, so that memory does not grow with its size, or whole.
package final class ReadFile {
  private let descriptor: CInt
  private let location: Location
  package let size: Int

  /// Nil if the file `name` does not exist.
  package init?(_ name: String, in folder: Folder) throws(Diagnostic) {
    location = folder.location(of: name)
    do throws(SystemError) {
      (descriptor, size) = try folder.open(name, O_RDONLY)
    } catch {
      if error.code == ENOENT { return nil }
      throw Diagnostic("cannot read: \(error)", at: location)
    }
  }

  /// Nil if there is no regular file at `path` that may be read.
  package init?(at path: String) throws(Diagnostic) {
    location = Location(file: path)
    do throws(SystemError) {
      (descriptor, size) = try openRegular { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    } catch {
      // 0 is that of a file of another kind.
      let missing = [0, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO, EACCES, EPERM]
      if missing.contains(error.code) { return nil }
      throw Diagnostic("cannot read: \(error)", at: location)
    }
  }

  deinit { close(descriptor) }

  /// The bytes of `range`; fewer if the file ends before.
  package func bytes(_ range: Range<Int>) throws(Diagnostic) -> Data {
    try describing("cannot read", at: location) { () throws(SystemError) in
      try system(.read) { lseek(descriptor, off_t(range.lowerBound), SEEK_SET) }
      var data = Data(capacity: max(0, min(range.count, size - range.lowerBound)))
      while data.count < range.count {
        let part = try readSome(from: descriptor, limit: min(range.count - data.count, 1 << 20))
        if part.isEmpty { break }
        data += part
      }
      return data
    }
  }

  /// The whole file, mapped into memory, which reads only the parts that are used. Only for files of runs: if another
  /// process cuts the file off, reading the memory ends this one.
  package func mapped() throws(Diagnostic) -> Data {
    guard size > 0 else { return Data() }
    var memory: UnsafeMutableRawPointer?
    _ = try describing("cannot read", at: location) { () throws(SystemError) in
      try system(.map) {
        memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
        return memory == MAP_FAILED ? -1 : 0
      }
    }
    guard let memory else { return Data() }
    return Data(bytesNoCopy: memory, count: size, deallocator: .unmap)
  }
}

/// The regular file that `body` opens, and its size.
func openRegular(_ body: () -> CInt) throws(SystemError) -> (file: CInt, size: Int) {
  let file = try system(.open, body)
  do throws(SystemError) {
    var status = stat()
    try system(.status) { fstat(file, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("it is not a regular file") }
    return (file, Int(status.st_size))
  } catch {
    close(file)
    throw error
  }
}
