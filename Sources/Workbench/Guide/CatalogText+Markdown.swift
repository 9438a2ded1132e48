import ForceLabPlugins
extension CatalogText {
  /// All that is said of every plugin and every part of an experiment, as a page of Markdown.
  public func reference() -> String {
    var lines = [
      "# Plugin reference", "", "Everything that an experiment can name, by its kind.", "",
    ]
    lines += [
      "## Overview", "", "Made by `forcelab list --format markdown` from the plugins' manuals.",
    ]
    for kind in catalog.kinds {
      lines += ["", "## \(kind.plural.prefix(1).uppercased() + kind.plural.dropFirst())", ""]
      lines.append(kind.summary)
      for type in catalog.types(of: kind) {
        lines += section(type.page, examples.example(of: type.page, kind))
      }
    }
    if !parts.isEmpty {
      lines += ["", "## Parts of an experiment", "", "What an experiment says beside its plugins."]
      for part in parts { lines += section(part.page, examples.example(of: part)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ page: ManualPage, _ example: String?) -> [String] {
    var lines = ["", "### \(page.name)", "", page.summary]
    if !page.formula.isEmpty { lines += ["", "```text", page.formula, "```"] }
    if !page.source.isEmpty { lines += ["", "Source: \(page.source)."] }
    if !page.entries.isEmpty {
      lines += ["", "| parameter | value | default | what it is |", "|---|---|---|---|"]
      lines += page.entries.map(row)
    }
    if let example { lines += ["", "```yaml", example, "```"] }
    return lines
  }

  private func row(_ entry: ManualPage.Entry) -> String {
    let unit = entry.unit.isEmpty ? "" : " [\(entry.unit)]"
    let otherwise =
      entry.isRequired
      ? "required" : entry.isDefaultInWords ? entry.defaultText : "`\(entry.defaultText)`"
    let cells = ["`\(entry.name)`", entry.form.words + unit, otherwise, entry.text]
    return "| " + cells.map { $0.replacing("|", with: #"\|"#) }.joined(separator: " | ") + " |"
  }
}
