import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies

/// What the page makes its controls from: the manuals of all plugins that a running layout can use.
enum ControlSheet {
  /// The keys of an experiment that can change while it runs, in the order of the page.
  static let keys = ["forces", "integrator", "repulsion", "placement", "nodes"]

  static func json(of catalog: Catalog) -> String {
    let entries = LayoutStudy.page.entries.filter { keys.contains($0.name) }
    let ordered = keys.compactMap { key in entries.first { $0.name == key } }
    let kinds = ordered.compactMap(\.form.pluginKind)
    return jsonObject([
      "keys": jsonList(ordered.map(entry)),
      "kinds": "{"
        + kinds.map { kind in
          "\(kind.name.jsonText):" + jsonList(catalog.pages(of: kind).map(page))
        }.joined(separator: ",") + "}",
    ])
  }

  /// The names of the plugins that these keys can name and that read files.
  static func readers(of catalog: Catalog) -> Set<String> {
    let kinds = LayoutStudy.page.entries.filter { keys.contains($0.name) }
      .compactMap(\.form.pluginKind)
    let pages = kinds.flatMap { catalog.pages(of: $0) }
    return Set(pages.filter { $0.entries.contains { $0.form.isPath } }.map(\.name))
  }

  private static func page(_ page: ManualPage) -> String {
    jsonObject([
      "name": page.name.jsonText, "summary": page.summary.jsonText,
      "shorthand": page.shorthand.map(\.jsonText) ?? "null",
      "entries": jsonList(page.entries.map(entry)),
    ])
  }

  private static func entry(_ entry: ManualPage.Entry) -> String {
    jsonObject([
      "name": entry.name.jsonText, "form": form(entry.form), "unit": entry.unit.jsonText,
      "text": entry.text.jsonText, "default": entry.defaultValue.json,
      "defaultText": entry.defaultText.jsonText, "required": entry.isRequired ? "true" : "false",
    ])
  }

  private static func form(_ form: ValueForm) -> String {
    let words = form.words.jsonText
    func object(_ type: String, _ more: (String, String)...) -> String {
      let entries = [("type", type.jsonText), ("words", words)] + more
      return "{" + entries.map { "\($0.0.jsonText):\($0.1)" }.joined(separator: ",") + "}"
    }
    func number(_ type: String, _ bounds: Bounds) -> String {
      object(
        type, ("low", limit(bounds.lower)), ("high", limit(bounds.upper)),
        ("above", bounds.excludesLower ? "true" : "false"))
    }
    switch form {
    case .boolean: return object("boolean")
    case .integer(let bounds): return number("integer", bounds)
    case .number(let bounds): return number("number", bounds)
    case .choice(let words):
      return object("choice", ("choices", jsonList(words.map(\.jsonText))))
    case .either(let forms): return object("either", ("forms", jsonList(forms.map(Self.form))))
    case .list(let item): return object("list", ("item", Self.form(item)))
    case .plugin(let kind): return object("plugin", ("kind", kind.name.jsonText))
    case .pluginSet(let kind): return object("plugins", ("kind", kind.name.jsonText))
    case .record(let page):
      return object("record", ("entries", jsonList(page.entries.map(entry))))
    case .text, .path, .name, .map, .any: return object("text")
    }
  }

  /// JSON has no infinity.
  private static func limit(_ bound: Double) -> String {
    bound.isFinite ? bound.shortText : "null"
  }
}

extension ValueForm {
  fileprivate var isPath: Bool {
    switch self {
    case .path: true
    case .either(let forms): forms.contains(where: \.isPath)
    case .list(let form), .map(let form): form.isPath
    case .record(let page): page.entries.contains { $0.form.isPath }
    default: false
    }
  }
}
