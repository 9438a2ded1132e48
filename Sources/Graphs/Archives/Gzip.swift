import ForceLabSettings
import Synchronization

/// Decompresses gzip files: P. Deutsch, RFC 1952, 1996.
package enum Gzip {
  /// Beyond this size, data that was compressed more than 200 times is refused: text is not.
  private static let freeSize = 1 << 26
  private static let maxRatio = 200

  private struct Unpacked: Sendable {
    let packed: [UInt8]
    let bytes: [UInt8]
  }

  /// The last file, because graphs of an archive are read one after the other.
  private static let last = Mutex<Unpacked?>(nil)

  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The content of the gzip file `file` with these `bytes`, of at most `limit` bytes.
  package static func decompressed(_ bytes: [UInt8], file: String, limit: Int) throws(Diagnostic)
    -> [UInt8]
  {
    if let known = last.withLock({ $0 }), known.packed == bytes, known.bytes.count <= limit {
      return known.bytes
    }
    let most = min(limit, max(freeSize, maxRatio * min(bytes.count, limit)))
    let result = bytes.withUnsafeBufferPointer { input in
      Result { () throws(Inflate.Failure) in try members(input, limit: most) }
    }
    let problem: String
    switch result {
    case .success(let content):
      if content.count <= freeSize {
        last.withLock { $0 = Unpacked(packed: bytes, bytes: content) }
      }
      return content
    case .failure(.truncated): problem = "the compressed file is truncated; download it again"
    case .failure(.damaged(let place)):
      problem = "the compressed file is damaged before byte \(place); download it again"
    case .failure(.tooLarge):
      problem = "the compressed file expands to more than \(most) bytes; decompress it with gunzip"
    }
    throw Diagnostic(problem, at: Location(file: file))
  }

  /// The content of all members, one after the other.
  private static func members(_ input: UnsafeBufferPointer<UInt8>, limit: Int)
    throws(Inflate.Failure) -> [UInt8]
  {
    var output: [UInt8] = []
    var place = 0
    repeat {
      place = try start(of: input, at: place)
      let begin = output.count
      let inflate = try Inflate(input, from: place, after: output, limit: limit)
      (output, place) = (inflate.output, inflate.place)
      guard place + 8 <= input.count else { throw .truncated }
      let sums = (0..<8).map { UInt32(input[place + $0]) }
      let crc = sums[0] | sums[1] << 8 | sums[2] << 16 | sums[3] << 24
      guard crc == checksum(output[begin...]) else { throw .damaged(at: place) }
      place += 8
      // Some programs fill the last block with zeros.
    } while place < input.count && input[place...].contains { $0 != 0 }
    return output
  }

  /// The place after the header at `place`.
  private static func start(of input: UnsafeBufferPointer<UInt8>, at place: Int)
    throws(Inflate.Failure) -> Int
  {
    guard place + 10 <= input.count else { throw .truncated }
    guard input[place] == 0x1F, input[place + 1] == 0x8B, input[place + 2] == 8 else {
      throw .damaged(at: place)
    }
    let flags = input[place + 3]
    var next = place + 10
    if flags & 4 != 0 {
      guard next + 2 <= input.count else { throw .truncated }
      next += 2 + Int(input[next]) + Int(input[next + 1]) << 8
    }
    // A file name and a comment, which end with a zero.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while next < input.count, input[next] != 0 { next += 1 }
      next += 1
    }
    if flags & 2 != 0 { next += 2 }
    guard next <= input.count else { throw .truncated }
    return next
  }

  /// CRC-32, as in ISO 3309.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
      }
    }
  }

  private static let table = (0..<256).map { (index) -> UInt32 in
    var crc = UInt32(index)
    for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    return crc
  }
}
