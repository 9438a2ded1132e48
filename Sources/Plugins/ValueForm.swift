/// Which values a parameter takes: what descriptions and the JSON Schema are made from.
public indirect enum ValueForm: Sendable {
  /// `true` or `false`.
  case boolean
  /// A whole number.
  case integer(Bounds)
  /// A number.
  case number(Bounds)
  /// Any text.
  case text
  /// The path of a file.
  case path
  /// The name of something, such as an attribute.
  case name(of: String)
  /// One of a few words.
  case choice([String])
  /// A list.
  case list(ValueForm)
  /// Free keys, each with such a value.
  case map(ValueForm)
  /// One of several forms.
  case either([ValueForm])
  /// One plugin of a kind.
  case plugin(PluginKind)
  /// Several plugins of a kind, each under its name.
  case pluginSet(PluginKind)
  /// A group of parameters.
  case record(ManualPage)
  /// Any YAML.
  case any

  /// The form in a few words, for a person.
  public var words: String {
    switch self {
    case .boolean: "true or false"
    case .integer(let bounds): bounds == .finite ? "whole number" : "whole number, \(bounds)"
    case .number(let bounds): bounds == .finite ? "number" : "number, \(bounds)"
    case .text: "text"
    case .path: "path of a file"
    case .name(let what): "name of \(what)"
    case .choice(let words): words.joined(separator: " | ")
    case .list(let form): "list of \(form.words)"
    case .map(let form): "mapping to \(form.words)"
    case .either(let forms): forms.map(\.words).joined(separator: ", or ")
    case .plugin(let kind): kind.name
    case .pluginSet(let kind): "mapping of \(kind.plural)"
    case .record(let page): "{\(page.entries.map(\.name).joined(separator: ", "))}"
    case .any: "anything"
    }
  }
}
