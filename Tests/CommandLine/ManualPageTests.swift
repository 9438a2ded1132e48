import ForceLabTestSupport
import Foundation
import Testing

/// `Documentation/forcelab.1`, which `make man` writes from the command line's own help.
@Suite struct ManualPageTests {
  /// A command in the output of the hidden `--experimental-dump-help`.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }

      var names: [Name]?
      var abstract: String?
      var shouldDisplay: Bool
    }

    var commandName: String
    var abstract: String?
    var shouldDisplay: Bool
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  private struct Tool: Decodable {
    var command: Command
  }

  @Test func itHasEveryCommandAndOption() throws {
    let page = try String(
      contentsOf: checkout.appendingPathComponent("Documentation/forcelab.1"), encoding: .utf8)
    let lines = Set(page.split(separator: "\n"))
    let help = try Workplace().forcelab("--experimental-dump-help")
    let tool = try JSONDecoder().decode(Tool.self, from: Data(help.output.utf8))
    let commands = (tool.command.subcommands ?? []).filter { $0.shouldDisplay }
    #expect(commands.count > 10)
    for command in commands where command.commandName != "help" {
      #expect(lines.contains(".It Em \(command.commandName)"), "`make man` writes the page again")
      #expect(lines.contains(Substring(command.abstract ?? "")), "\(command.commandName)")
      for argument in (command.arguments ?? []).filter(\.shouldDisplay) {
        for name in (argument.names ?? []).filter({ $0.kind == "long" && $0.name != "help" }) {
          #expect(
            page.contains(".It Fl -\(name.name)\n") || page.contains(".It Fl -\(name.name) "),
            "\(command.commandName) --\(name.name)")
        }
      }
    }
  }
}
