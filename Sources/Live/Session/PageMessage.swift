import ForceLabSettings
import Foundation

/// A message to a page: a JSON object with its type. A newer one replaces one of the same type that waits.
struct PageMessage: Sendable {
  let type: String
  let text: Data

  /// The values of `fields` are JSON already.
  init(_ type: String, _ fields: KeyValuePairs<String, String>) {
    (self.type, text) = (type, Data(jsonObject(["type": type.jsonText], fields).utf8))
  }

  static func error(_ error: any Error) -> Self {
    Self("error", ["message": errorText(error).jsonText])
  }
}

/// An object of JSON whose values are JSON already.
func jsonObject(
  _ entries: KeyValuePairs<String, String>, _ more: KeyValuePairs<String, String> = [:]
) -> String {
  let all = (Array(entries) + Array(more)).map { "\($0.key.jsonText):\($0.value)" }
  return "{\(all.joined(separator: ","))}"
}

func jsonList(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

func errorText(_ error: any Error) -> String {
  ((error as? Diagnostic)?.message ?? "\(error)").printable
}
