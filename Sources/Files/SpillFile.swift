import Foundation
import ForceLabSettings

/// Bytes that are appended first and read in parts later. Beyond `memoryLimit` they are in a file without
/// a name in the folder of temporary files, which ends with its owner.
package final class SpillFile: @unchecked Sendable {
  package private(set) var count = 0
  private var memory: [UInt8] = []
  private var descriptor: CInt = -1
  private let memoryLimit: Int

  package init(memoryLimit: Int) { self.memoryLimit = memoryLimit }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private var isInMemory: Bool { descriptor < 0 }
  package var sizeInMemory: Int { memory.count }

  package func append(_ bytes: ArraySlice<UInt8>) throws(Diagnostic) {
    count += bytes.count
    if isInMemory, count <= memoryLimit {
      memory += bytes
      return
    }
    do throws(SystemError) {
      if isInMemory {
        let file = try TemporaryFile()
        descriptor = file.descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = try system(.remove) { unlink(file.path) }
        try writeAll(memory, to: descriptor)
        memory = []
      }
      try writeAll(bytes, to: descriptor)
    } catch {
      throw Diagnostic(
        "cannot write a temporary file: \(error); set TMPDIR to a folder with \(count) free bytes",
        at: Location(file: TemporaryFile.place))
    }
  }

  /// Only after the last `append`; then any number of threads may call it.
  package func bytes(in range: Range<Int>) throws(Diagnostic) -> [UInt8] {
    if isInMemory { return Array(memory[range]) }
    return try describing("cannot read a temporary file") { () throws(SystemError) in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      while bytes.count < range.count {
        let place = range.lowerBound + bytes.count
        var part = [UInt8](repeating: 0, count: min(1 << 20, range.upperBound - place))
        let count = try system(.read) { pread(descriptor, &part, part.count, off_t(place)) }
        guard count > 0 else { throw SystemError("it is too short") }
        bytes += part[..<count]
      }
      return bytes
    }
  }
}
