import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings

/// The texts of `forcelab list` and `forcelab describe`.
public struct CatalogText {
  let catalog: Catalog
  let examples: ExampleMaker
  let parts: [ExampleMaker.Part]
  private let file: ManualPage?

  /// `file` describes the top-level parameters of an experiment, whose groups are the parts.
  public init(_ catalog: Catalog, file: ManualPage? = nil) {
    self.catalog = catalog
    self.file = file
    examples = ExampleMaker(catalog, file: file)
    parts = examples.parts
  }

  public func kinds(named name: String) -> [PluginKind] {
    let words = name.lowercased().replacing("-", with: " ")
    return catalog.kinds.filter { [$0.name, $0.plural].contains(words) }
  }

  public func suggestKind(for name: String) -> String {
    advice(for: name, among: catalog.kinds.map(\.name) + ["parts"])
  }

  /// The plugins of `kinds`, one per line below the name of their kind, and the folders of those that files describe.
  public func list(_ kinds: [PluginKind]? = nil) -> String {
    let kinds = kinds ?? catalog.kinds
    let width = kinds.flatMap { catalog.names(of: $0) }.map(\.count).max() ?? 0
    return kinds.map { kind in
      "\(kind.plural): \(kind.summary)\n" + rows(catalog.pages(of: kind), width) + folders(of: kind)
    }.joined(separator: "\n\n")
  }

  private func folders(of kind: PluginKind) -> String {
    let described = catalog.entries(of: kind).compactMap { entry in
      entry.file.map { (name: entry.page.name, folder: absolutePath(parentFolder(of: $0))) }
    }
    return described.grouped(by: \.folder).map { folder, own in
      "\n  in \(folder): \(own.map(\.name).joined(separator: ", "))"
    }.joined()
  }

  public func listParts() -> String {
    let pages = parts.map(\.page)
    return "parts: Files, and their keys that are not plugins.\n"
      + rows(pages, pages.map(\.name.count).max() ?? 0)
  }

  private func rows(_ pages: [ManualPage], _ width: Int) -> String {
    pages.map { "  \(padded($0.name, width))  \($0.summary)" }.joined(separator: "\n")
  }

  /// The plugins and parts called `name`, or `kind/name`; else the kind, or the keys of files. Nil if there is none.
  public func describe(_ name: String) -> String? {
    let names = name.split(separator: "/", maxSplits: 1).map(String.init)
    let found = catalog.entries.filter { entry in
      entry.page.name == names.last
        && (names.count < 2 || kinds(named: names[0]).contains(entry.kind))
    }
    let named = kinds(named: name)
    let texts =
      found.map { entry in
        let file = entry.file.map { "\n\n  Described by: \(absolutePath($0))" } ?? ""
        let example = examples.example(of: entry.page, entry.kind)
        return describe(entry.page, entry.kind.name, example) + file
      }
      + parts.filter {
        [$0.page.name, "part/\($0.page.name)"].contains(name) || $0.key == name && named.isEmpty
      }.map { describe($0.page, "part", examples.example(of: $0.page)) }
    if texts.isEmpty, !named.isEmpty { return list(named) }
    let all = texts.isEmpty ? keys(named: name) : texts
    return all.isEmpty ? nil : all.joined(separator: "\n\n")
  }

  /// The key `name` of each file, part and study that has it.
  private func keys(named name: String) -> [String] {
    (parts.map(\.page) + examples.roots.map(\.page)).compactMap { page -> String? in
      guard let entry = page.entries.first(where: { $0.name == name }) else { return nil }
      let title = "\(name) (key of '\(page.name)')"
      return ([title] + lines(of: entry, indent: "  ")).joined(separator: "\n")
    }
  }

  private func lines(of entry: ManualPage.Entry, indent: String) -> [String] {
    let defaultText = entry.isRequired ? "required" : "default: \(entry.defaultText)"
    let condition = entry.condition.map { "; only if \($0.words)" } ?? ""
    return [entry.text, "\(entry.valueText); \(defaultText)\(condition)"].map { indent + $0 }
  }

  public func suggestPlugin(for name: String) -> String {
    let pages = catalog.entries.map(\.page.name)
    let names = pages + parts.map(\.page.name)
    let qualified = catalog.entries.map { "\($0.kind.name)/\($0.page.name)" }
    return suggestion(
      for: name, among: name.contains("/") ? qualified : names,
      else: "run `\(Diagnostic.program) list` to see all names")
  }

  /// The keys that studies add to those of the experiment file `page`.
  private func keysOfStudies(besides page: ManualPage) -> [String] {
    guard page.name == file?.name, let kind = examples.roots.first?.kind.name else { return [] }
    let studies = examples.roots.map { type in
      "    \(type.page.name): \(type.page.entries.map(\.name).joined(separator: ", "))"
    }
    return ["", "  Keys of each \(kind), in the same file; describe its name for more:"] + studies
  }

  private func describe(_ page: ManualPage, _ kind: String, _ example: String?) -> String {
    var lines = ["\(page.name) (\(kind))", "  \(page.summary)"]
    let formula = page.formula.split(separator: "\n")
    if !formula.isEmpty { lines += ["", "  Formula:"] + formula.map { "    \($0)" } }
    if !page.source.isEmpty {
      lines += (formula.isEmpty ? [] : [""]) + ["  Source: \(page.source)"]
    }
    if page.version > 1 { lines.append("  Version: \(page.version)") }
    lines += parameters(of: page) + keysOfStudies(besides: page)
    let width = (page.sections.map(\.title.count).max() ?? 0) + 1
    for (title, text) in page.sections {
      let rows = text.split(separator: "\n")
      lines +=
        rows.count == 1
        ? ["  \(padded(title + ":", width))  \(text)"]
        : ["", "  \(title):"] + rows.map { "    \($0)" }
    }
    if let example {
      lines += ["", "  Example:"] + example.split(separator: "\n").map { "    \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private func parameters(of page: ManualPage) -> [String] {
    var lines = page.entries.isEmpty ? [] : ["", "  Parameters:"]
    let width = page.entries.map(\.name.count).max() ?? 0
    for entry in page.entries {
      let texts = self.lines(of: entry, indent: "")
      lines += zip([entry.name, ""], texts).map { "    \(padded($0, width))  \($1)" }
    }
    return lines
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension ManualPage.Entry {
  var valueText: String { form.words + (unit.isEmpty ? "" : " [\(unit)]") }
}
