import Foundation

/// A JSON object; values that are nil are omitted.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  private let entries: [(String, (any Encodable)?)]

  package init(_ entries: [(String, (any Encodable)?)]) { self.entries = entries }

  package init(dictionaryLiteral entries: (String, (any Encodable)?)...) { self.init(entries) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in entries {
      try container.encode(value, forKey: Name(stringValue: name))
    }
  }
}

extension Encodable {
  /// The JSON of a file of a run: keys in snake_case, sorted, and a newline at the end.
  package var prettyJSON: String {
    text([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], keys: .convertToSnakeCase) + "\n"
  }

  /// In one line, with keys in snake_case.
  package var jsonLine: String {
    text([.sortedKeys, .withoutEscapingSlashes], keys: .convertToSnakeCase)
  }

  /// In one line, with the keys as they are.
  package var plainJSON: String { text([.sortedKeys, .withoutEscapingSlashes]) }

  private func text(
    _ formatting: JSONEncoder.OutputFormatting,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) -> String { String(decoding: json(formatting, keys: keys), as: UTF8.self) }

  func json(
    _ formatting: JSONEncoder.OutputFormatting = .sortedKeys,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.keyEncodingStrategy = keys
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Encoding fails only for numbers that are not finite, which become strings.
    return (try? encoder.encode(self)) ?? Data()
  }
}

extension Decodable {
  /// Reads what the functions above write; nil if `data` is something else.
  init?(json data: Data, keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let value = try? decoder.decode(Self.self, from: data) else { return nil }
    self = value
  }

  /// Reads the JSON of a file of a run.
  init?(runJSON data: Data) { self.init(json: data, keys: .convertFromSnakeCase) }
}
