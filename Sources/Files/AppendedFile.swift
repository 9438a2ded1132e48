import Foundation
import ForceLabSettings

/// A file that only grows.
package struct AppendedFile: Sendable {
  private let descriptor: CInt
  private let location: Location

  init(_ descriptor: CInt, _ location: Location) {
    (self.descriptor, self.location) = (descriptor, location)
  }

  package func append(_ text: String) throws(Diagnostic) { try append(text.utf8) }

  package func append(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  /// Returns when all appended bytes have reached the disk.
  package func synchronize() throws(Diagnostic) {
    do {
      try system(.synchronize) { fsync(descriptor) }
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  package func close() { _ = Foundation.close(descriptor) }
}
