import ForceLabSettings
import Foundation

/// A line of a journal: a JSON object that ends with a checksum of the rest, `"check":"HASH"}`.
enum JournalLine {
  /// The line of an object of JSON.
  static func text(of json: String) -> String {
    let body = Data(json.utf8.dropLast())
    return String(json.dropLast()) + ending(of: body) + "\n"
  }

  static func text(of value: some Encodable, _ location: Location) throws(Diagnostic) -> String {
    do {
      return text(of: String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  /// The JSON object of a line without its checksum; nil if the checksum is wrong.
  static func body(of line: Data) -> Data? {
    let length = ending(of: Data()).utf8.count
    guard line.count > length else { return nil }
    let body = line.dropLast(length)
    let isIntact = line.suffix(length).elementsEqual(ending(of: body).utf8)
    return isIntact ? body + [UInt8(ascii: "}")] : nil
  }

  /// The end of the line that begins with `body`: its checksum. All endings have the same length.
  private static func ending(of body: Data) -> String {
    ",\"check\":\"\(ContentHash.short(body))\"}"
  }
}

/// Files that were written, in a line of a journal.
struct ManifestLine: Codable {
  let manifest: [String: FileStamp]
}
