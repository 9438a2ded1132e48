import ForceLabCArchive
import ForceLabFiles
import ForceLabSettings
import Foundation

/// Writes an archive, zip or tar.gz, with libarchive. The same files in the same order give the same bytes,
/// because no file has an owner, and all have one time.
package final class ArchiveWriter {
  package static let extensions = [".zip", ".tar.gz", ".tgz"]
  /// 1980, with which the times of zip begin.
  private static let time = 315_532_800

  package private(set) var file: DraftFile
  private let handle = archive_write_new()
  private let entry = archive_entry_new()
  private var failure: Diagnostic?

  /// Begins the archive in `file`: a zip if it `isZip`, else a tar.gz.
  package init(_ file: DraftFile, isZip: Bool) throws(Diagnostic) {
    self.file = file
    if isZip {
      archive_write_set_format_zip(handle)
    } else {
      archive_write_set_format_pax_restricted(handle)
      archive_write_add_filter_gzip(handle)
      archive_write_set_options(handle, "gzip:!timestamp")
      // Zip would write it in the time zone of this process.
      archive_entry_set_mtime(entry, Self.time, 0)
    }
    archive_write_set_bytes_in_last_block(handle, 1)
    let client = Unmanaged.passUnretained(self).toOpaque()
    let status = archive_write_open(
      handle, client, nil,
      { _, client, bytes, count in
        client.map { Unmanaged<ArchiveWriter>.fromOpaque($0).takeUnretainedValue() }?
          .take(UnsafeRawBufferPointer(start: bytes, count: count)) ?? -1
      }, nil)
    try check(status)
  }

  deinit {
    archive_write_free(handle)
    archive_entry_free(entry)
  }

  /// Adds the file `name` of `size` bytes, which `write` then gets in parts, or a folder if the name ends with a slash.
  package func begin(_ name: String, size: Int, isProgram: Bool = false) throws(Diagnostic) {
    let previous = uselocale(ArchiveReader.locale)
    defer { uselocale(previous) }
    let isFolder = name.hasSuffix("/")
    archive_entry_set_pathname_utf8(entry, name)
    let type: mode_t = isFolder ? S_IFDIR : S_IFREG
    archive_entry_set_filetype(entry, UInt32(type))
    archive_entry_set_perm(entry, isProgram || isFolder ? 0o755 : 0o644)
    archive_entry_set_size(entry, Int64(size))
    try check(archive_write_header(handle, entry))
  }

  package func write(_ bytes: Data) throws(Diagnostic) {
    let count = bytes.withUnsafeBytes { archive_write_data(handle, $0.baseAddress, $0.count) }
    try check(count == bytes.count ? ARCHIVE_OK : ARCHIVE_FATAL)
  }

  package func add(_ name: String, from file: String, in folder: Folder) throws(Diagnostic) {
    guard let source = try ReadFile(file, in: folder) else {
      throw Diagnostic("no such file; pack the run again", at: folder.location(of: file))
    }
    try begin(name, size: source.size)
    var count = 0
    while count < source.size {
      let part = try source.bytes(count..<min(source.size, count + 1 << 20))
      guard !part.isEmpty else {
        throw Diagnostic(
          "the file was cut off meanwhile; pack the run again", at: folder.location(of: file))
      }
      try write(part)
      count += part.count
    }
  }

  package func finish() throws(Diagnostic) { try check(archive_write_close(handle)) }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(Diagnostic) {
      try file.append(bytes)
      return bytes.count
    } catch {
      failure = error
      return -1
    }
  }

  private func check(_ status: CInt) throws(Diagnostic) {
    if let failure { throw failure }
    guard status < ARCHIVE_WARN else { return }
    let reason = archive_error_string(handle).map { String(cString: $0).printable } ?? "unknown"
    throw Diagnostic("cannot write the archive: \(reason)", at: nil)
  }
}
