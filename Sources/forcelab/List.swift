import ArgumentParser
import Plugins
import Reports
import Studies
import YAML

/// `forcelab list`: what experiments can name.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the plugins that experiments can name.")

  @Argument(
    help: "Only those of this kind, such as force or graph.",
    completion: .list(Catalog.standard.kinds.map { $0.name.replacing(" ", with: "-") }))
  var kind: String?

  func run() throws {
    let guide = Guide(.standard)
    let kinds = kind.map { guide.kinds(named: $0.replacing("-", with: " ")) }
    if let kind, kinds?.isEmpty == true {
      throw Diagnostic("no kind '\(kind)'; \(guide.suggestKind(for: kind))", at: nil)
    }
    print(wrapped(guide.list(kinds), width: Terminal.width ?? .max))
  }
}
