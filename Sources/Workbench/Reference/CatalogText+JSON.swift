import ForceLabPlugins
import Foundation

extension CatalogText {
  /// The plugins of `kinds` (nil: all) and, if asked for, the parts, as a JSON object in one line.
  public func json(_ kinds: [PluginKind]? = nil, hasParts: Bool = true) -> String {
    let plugins = (kinds ?? catalog.kinds).flatMap { catalog.entries(of: $0) }.map {
      object($0.page, $0.kind.name, examples.example(of: $0.page, $0.kind))
    }
    let parts = (hasParts ? parts : []).map {
      object($0.page, "part", examples.example(of: $0.page))
    }
    return jsonText(["plugins": plugins + parts])
  }

  private func object(_ page: ManualPage, _ kind: String, _ example: String?) -> [String: Any] {
    var object: [String: Any] = [
      "kind": kind, "name": page.name, "summary": page.summary, "formula": page.formula,
      "source": page.source, "version": page.version,
    ]
    object["parameters"] = page.entries.map { entry in
      var parameter: [String: Any] = [
        "name": entry.name, "form": entry.form.words, "unit": entry.unit, "text": entry.text,
        "required": entry.isRequired,
      ]
      if !entry.isRequired { parameter["default"] = entry.defaultText }
      return parameter
    }
    object["example"] = example
    if !page.sections.isEmpty {
      object["text"] = page.sections.map { "\($0.title): \($0.text)" }.joined(separator: "\n")
    }
    return object
  }
}

/// `object`, of texts, finite numbers, lists and objects, as JSON with sorted keys.
package func jsonText(
  _ object: [String: Any], _ more: JSONSerialization.WritingOptions = []
) -> String {
  let options = more.union([.sortedKeys, .withoutEscapingSlashes])
  // Cannot fail for such an object.
  let data = (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? Data()
  return String(decoding: data, as: UTF8.self)
}
