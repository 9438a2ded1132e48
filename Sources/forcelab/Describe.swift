import ArgumentParser
import Plugins
import Reports
import Studies
import YAML

/// `forcelab describe`: all that is said of a plugin.
struct Describe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe a plugin: what it does, its parameters, where it comes from.")

  @Argument(
    help: "A plugin's name, or kind/name where two kinds share it.",
    completion: .list(Catalog.standard.types.map { $0.page.name }))
  var name: String

  func run() throws {
    let guide = Guide(.standard)
    guard let text = guide.describe(name) else {
      throw Diagnostic("no plugin '\(name)'; \(guide.suggestPlugin(for: name))", at: nil)
    }
    print(wrapped(text, width: Terminal.width ?? .max))
  }
}
