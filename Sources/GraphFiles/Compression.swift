import ForceLabCArchive
import ForceLabSettings
import Foundation

/// Compressed files: gzip, bzip2, xz and zstd.
package enum Compression {
  /// Beyond this size, data that was compressed more than 100 times is refused: text is not.
  private static let freeSize = 1 << 26
  private static let maxRatio = 100
  private static let gzip: [UInt8] = [0x1F, 0x8B]
  private static let others: [[UInt8]] = [
    Array("BZh".utf8), [0xFD] + Array("7zXZ".utf8) + [0], [0x28, 0xB5, 0x2F, 0xFD],
  ]
  static let extensions = [".gz", ".bz2", ".xz", ".zst"]

  /// To how many bytes `count` compressed bytes may expand.
  static func maxSize(of count: Int, limit: Int) -> Int {
    min(limit, max(freeSize, maxRatio * min(count, limit)))
  }

  /// The content of `file` with these `bytes`, decompressed to at most `limit` bytes if it is
  /// compressed. Throws if it is damaged or expands too much.
  package static func decompressed(_ bytes: [UInt8], file: String, limit: Int = 1 << 30)
    throws(Diagnostic) -> [UInt8]
  {
    if bytes.starts(with: gzip) { return try gunzip(bytes, file: file, limit: limit) }
    guard others.contains(where: bytes.starts(with:)) else { return bytes }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) -> [UInt8] in
      let reader = try ArchiveReader(bytes, file: file, limit: limit, isArchive: false)
      var content: [UInt8] = []
      if try reader.next() != nil { try reader.readContent { content += $0 } }
      return content
    }
  }

  /// zlib checks the sums of gzip files, which libarchive does not.
  private static func gunzip(_ bytes: [UInt8], file: String, limit: Int) throws(Diagnostic)
    -> [UInt8]
  {
    let maxSize = maxSize(of: bytes.count, limit: limit)
    var input = bytes
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let (inputCount, bufferCount) = (input.count, buffer.count)
    let problem = input.withUnsafeMutableBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { buffer -> Diagnostic? in
        var stream = z_stream()
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(inputCount)
        guard
          inflateInit2_(&stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { return Diagnostic("not enough memory", at: Location(file: file)) }
        defer { inflateEnd(&stream) }
        while true {
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(bufferCount)
          let status = inflate(&stream, Z_NO_FLUSH)
          output += buffer[..<(bufferCount - Int(stream.avail_out))]
          let place = inputCount - Int(stream.avail_in)
          if output.count > maxSize { return tooLarge(maxSize, file) }
          if status == Z_STREAM_END {
            // Members follow each other. Some programs fill the last block with zeros.
            guard input[place...].contains(where: { $0 != 0 }) else { return nil }
            inflateReset(&stream)
          } else if status == Z_BUF_ERROR {
            return damaged(at: place, "truncated", file)
          } else if status != Z_OK {
            return damaged(at: place, "", file)
          }
        }
      }
    }
    if let problem { throw problem }
    return output
  }

  /// `place` is negative if it is not known.
  static func damaged(at place: Int, _ reason: String, _ file: String) -> Diagnostic {
    let isTruncated = reason.lowercased().contains("truncated")
    return Diagnostic(
      "the compressed file is \(isTruncated ? "truncated" : place < 0 ? "damaged" : "damaged before byte \(place)"); "
        + CorpusCache.advice(for: file), at: Location(file: file))
  }

  static func tooLarge(_ maxSize: Int, _ file: String) -> Diagnostic {
    Diagnostic(
      "the compressed file expands to more than \(maxSize) bytes; decompress it first",
      at: Location(file: file))
  }
}
