import ArgumentParser
import ForceLabPlugins
import ForceLabReports
import ForceLabStudies
import ForceLabWorkbench
import ForceLabSettings

/// `forcelab describe`: all that is said of a plugin, or of a part of an experiment.
struct Describe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe a plugin: what it does, its formula and parameters, and an example.",
    discussion: "Describes the parts of an experiment too, such as sweep, limit or record.")

  @Argument(
    help: "A plugin's name, or kind/name where two kinds share it.",
    completion: .list(Lab.catalog.types.map { $0.page.name }))
  var name: String

  func run() throws {
    let guide = CatalogText(Lab.catalog, file: Experiment.page)
    guard let text = guide.describe(name) else {
      throw Diagnostic("no plugin or part '\(name)'; \(guide.suggestPlugin(for: name))", at: nil)
    }
    print(wrapped(text, width: Terminal.width ?? .max))
  }
}
