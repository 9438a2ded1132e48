import ArgumentParser
import ForceLabGraphs
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
      "Kind of plugin, such as force or graph; parts for the parts of an experiment; formats for "
        + "the formats of graph files."),
    completion: .list(
      Lab.catalog.kinds.map { $0.name.replacing(" ", with: "-") } + ["parts", "formats"]))
  var kind: String?

  @Option(help: "Print text, one JSON object, or a complete reference in Markdown.")
  var format = Form.text

  func validate() throws {
    guard kind == nil || format != .markdown else {
      throw ValidationError("the Markdown reference covers all plugins; leave out '\(kind ?? "")'")
    }
  }

  func run() throws {
    let guide = CatalogText(Lab.localCatalog, file: Experiment.page, topics: GraphFormat.topics)
    let isParts = kind.map { ["part", "parts"].contains($0.lowercased()) } ?? false
    let isFormats = kind.map { ["format", "formats"].contains($0.lowercased()) } ?? false
    let kinds =
      isParts || isFormats ? [] : kind.map { guide.kinds(named: $0) }
    if let kind, kinds?.isEmpty == true, !isParts, !isFormats {
      throw Diagnostic("unknown kind '\(kind)'; \(guide.suggestKind(for: kind))", at: nil)
    }
    switch format {
    case .json:
      output(
        guide.json(
          kinds, hasParts: isParts || kind == nil, hasTopics: isFormats || kind == nil))
    case .markdown: output(guide.reference(), terminator: "")
    case .text:
      let lists = [
        isParts || isFormats ? nil : guide.list(kinds),
        isParts || kind == nil ? guide.listParts() : nil,
        isFormats || kind == nil ? guide.listTopics() : nil,
      ]
      let text = lists.compactMap { $0 }.joined(separator: "\n\n")
      output(wrapped(text, width: Terminal.width ?? .max))
    }
  }
}
