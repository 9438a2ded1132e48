/// The values that a parameter accepts, for descriptions and the JSON Schema.
public indirect enum ValueForm: Sendable {
  case boolean
  case integer(Bounds)
  case number(Bounds)
  case text
  case path
  case name(of: String)
  case choice([String])
  case list(ValueForm)
  /// The keys may have to match a pattern.
  case map(ValueForm, keys: String? = nil)
  case either([ValueForm])
  case plugin(PluginKind)
  /// Names to parameters.
  case pluginSet(PluginKind)
  /// The name of a plugin, or names with numbers within the bounds.
  case weights(of: PluginKind, Bounds)
  case record(ManualPage)
  case any

  /// The forms of the items of lists and mappings, and those that values may have instead.
  public var leaves: [ValueForm] {
    switch self {
    case .list(let form), .map(let form, _): form.leaves
    case .either(let forms): forms.flatMap(\.leaves)
    default: [self]
    }
  }

  /// The kind of the plugins that the values name; nil if they name none.
  public var pluginKind: PluginKind? {
    leaves.lazy.compactMap { form in
      switch form {
      case .plugin(let kind), .pluginSet(let kind): kind
      default: nil
      }
    }.first
  }

  /// Whether a bare value is a whole number, such as that of `stop.iterations`.
  public var isWholeNumber: Bool {
    switch self {
    case .integer: true
    case .record(let page):
      page.entries.first { $0.name == page.shorthand }?.form.isWholeNumber ?? false
    default: false
    }
  }

  /// Whether a number, in any spelling, is read as a number.
  package var takesNumbers: Bool {
    leaves.contains { form in
      switch form {
      case .integer, .number: true
      case .record(let page):
        page.entries.first { $0.name == page.shorthand }?.form.takesNumbers ?? false
      default: false
      }
    }
  }

  /// “number, 0 or more”.
  public var words: String {
    switch self {
    case .boolean: "true or false"
    case .integer(let bounds): bounds == .finite ? "whole number" : "whole number, \(bounds)"
    case .number(let bounds): bounds == .finite ? "number" : "number, \(bounds)"
    case .text: "text"
    case .path: "file path"
    case .name(let what): "name of \(what)"
    case .choice(let words): words.joined(separator: " | ")
    case .list(let form): "list of \(form.words)"
    case .map(let form, _): "mapping to \(form.words)"
    case .either(let forms): forms.map(\.words).joined(separator: ", or ")
    case .plugin(let kind): kind.name
    case .pluginSet(let kind): "mapping of \(kind.plural)"
    case .weights(let kind, let bounds):
      "name of a \(kind.name), or mapping of \(kind.plural) to numbers, \(bounds)"
    case .record(let page): "{\(page.entries.map(\.name).joined(separator: ", "))}"
    case .any: "any value"
    }
  }
}
