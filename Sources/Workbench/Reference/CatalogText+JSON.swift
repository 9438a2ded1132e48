import ForceLabPlugins
import Foundation

extension CatalogText {
  /// The plugins of `kinds` (nil: all) and, if asked for, the parts, as a JSON object in one line.
  public func json(
    _ kinds: [PluginKind]? = nil, hasParts: Bool = true
  ) -> String {
    let entries = (kinds ?? catalog.kinds).flatMap { catalog.entries(of: $0) }
    let plugins = entries.map { entry in
      PluginObject(entry.page, entry.kind.name, examples.example(of: entry.page, entry.kind))
    }
    let parts = hasParts ? parts : []
    let objects =
      plugins + parts.map { PluginObject($0.page, "part", examples.example(of: $0)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(["plugins": objects])) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }
}

private struct PluginObject: Encodable {
  struct Parameter: Encodable {
    let name, form, unit, text: String
    let `default`: String?
    let required: Bool
  }

  let kind, name, summary, formula, source: String
  let version: Int
  /// The sections of the manual.
  let text: String?
  let parameters: [Parameter]
  let example: String?

  init(_ page: ManualPage, _ kind: String, _ example: String?) {
    (self.kind, name, summary) = (kind, page.name, page.summary)
    (formula, source, version) = (page.formula, page.source, page.version)
    parameters = page.entries.map { entry in
      Parameter(
        name: entry.name, form: entry.form.words, unit: entry.unit, text: entry.text,
        default: entry.isRequired ? nil : entry.defaultText, required: entry.isRequired)
    }
    self.example = example
    let sections = page.sections.map { "\($0.title): \($0.text)" }
    text = sections.isEmpty ? nil : sections.joined(separator: "\n")
  }
}
