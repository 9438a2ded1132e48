import SystemPackage
import ForceLabSettings

extension YAMLDocument {
  /// The bytes of the file at `path`; never reads more than `limit` + 1 of them, whatever the file
  /// claims of its size.
  static func fileBytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    guard !path.isEmpty else {
      throw Diagnostic("the path is empty; name a file", at: nil)
    }
    // A path in C ends at the first NUL: another file than the one named would be opened.
    guard !path.utf8.contains(0) else {
      throw Diagnostic(
        "the path holds a NUL character; correct it", at: Location(file: path.excerpt))
    }
    do {
      let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      defer { try? descriptor.close() }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let wanted = limit - bytes.count < chunk.count ? limit - bytes.count + 1 : chunk.count
        let count = try chunk.withUnsafeMutableBytes {
          try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
        }
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw tooLarge(path, limit: limit) }
      }
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic(failure(error as? Errno), at: Location(file: path))
    }
  }

  private static func failure(_ errno: Errno?) -> String {
    switch errno {
    case .noSuchFileOrDirectory: "no such file; check the path"
    case .notDirectory: "a part of this path is not a directory; check the path"
    case .isDirectory: "this is a directory; name a file in it"
    case .permissionDenied, .notPermitted:
      "the file may not be read; give yourself read permission, for example with 'chmod u+r'"
    case .fileNameTooLong: "the path is too long; check it"
    case let other?: "the file cannot be read (\(other)); check the path and the disk"
    case nil: "the file cannot be read; check the path and the disk"
    }
  }
}
