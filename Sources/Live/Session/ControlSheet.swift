import ForceLabBodies
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies

/// What the page makes its controls from: the manuals of what can change while an experiment runs, and of its plugins.
struct ControlSheet {
  static let layout = Self(
    study: LayoutStudy.page, keys: ["forces", "integrator", "repulsion", "placement", "nodes"])
  static let scene = Self(
    study: BodiesStudy.page,
    keys: ["pushes", "gravity", "snaps", "forces", "bodies", "sub-steps", "iterations"])

  let study: ManualPage
  /// The keys of an experiment that can change, in the order of the page.
  let keys: [String]

  func json(of catalog: Catalog) -> String {
    let kinds = pluginKinds.uniqued.map { kind in
      "\(kind.name.jsonText):" + jsonList(catalog.pages(of: kind).map(Self.page))
    }
    return jsonObject([
      "keys": jsonList(entries.map(Self.entry)), "kinds": "{\(kinds.joined(separator: ","))}",
    ])
  }

  /// The values of the keys in `settings`, as JSON.
  func values(in settings: SettingsNode) -> String {
    let values = keys.map { "\($0.jsonText):\(settings[$0]?.json ?? "null")" }
    return "{\(values.joined(separator: ","))}"
  }

  private var entries: [ManualPage.Entry] {
    keys.compactMap { key in study.entries.first { $0.name == key } }
  }

  private var pluginKinds: [PluginKind] {
    entries.flatMap(\.form.allLeaves).compactMap(\.pluginKind)
  }

  /// The names of the plugins that these keys can name and that read files.
  func readers(of catalog: Catalog) -> Set<String> {
    let pages = pluginKinds.flatMap { catalog.pages(of: $0) }
    return Set(
      pages.filter { $0.entries.flatMap(\.form.allLeaves).contains(where: \.isPath) }.map(\.name))
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
      "defaultText": entry.defaultText.jsonText, "required": String(entry.isRequired),
    ])
  }

  private static func form(_ form: ValueForm) -> String {
    let (type, more): (String, KeyValuePairs<String, String>) =
      switch form {
      case .boolean: ("boolean", [:])
      case .integer(let bounds): ("integer", range(bounds))
      case .number(let bounds): ("number", range(bounds))
      case .choice(let words): ("choice", ["choices": jsonList(words.map(\.jsonText))])
      case .either(let forms): ("either", ["forms": jsonList(forms.map(Self.form))])
      case .list(let item): ("list", ["item": Self.form(item)])
      case .plugin(let kind): ("plugin", ["kind": kind.name.jsonText])
      case .pluginSet(let kind): ("plugins", ["kind": kind.name.jsonText])
      case .record(let page): ("record", ["entries": jsonList(page.entries.map(entry))])
      case .text, .path, .name, .map, .weights, .any: ("text", [:])
      }
    return jsonObject(["type": type.jsonText, "words": form.words.jsonText], more)
  }

  private static func range(_ bounds: Bounds) -> KeyValuePairs<String, String> {
    ["low": limit(bounds.lower), "high": limit(bounds.upper)]
  }

  /// JSON has no infinity.
  private static func limit(_ bound: Double) -> String { bound.isFinite ? bound.shortText : "null" }
}

extension ValueForm {
  /// The leaves of the form, and those of the entries of records among them.
  fileprivate var allLeaves: [ValueForm] {
    leaves.flatMap { leaf in
      if case .record(let page) = leaf { page.entries.flatMap(\.form.allLeaves) } else { [leaf] }
    }
  }

  fileprivate var isPath: Bool { if case .path = self { true } else { false } }
}
