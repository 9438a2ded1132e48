import ArgumentParser
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the plugins that experiments can use.")

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @Argument(
    help: ArgumentHelp(
      "Kind of plugin, such as force or graph; parts for the parts of an experiment."),
    completion: .list(Lab.catalog.kinds.map { $0.name.replacing(" ", with: "-") } + ["parts"]))
  var kind: String?

  @Option(help: "Print text, one JSON object, or a complete reference in Markdown.")
  var format = Form.text

  func validate() throws {
    guard kind == nil || format != .markdown else {
      throw ValidationError("the Markdown reference covers all plugins; leave out '\(kind ?? "")'")
    }
  }

  func run() throws {
    let guide = CatalogText(Lab.localCatalog, file: Experiment.page)
    let isParts = kind.map { ["part", "parts"].contains($0.lowercased()) } ?? false
    let kinds = isParts ? [] : kind.map { guide.kinds(named: $0) }
    if let kind, kinds?.isEmpty == true, !isParts {
      throw Diagnostic("unknown kind '\(kind)'; \(guide.suggestKind(for: kind))", at: nil)
    }
    switch format {
    case .json:
      outputData(guide.json(kinds, hasParts: isParts || kind == nil))
    case .markdown: output(guide.reference(), terminator: "")
    case .text:
      let lists = [
        isParts ? nil : guide.list(kinds),
        isParts || kind == nil ? guide.listParts() : nil,
      ]
      let text = lists.compactMap { $0 }.joined(separator: "\n\n")
      output(wrapped(text, width: Terminal.width ?? .max))
    }
  }
}
