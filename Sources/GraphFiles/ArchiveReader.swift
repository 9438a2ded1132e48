import ForceLabCArchive
import ForceLabSettings
import Foundation

/// Reads an archive, or a compressed file as an archive of one member, with libarchive.
final class ArchiveReader {
  private let handle: OpaquePointer?
  private var entry: OpaquePointer?
  private let file: String
  private let isArchive: Bool
  private var rest: Int
  private let maxSize: Int

  /// The bytes must outlive the reader.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, limit: Int, isArchive: Bool
  ) throws(Diagnostic) {
    (self.file, self.isArchive) = (file, isArchive)
    maxSize = Compression.maxSize(of: bytes.count, limit: limit)
    rest = maxSize
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
    guard archive_read_open_memory(handle, bytes.baseAddress, bytes.count) == ARCHIVE_OK else {
      throw error()
    }
  }

  deinit { archive_read_free(handle) }

  /// libarchive converts names by way of the locale, and a program begins with one of ASCII alone.
  static nonisolated(unsafe) let locale =
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
    // libarchive cannot be asked after an error.
    guard !reason.contains(/Passphrase|[Cc]rypt/) else {
      return Diagnostic("the archive is encrypted; extract the graph", at: Location(file: file))
    }
    guard !reason.contains(/Unknown codec|nsupported/) else {
      return Diagnostic(
        "the archive has a compression that ForceLab cannot read (\(reason)); extract the graph",
        at: Location(file: file))
    }
    let advice = CorpusCache.advice(for: file) + ", or extract the graph"
    return Diagnostic(
      place == 0 || reason.hasPrefix("Unrecognized")
        ? "not an archive, or an empty one; \(advice)"
        : "the archive is damaged at byte \(place)\(reason.isEmpty ? "" : " (\(reason))"); "
          + advice, at: Location(file: file))
  }
}
