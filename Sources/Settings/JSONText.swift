extension String {
  /// As a JSON string, in quotation marks.
  package var jsonText: String {
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    return "\"" + (isPlain ? self : unicodeScalars.map(Self.escaped).joined()) + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": "\\\(scalar)"
    case ..<" ": "\\u" + hexadecimal(scalar.value, digits: 4).lowercased()
    default: String(scalar)
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

/// Without locations and names. A plain scalar is a string, a list an array; objects hold the `text` of
/// other scalars, or the `keys` and `values` of a mapping, whose order counts.
extension SettingsNode: Codable {
  private enum CodingKeys: CodingKey { case text, keys, values }

  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .scalar(let scalar) where scalar.style == .plain: try scalar.text.encode(to: encoder)
    case .scalar(let scalar):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(scalar.text, forKey: .text)
    case .sequence(let items): try items.encode(to: encoder)
    case .mapping(let mapping):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(mapping.entries.map(\.key), forKey: .keys)
      try object.encode(mapping.entries.map(\.value), forKey: .values)
    }
  }

  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: CodingKeys.self) {
      if let text = try object.decodeIfPresent(String.self, forKey: .text) {
        self = .scalar(text, style: .quoted)
      } else {
        let keys = try object.decode([String].self, forKey: .keys)
        let values = try object.decode([SettingsNode].self, forKey: .values)
        self = .mapping(of: zip(keys, values).map { (key: $0, value: $1) })
      }
    } else if let items = try? decoder.unkeyedContainer() {
      var (all, items) = ([SettingsNode](), items)
      while !items.isAtEnd { all.append(try items.decode(SettingsNode.self)) }
      self = .sequence(all)
    } else {
      self = .scalar(try decoder.singleValueContainer().decode(String.self))
    }
  }
}
