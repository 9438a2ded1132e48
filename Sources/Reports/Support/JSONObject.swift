import Foundation

/// A JSON object; values that are nil are omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let entries: [(String, (any Encodable)?)]

  init(_ entries: [(String, (any Encodable)?)]) { self.entries = entries }
  init(dictionaryLiteral entries: (String, (any Encodable)?)...) { self.init(entries) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in entries {
      try container.encode(value, forKey: Name(stringValue: name))
    }
  }
}

extension Encodable {
  /// In one line, with keys in snake_case.
  var jsonLine: String { json([], keys: .convertToSnakeCase) }

  /// Over several lines, with keys in snake_case and a newline at the end.
  var prettyJSON: String { json(.prettyPrinted, keys: .convertToSnakeCase) + "\n" }

  /// For scripts of pages, as text that cannot end an element of HTML.
  var scriptJSON: String { json([]).safeInScript }

  private func json(
    _ formatting: JSONEncoder.OutputFormatting,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
    encoder.keyEncodingStrategy = keys
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Encoding fails only for numbers that are not finite, which become strings.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

extension String {
  /// JSON without "<", also where an accent combines with it.
  var safeInScript: String {
    utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "\\u003c")
  }
}

extension Double {
  var finite: Double? { isFinite ? self : nil }
}
