import ForceLabSettings
import Foundation

extension Encodable {
  /// Throws a `Diagnostic` for numbers that JSON does not have.
  func json(_ encoder: JSONEncoder = JSONEncoder()) throws(Diagnostic) -> Data {
    do {
      return try encoder.encode(self)
    } catch {
      throw Diagnostic("cannot encode \(Self.self): \(error)", at: nil)
    }
  }

  /// The JSON of a file of a run: keys in snake_case, sorted.
  var runJSON: String {
    get throws(Diagnostic) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return String(decoding: try json(encoder), as: UTF8.self) + "\n"
    }
  }
}

extension Decodable {
  init?(runJSON data: Data) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let value = try? decoder.decode(Self.self, from: data) else { return nil }
    self = value
  }
}
