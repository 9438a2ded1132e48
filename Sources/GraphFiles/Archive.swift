import ForceLabGraphs
import ForceLabCArchive
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation
import Synchronization

/// The files in an archive: tar, zip or 7z. No file gets a name on the disk.
package struct Archive: Sendable {
  package struct Member: Sendable {
    package let name: String
    fileprivate let range: Range<Int>
  }

  let file: String
  /// The regular files, in the order of the archive.
  package let members: [Member]
  private let contents = SpillFile(memoryLimit: Self.maxSizeInMemory)
  private let indexes: [UTF8Key: Int]

  private static let tarFilters = ["", ".gz", ".bz2", ".xz", ".zst"]
  /// The endings of the names of archives.
  static let extensions = tarFilters.map { ".tar" + $0 } + [".tgz", ".tbz2", ".txz", ".zip", ".7z"]

  static func isArchive(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains(where: name.hasSuffix)
  }

  /// Throws if `bytes`, the content of `file`, are not an archive or damaged, or expand to more than
  /// `Compression.maxSize`.
  package init(_ bytes: [UInt8], file: String, limit: Int = 1 << 30) throws(Diagnostic) {
    self.file = file
    let reader = try ArchiveReader(bytes, file: file, limit: limit, isArchive: true)
    var members: [Member] = []
    while let name = try reader.next() {
      let start = contents.count
      try reader.readContent { [contents] (part) throws(Diagnostic) in try contents.append(part) }
      members.append(Member(name: name, range: start..<contents.count))
    }
    self.members = members
    indexes = Dictionary(
      members.indices.map { (UTF8Key(members[$0].name), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Differs between two reads of a file.
  var identity: ObjectIdentifier { ObjectIdentifier(contents) }

  package func bytes(of member: Member) throws(Diagnostic) -> [UInt8] {
    try contents.bytes(in: member.range)
  }

  /// The archives used last and the versions of their files, because their graphs are read one by one, in
  /// any order.
  private static let recent = Mutex<[(version: String, archive: Archive)]>([])
  private static let maxRecent = 16
  /// What the recent archives take up in memory; the rest is in temporary files.
  private static let maxSizeInMemory = 1 << 28

  /// The archive at `file`, which is read again only if the file has changed.
  static func read(_ file: FileReference) throws(Diagnostic) -> Archive {
    // A file without a version cannot be read either.
    let version = "\(file.path) \(fileVersion(at: file.path) ?? "")"
    let known = recent.withLock { recent -> Archive? in
      guard let index = recent.firstIndex(where: { $0.version == version }) else { return nil }
      recent.append(recent.remove(at: index))
      return recent.last?.archive
    }
    if let known { return known }
    let archive = try Archive(try GraphFile.bytes(of: file), file: file.path)
    recent.withLock { recent in
      recent.append((version, archive))
      var room = maxSizeInMemory
      let kept = recent.reversed().prefix(maxRecent).prefix {
        room -= $0.archive.contents.sizeInMemory
        return room >= 0
      }
      recent = kept.reversed()
    }
    return archive
  }

  /// The names of the graphs in the archive `file`, if it has several; else nil, for the graph of the
  /// file itself. Leaves errors to those who read the graph.
  static func graphs(in file: FileReference) -> [String?] {
    guard isArchive(file.path), let archive = try? read(file), archive.mainGraph == nil else {
      return [nil]
    }
    let names = archive.graphs.map(\.name)
    return names.isEmpty ? [nil] : names.inReadingOrder
  }

  /// Those of the formats of graphs; tables and texts only if there are no others.
  private var graphs: [Member] {
    let known = members.compactMap { member in
      member.name.split(separator: "/").last?.first == "."
        ? nil : GraphFormats.format(of: member.name).map { (member, type(of: $0)) }
    }
    let certain = known.filter { $1.isCertain || $0.name.hasSuffix(".edges") }
    return (certain.isEmpty ? known : certain).map { $0.0 }
  }

  /// The only graph, or the one named like the archive, as in the archives of SuiteSparse.
  private var mainGraph: Member? {
    func stem(_ path: String) -> String {
      GraphNames.stem(path.split(separator: "/").last.map(String.init) ?? path)
    }
    let graphs = graphs
    let named = graphs.count == 1 ? graphs : graphs.filter { stem($0.name) == stem(file) }
    return named.count == 1 ? named[0] : nil
  }

  /// The member `name`, or else the graph of the archive. Throws at `location` if there is none.
  func member(_ name: String, at location: Location?) throws(Diagnostic) -> Member {
    let location = location ?? Location(file: file)
    if !name.isEmpty {
      if let index = indexes[UTF8Key(name)] { return members[index] }
      throw Diagnostic(
        "the archive has no file '\(name.excerpt)'; it has \(list(members))", at: location)
    }
    if let member = mainGraph { return member }
    throw Diagnostic(
      graphs.isEmpty
        ? "the archive has no graph file; it has \(list(members))"
        : "the archive has several graphs; set 'member' to one of \(list(graphs)), or use a corpus",
      at: location)
  }

  private func list(_ members: [Member]) -> String {
    members.isEmpty ? "no files" : members.map(\.name).quotedList
  }
}

/// Reads an archive, or a compressed file as an archive of one member, with libarchive.
private final class ArchiveReader {
  private let handle: OpaquePointer?
  private var entry: OpaquePointer?
  private let file: String
  private let isArchive: Bool
  /// libarchive reads the bytes as long as it is open.
  private let input: UnsafeMutableRawBufferPointer
  private var rest: Int
  private let maxSize: Int

  init(_ bytes: [UInt8], file: String, limit: Int, isArchive: Bool) throws(Diagnostic) {
    (self.file, self.isArchive) = (file, isArchive)
    maxSize = Compression.maxSize(of: bytes.count, limit: limit)
    rest = maxSize
    input = .allocate(byteCount: bytes.count, alignment: 1)
    input.copyBytes(from: bytes)
    handle = archive_read_new()
    // Not all filters: some would run other programs.
    let parts =
      isArchive
      ? [
        archive_read_support_format_tar, archive_read_support_format_zip_seekable,
        archive_read_support_format_7zip,
      ]
      : [
        archive_read_support_format_raw, archive_read_support_filter_bzip2,
        archive_read_support_filter_xz, archive_read_support_filter_zstd,
      ]
    for support in parts { _ = support(handle) }
    guard archive_read_open_memory(handle, input.baseAddress, input.count) == ARCHIVE_OK else {
      throw error()
    }
  }

  deinit {
    archive_read_free(handle)
    input.deallocate()
  }

  /// libarchive converts names by way of the locale, and a program begins with one of ASCII alone.
  private static nonisolated(unsafe) let locale =
    newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "UTF-8", nil)

  /// The name of the next regular file; nil at the end.
  func next() throws(Diagnostic) -> String? {
    let previous = uselocale(Self.locale)
    defer { uselocale(previous) }
    while true {
      let status = archive_read_next_header(handle, &entry)
      if status == ARCHIVE_EOF { return nil }
      guard status >= ARCHIVE_WARN else { throw error() }
      // Headers take memory, too.
      try take(64)
      guard archive_entry_filetype(entry) == S_IFREG, archive_entry_hardlink(entry) == nil
      else { continue }
      // Names of unknown encodings have no UTF-8, but bytes.
      let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
      return name.map { String(cString: $0) } ?? ""
    }
  }

  /// Gives the content of the file that `next` has found to `sink`, part by part.
  func readContent(_ sink: (ArraySlice<UInt8>) throws(Diagnostic) -> Void) throws(Diagnostic) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = archive_read_data(handle, &buffer, buffer.count)
      guard count >= 0 else { throw error() }
      guard count > 0 else { return }
      try take(count)
      try sink(buffer[..<count])
    }
  }

  private func take(_ count: Int) throws(Diagnostic) {
    rest -= count
    if rest < 0 { throw Compression.tooLarge(maxSize, file) }
  }

  private func error() -> Diagnostic {
    let reason = archive_error_string(handle).map { String(cString: $0).printable } ?? ""
    let place = archive_filter_bytes(handle, -1)
    guard isArchive else { return Compression.damaged(at: Int(place), reason, file) }
    return Diagnostic(
      place == 0 || reason.hasPrefix("Unrecognized")
        ? "not an archive; download it again, or extract the graph"
        : "the archive is damaged at byte \(place)\(reason.isEmpty ? "" : " (\(reason))"); "
          + "download it again, or extract the graph", at: Location(file: file))
  }
}

/// Compressed files: gzip, bzip2, xz and zstd.
package enum Compression {
  /// Beyond this size, data that was compressed more than 100 times is refused: text is not.
  private static let freeSize = 1 << 26
  private static let maxRatio = 100
  private static let gzip: [UInt8] = [0x1F, 0x8B]
  private static let others: [[UInt8]] = [
    Array("BZh".utf8), [0xFD] + Array("7zXZ".utf8) + [0], [0x28, 0xB5, 0x2F, 0xFD],
  ]
  /// The endings of the names of compressed files.
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
    let reader = try ArchiveReader(bytes, file: file, limit: limit, isArchive: false)
    var content: [UInt8] = []
    if try reader.next() != nil { try reader.readContent { content += $0 } }
    return content
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

  fileprivate static func damaged(at place: Int, _ reason: String, _ file: String) -> Diagnostic {
    let isTruncated = reason.lowercased().contains("truncated")
    return Diagnostic(
      "the compressed file is \(isTruncated ? "truncated" : "damaged before byte \(place)"); "
        + "download it again", at: Location(file: file))
  }

  fileprivate static func tooLarge(_ maxSize: Int, _ file: String) -> Diagnostic {
    Diagnostic(
      "the compressed file expands to more than \(maxSize) bytes; decompress it first",
      at: Location(file: file))
  }
}
