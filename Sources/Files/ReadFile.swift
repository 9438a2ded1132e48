import ForceLabSettings
import Foundation

/// An open file of which parts are read, so that memory does not grow with its size.
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

  deinit { close(descriptor) }

  /// The bytes of `range`; fewer if the file ends before.
  package func bytes(_ range: Range<Int>) throws(Diagnostic) -> Data {
    do throws(SystemError) {
      try system(.read) { lseek(descriptor, off_t(range.lowerBound), SEEK_SET) }
      var data = Data(capacity: max(0, min(range.count, size - range.lowerBound)))
      while data.count < range.count {
        let part = try readSome(from: descriptor, limit: min(range.count - data.count, 1 << 20))
        if part.isEmpty { break }
        data += part
      }
      return data
    } catch {
      throw Diagnostic("cannot read: \(error)", at: location)
    }
  }
}
