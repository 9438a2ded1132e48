import ArgumentParser
import Plugins
import Studies

/// `forcelab list`: what experiments can name.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the plugins that experiments can name.")

  @Argument(
    help: "Only those of this kind, such as force or graph.",
    completion: .list(Catalog.standard.kinds.map(\.name)))
  var kind: String?

  func run() throws {
    let guide = Guide(.standard)
    guard let kind else {
      print(guide.list())
      return
    }
    let kinds = guide.kinds(named: kind)
    guard !kinds.isEmpty else {
      throw ValidationError("no kind '\(kind)'; \(guide.suggestKind(for: kind))")
    }
    print(guide.list(kinds))
  }
}
