import ArgumentParser
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct Describe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe a plugin: its parameters, its formula and an example.",
    discussion: """
      Also describes the keys of experiment files (describe experiment), and their parts, such as \
      sweep, limit and record.
      """)

  @Argument(
    help: "Name of a plugin or part, or kind/name if plugins of two kinds share the name.",
    completion: .list(Lab.catalog.entries.map(\.page.name)))
  var name: String

  func run() throws {
    let guide = CatalogText(Lab.localCatalog, file: Experiment.page)
    guard let text = guide.describe(name) else {
      throw Diagnostic(
        "unknown plugin or part '\(name)'; \(guide.suggestPlugin(for: name))", at: nil)
    }
    output(wrapped(text, width: Terminal.width ?? .max))
  }
}
