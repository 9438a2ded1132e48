import ForceLabCXXHash
import ForceLabFiles
import ForceLabSettings
import Foundation
import Synchronization

/// Hashes of contents, by which equal files and layouts are recognized: XXH3 of xxHash 0.8, seed 0,
/// the same on every platform. They do not protect against forgery.
public enum ContentHash {
  /// The 64-bit XXH3 hash of `bytes` as 16 hexadecimal digits. Cost: linear.
  public static func short(_ bytes: some ContiguousBytes) -> String {
    text(bytes.withUnsafeBytes { content_hash_64($0.baseAddress, $0.count) })
  }

  /// That of the bits of `numbers`, little-endian.
  package static func short(ofBitsOf numbers: [Double]) -> String {
    numbers.map { $0.bitPattern.littleEndian }.withUnsafeBytes { short($0) }
  }

  /// The 64-bit and the 128-bit hash of the bytes of `file`, and their number. Reads it in pieces: another process
  /// may cut it off.
  static func hashes(of file: ReadFile) throws(Diagnostic)
    -> (short: String, long: String, count: Int)
  {
    guard let state = content_hash_begin() else { return ("", "", 0) }
    defer { content_hash_end(state) }
    var count = 0
    while true {
      let bytes = try file.bytes(count..<count + 1 << 16)
      if bytes.isEmpty {
        let long = content_hash_of_state_128(state)
        return (text(content_hash_of_state_64(state)), text(long.high64, long.low64), count)
      }
      bytes.withUnsafeBytes { content_hash_add(state, $0.baseAddress, $0.count) }
      count += bytes.count
    }
  }

  /// The 128-bit XXH3 hash of `bytes` as 32 hexadecimal digits. Cost: linear.
  public static func long(_ bytes: some ContiguousBytes) -> String {
    let hash = bytes.withUnsafeBytes { content_hash_128($0.baseAddress, $0.count) }
    return text(hash.high64, hash.low64)
  }

  /// Those of files, by path, and of which version.
  private static let known = Mutex<[String: (version: String, hash: String)]>([:])

  /// The 128-bit hash of the file at `path`; empty if there is no regular file that may be read.
  /// Reads the file again only if its version has changed. Throws if reading fails.
  public static func ofFile(_ path: String) throws(Diagnostic) -> String {
    guard isRegularFile(at: path), let version = fileVersion(at: path) else { return "" }
    if let known = known.withLock({ $0[path] }), known.version == version { return known.hash }
    guard let file = try ReadFile(at: path) else { return "" }
    let hash = try hashes(of: file).long
    known.withLock { $0[path] = (version, hash) }
    return hash
  }

  private static func text(_ values: UInt64...) -> String {
    values.map { hexadecimal($0, digits: 16).lowercased() }.joined()
  }
}
