import ForceLabPlugins
import ForceLabSettings
import Foundation

extension SettingsNode {
  /// The node as JSON. Infinities and NaN, which JSON lacks, are texts as in YAML.
  var json: String {
    switch content {
    case .sequence(let items): return "[" + items.map(\.json).joined(separator: ",") + "]"
    case .mapping(let mapping):
      let entries = mapping.entries.map { "\($0.key.quotedJSON):\($0.value.json)" }
      return "{" + entries.joined(separator: ",") + "}"
    case .scalar(let scalar):
      switch scalar.value {
      case .null: return "null"
      case .bool(let value): return value ? "true" : "false"
      case .int(let value): return String(value)
      case .float(let value) where value.isFinite: return value.shortText
      case .float: return scalar.text.quotedJSON
      case .string(let text): return text.quotedJSON
      }
    }
  }
}

extension String {
  /// As a JSON string in quotation marks.
  var quotedJSON: String { jsonText }
}

/// An object of JSON whose values are JSON already.
func jsonObject(_ entries: KeyValuePairs<String, String>) -> String {
  "{" + entries.map { "\($0.key.quotedJSON):\($0.value)" }.joined(separator: ",") + "}"
}

func jsonList(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
