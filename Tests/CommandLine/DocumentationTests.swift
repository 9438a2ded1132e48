import ForceLabTestSupport
import Foundation
import Testing

/// What README and the articles show is what the program does: every block of YAML and of shell in
/// them is tried, in their order, in a folder that has a copy of `Experiments/`.
///
/// - A YAML block is an experiment, or a part of one: without a `name`, it gets one. It must be valid,
///   and is written to NAME.yaml for the blocks after it.
/// - A shell block must end well. Its `forcelab` is the real one, but for `run`, which runs one trial
///   per configuration unless the block says how many.
/// - A comment before a block gives what it takes for granted: `<!-- test: with graph: ring; … -->`
///   adds lines to YAML, `<!-- test: after COMMAND -->` runs a command before a shell block.
/// - `<!-- test: skip because … -->` leaves out commands that build or install, and experiments with
///   plugins that are not part of ForceLab.
@Suite struct DocumentationTests {
  /// The README and the articles, by their paths from the checkout.
  private static let documents: [String] = {
    let folder = checkout.appendingPathComponent("Documentation").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }()

  @Test func everyArticleIsFound() { #expect(Self.documents.count > 10) }

  @Test(arguments: documents) func everyCodeBlockWorks(document: String) throws {
    let text = try String(contentsOf: checkout.appendingPathComponent(document), encoding: .utf8)
    let blocks = try Block.all(in: text)
    let place = try Workplace()
    try FileManager.default.copyItem(
      at: checkout.appendingPathComponent("Experiments"),
      to: place.folder.appendingPathComponent("Experiments"))
    try place.write(Self.wrapper, to: "bin/forcelab")
    for block in blocks {
      let name = "\(document):\(block.line)"
      switch block.hint {
      case .skip: #expect(block.maySkip, "\(name): only building, installing, foreign plugins")
      case .with(let lines): try validate(block.text + lines, place, name)
      case .none where block.isYAML: try validate(block.text, place, name)
      case .after(let command): try run("\(command) > /dev/null\n\(block.text)", place, name)
      case .none: try run(block.text, place, name)
      }
    }
  }

  @Test(arguments: [
    "graph: karate\nforces: [link: {strength: weight, scale: 0.01}]\nnodes: {size: 2}\noverlaps: prism",
    "graph: {path: 3}\nmetrics: [stress]\ntargets: {stress: 1}\n"
      + "events: [{at: 1, add-nodes: {count: 1}}]",
    "graph: {path: 3}\ntime-budget: 10ms",
  ])
  func theColumnsOfTrialsAreDocumented(experiment: String) throws {
    let page = try String(
      contentsOf: checkout.appendingPathComponent("Documentation/RunFolder.md"), encoding: .utf8)
    let place = try Workplace()
    try place.write("name: one\n\(experiment)\n", to: "one.yaml")
    let ending = try place.forcelab("run", "one.yaml", "--out", "out", "--no-report")
    #expect(ending.status == 0, "\(ending.error)")
    let header = try place.text(of: "out/trials.csv").prefix { $0 != "\n" }.split(separator: ",")
    for column in header where !column.hasPrefix("stress") {
      #expect(page.contains("`\(column)`"), "\(column)")
    }
  }

  private static let wrapper = """
    #!/bin/sh
    case "$1 $*" in
      *--repeat*) ;;
      "run run "*) set -- "$@" --repeat 1 ;;
    esac
    exec "$FORCELAB" "$@"

    """

  private func validate(_ text: String, _ place: Workplace, _ name: String) throws {
    let line = text.split(separator: "\n").first { $0.hasPrefix("name:") }
    let title = line?.dropFirst(5).split(separator: " ").first.map(String.init) ?? "fragment"
    try place.write((line == nil ? "name: fragment\n" : "") + text, to: "\(title).yaml")
    let check = try place.forcelab("validate", "\(title).yaml")
    #expect(check.status == 0, "\(name): \(check.error)")
  }

  private func run(_ script: String, _ place: Workplace, _ name: String) throws {
    let ending = try place.shell(
      "chmod +x bin/forcelab\nPATH=\"$PWD/bin:$PATH\"\nset -e\n\(script)", limit: 300)
    #expect(ending.status == 0, "\(name): \(ending.error)")
    #expect(!ending.output.isEmpty, "\(name) prints nothing")
  }
}

/// A block of a Markdown document.
private struct Block {
  enum Hint {
    case none
    case skip
    /// Lines of YAML.
    case with(String)
    /// A command.
    case after(String)
  }

  struct UnknownHint: Error {
    var comment: String
  }

  var isYAML: Bool
  var text: String
  var hint: Hint
  /// Where it begins.
  var line: Int

  /// Whether it is something that a test may leave out.
  var maySkip: Bool {
    isYAML
      || text.split(separator: "\n").allSatisfy { line in
        ["make ", "brew ", "apt ", "apt-get ", "sudo apt", "git "].contains { line.hasPrefix($0) }
      }
  }

  /// The blocks of YAML and of shell in `document`.
  static func all(in document: String) throws -> [Block] {
    var blocks: [Block] = []
    var hint = Hint.none
    var open: (language: String, indent: Int, line: Int, lines: [Substring])?
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if let block = open {
        guard text == "```" else {
          open?.lines.append(line.dropFirst(min(indent, block.indent)))
          continue
        }
        open = nil
        if ["yaml", "sh"].contains(block.language) {
          let content = block.lines.joined(separator: "\n") + "\n"
          blocks.append(
            Block(isYAML: block.language == "yaml", text: content, hint: hint, line: block.line))
        }
        hint = .none
      } else if text.hasPrefix("```") {
        open = (String(text.dropFirst(3)), indent, index + 1, [])
      } else if text.hasPrefix("<!-- test:") {
        hint = try self.hint(String(text))
      }
    }
    return blocks
  }

  private static func hint(_ comment: String) throws -> Hint {
    guard let match = comment.wholeMatch(of: #/<!-- test: (\w+) (.+) -->/#) else {
      throw UnknownHint(comment: comment)
    }
    let text = String(match.2)
    switch match.1 {
    case "skip" where text.hasPrefix("because "): return .skip
    case "after": return .after(text)
    case "with": return .with(text.replacing("; ", with: "\n") + "\n")
    default: throw UnknownHint(comment: comment)
    }
  }
}
