extension String {
  /// As a JSON string, in quotation marks.
  package var jsonText: String {
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    return "\"" + (isPlain ? self : unicodeScalars.map(Self.escaped).joined()) + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case ..<" ":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}

extension SettingsNode {
  /// As JSON. Infinities and NaN, which JSON lacks, are texts as in YAML.
  package var json: String {
    switch content {
    case .sequence(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
    case .mapping(let mapping):
      "{"
        + mapping.entries.map { "\($0.key.jsonText):\($0.value.json)" }.joined(separator: ",")
        + "}"
    case .scalar(let scalar): scalar.json
    }
  }
}

extension Scalar {
  /// As JSON, with the shortest text of a number.
  package var json: String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .float(let value): value.isFinite ? value.shortText : text.jsonText
    case .string(let text): text.jsonText
    }
  }
}
