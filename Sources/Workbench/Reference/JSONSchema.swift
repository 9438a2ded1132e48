import ForceLabPlugins

/// The JSON Schema (draft 2020-12) of experiments, for editors that complete and check YAML.
public struct JSONSchema {
  private typealias Object = [String: Any]

  private let catalog: Catalog
  public init(_ catalog: Catalog) { self.catalog = catalog }

  /// A file has the parameters of `root` and of the pages `others` at its top level, with more `constraints` of some.
  public func json(
    title: String, root page: ManualPage, besides others: [ManualPage],
    constraints: [String: [String: Any]] = [:]
  ) -> String {
    var root = parameters(of: page.entries + others.flatMap(\.entries), constraints)
    root["required"] = page.entries.filter(\.isRequired).map(\.name)
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    root["title"] = title
    root["$defs"] = Dictionary(firstOf: catalog.kinds.map { ($0.definition, plugin($0)) })
    return jsonText(root, .prettyPrinted) + "\n"
  }

  private func parameters(of entries: [ManualPage.Entry], _ constraints: [String: Object] = [:])
    -> Object
  {
    var properties = Object()
    for entry in entries {
      if entry.isInline, let kind = entry.form.pluginKind {
        properties.merge(self.properties(of: catalog.pages(of: kind))) { own, _ in own }
        continue
      }
      var property = schema(of: entry.form, unit: entry.unit)
        .merging(constraints[entry.name] ?? [:]) { $1 }
      if entry.defaultValue.isNull, let type = property["type"] as? String, property["enum"] == nil
      {
        property["type"] = [type, "null"]
      } else if entry.defaultValue.isNull, !property.isEmpty {
        property = ["anyOf": [property, ["type": "null"]]]
      }
      let unit = entry.unit.isEmpty ? "" : " [\(entry.unit)]"
      let defaultText = entry.isRequired ? "Required." : "Default: \(entry.defaultText)."
      let condition = entry.condition.map { " Only if \($0.words)." } ?? ""
      property["description"] = "\(entry.text)\(unit) \(defaultText)\(condition)"
      // Two studies may have parameters of the same name.
      if let other = properties[entry.name] { property = ["anyOf": [other, property]] }
      properties[entry.name] = property
    }
    var object = Self.object(properties)
    let required = entries.filter(\.isRequired).map(\.name)
    if !required.isEmpty { object["required"] = required }
    return object
  }

  /// A mapping without other keys.
  private static func object(_ properties: Object) -> Object {
    ["type": "object", "additionalProperties": false, "properties": properties]
  }

  private func schema(of form: ValueForm, unit: String = "") -> Object {
    switch form {
    case .boolean: ["type": "boolean"]
    case .integer(let bounds): bounded("integer", bounds, unit)
    case .number(let bounds): bounded("number", bounds, unit)
    case .text: ["type": ["string", "number", "boolean"]]
    case .path, .name: ["type": "string"]
    case .choice(let words): ["enum": words]
    case .list(let item): ["type": "array", "items": schema(of: item, unit: unit)]
    case .map(let value, let keys):
      (["type": "object", "additionalProperties": schema(of: value, unit: unit)] as Object)
        .merging(keys.map { ["propertyNames": ["pattern": $0]] } ?? [:]) { $1 }
    case .either(let forms): ["anyOf": forms.map { schema(of: $0, unit: unit) }]
    case .plugin(let kind): ["$ref": "#/$defs/\(kind.definition)"]
    case .pluginSet(let kind): plugins(kind)
    case .weights(let kind, let bounds): weights(of: kind, bounds)
    case .record(let page): record(page, parameters(of: page.entries))
    case .any: [:]
    }
  }

  /// A number, which may have its unit behind it. Bounds are for numbers alone, a pattern for texts.
  private func bounded(_ type: String, _ bounds: Bounds, _ unit: String) -> Object {
    var object: Object =
      unit.isEmpty
      ? ["type": type] : ["type": [type, "string"], "pattern": Units.pattern(of: unit)]
    if bounds.lower.isFinite {
      object[bounds.excludesLower ? "exclusiveMinimum" : "minimum"] = bounds.lower
    }
    if bounds.upper.isFinite { object["maximum"] = bounds.upper }
    return object
  }

  private func plugin(_ kind: PluginKind) -> Object {
    let one = plugins(kind, ["minProperties": 1, "maxProperties": 1])
    return one.merging(["description": kind.summary]) { $1 }
  }

  /// The name of a plugin, or a mapping of plugins, as many as `limits` allow.
  private func plugins(_ kind: PluginKind, _ limits: Object = [:]) -> Object {
    let pages = catalog.pages(of: kind)
    let full = Self.object(properties(of: pages)).merging(limits) { $1 }
    return ["anyOf": names(of: pages) + [full]]
  }

  /// The plugins that can be named without parameters.
  private func names(of pages: [ManualPage]) -> [Object] {
    pages.filter { !$0.entries.contains(where: \.isRequired) }.map {
      ["const": $0.name, "description": $0.summary]
    }
  }

  /// The name of a plugin, or a mapping of names to numbers.
  private func weights(of kind: PluginKind, _ bounds: Bounds) -> Object {
    let pages = catalog.pages(of: kind)
    let weights = pages.map { page in
      (page.name, bounded("number", bounds, "").merging(["description": page.summary]) { $1 })
    }
    return ["anyOf": names(of: pages) + [Self.object(Dictionary(firstOf: weights))]]
  }

  private func properties(of pages: [ManualPage]) -> Object {
    Dictionary(
      firstOf: pages.map { page in
        var parameters = parameters(of: page.entries)
        parameters["type"] =
          page.entries.contains(where: \.isRequired) ? "object" : ["object", "null"]
        return (page.name, record(page, parameters).merging(["description": page.summary]) { $1 })
      })
  }

  /// The `parameters` of a page, or the value of its shorthand.
  private func record(_ page: ManualPage, _ parameters: Object) -> Object {
    guard let short = page.entries.first(where: { $0.name == page.shorthand }) else {
      return parameters
    }
    // A mapping has the parameters, also where a plugin could be one.
    let noMapping: Object =
      page.takesMappings || short.form.pluginKind == nil ? [:] : ["not": ["type": "object"]]
    let value = schema(of: short.form, unit: short.unit).merging(noMapping) { $1 }
    return ["anyOf": [value, parameters]]
  }
}

extension PluginKind { fileprivate var definition: String { name.replacing(" ", with: "-") } }
