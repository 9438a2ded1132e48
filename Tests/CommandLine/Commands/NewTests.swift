import ForceLabCommandLine
import ForceLabPlugins
@testable import ForceLabStudies
import ForceLabTestSupport
import Foundation
import Testing

@Suite struct NewTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func writesAnExperimentThatRuns() throws {
    let new = try place.forcelab("new", "charge-sweep")
    #expect(new.status == 0 && new.error == "")
    #expect(new.output == "Wrote charge-sweep.yaml. Run it: forcelab run charge-sweep.yaml\n")
    let text = try place.text(of: "charge-sweep.yaml")
    #expect(text.hasPrefix("# yaml-language-server: $schema=schema.json\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let check = try place.forcelab("validate", "charge-sweep.yaml")
    #expect(
      check.output == "charge-sweep.yaml: ok, 24 trials: 4 configurations × 6 repeats\n")
    let run = try place.forcelab("run", "charge-sweep.yaml", "--repeat", "1", "--out", "out")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("charge-sweep: How the charge and "))
  }

  @Test func aFolderAndAnEndingMayBeGiven() throws {
    try place.write("{}", to: "mine/schema.json")
    #expect(try place.forcelab("new", "mine/first.yaml").status == 0)
    #expect(try place.text(of: "mine/first.yaml").contains("\nname: first "))
    try place.write("{}", to: "Experiments/schema.json")
    #expect(try place.forcelab("new", "second").status == 0)
    #expect(
      try place.text(of: "second.yaml").hasPrefix("# yaml-language-server: $schema=Experiments/"))
    #expect(try place.forcelab("new", "Experiments/third").status == 0)
    #expect(
      try place.text(of: "Experiments/third.yaml").hasPrefix(
        "# yaml-language-server: $schema=schema.json\n"))
  }

  @Test func aPackageWithAPlugin() throws {
    let new = try place.forcelab("new", "--plugin", "TradeWind", "--kind", "stop-rule")
    #expect(new.status == 0 && new.error == "")
    #expect(
      new.outputLines[0].hasPrefix("Wrote the package TradeWind, which depends on ForceLab in"))
    #expect(
      try place.names(in: "TradeWind")
        == ["Makefile", "Package.swift", "Sources", "Tests", "trade-wind.yaml"])
    let main = try place.text(of: "TradeWind/Sources/trade-wind/main.swift")
    #expect(main.split(separator: "\n", omittingEmptySubsequences: false).count - 1 == 5)
    #expect(main.contains("Lab.main(.standard + [TradeWind.self])"))
    let plugin = try place.text(of: "TradeWind/Sources/TradeWindPlugins/TradeWind.swift")
    #expect(plugin.contains("public struct TradeWind: StopRule {"))
    #expect(plugin.contains("\"trade-wind\",\n    \"Ends a run when"))
    expectRefusal(
      try place.forcelab("new", "--plugin", "TradeWind"), "TradeWind: error: already exists; choose"
    )
  }

  @Test(arguments: ["new sweep", "new --plugin Wind"])
  func aFullDiskLeavesNothing(command: String) throws {
    expectRefusal(
      try place.shell("ulimit -f 0; \"$FORCELAB\" \(command)"),
      "error: cannot write: File too large")
    #expect(try place.names().isEmpty)
  }

  /// A new kind of plugins needs a template.
  @Test func aPluginOfEveryKind() throws {
    let kinds = Set(Catalog.standard.kinds.map { $0.name.replacing(" ", with: "-") })
    #expect(kinds.count > 12)
    for kind in kinds.sorted() {
      let type = "My" + kind.split(separator: "-").map(\.capitalized).joined()
      let new = try place.forcelab("new", "--plugin", type, "--kind", kind)
      #expect(new.status == 0, "\(kind): \(new.error)")
      let plugin = try place.text(of: "\(type)/Sources/\(type)Plugins/\(type).swift")
      #expect(plugin.contains("public struct \(type): ") && !plugin.contains("{{"), "\(kind)")
    }
  }

  @Test(arguments: [
    ("https://example.org/ForceLab", "ForceLab"), ("file:///tmp/my-fork.git/", "my-fork"),
  ])
  func aURLIsCopiedUnchanged(url: String, name: String) throws {
    #expect(try place.forcelab("new", "--plugin", "Wind", "--forcelab", url).status == 0)
    let package = try place.text(of: "Wind/Package.swift")
    #expect(package.contains("\n    .package(url: \"\(url)\", branch: \"main\")\n"))
    #expect(package.contains("package: \"\(name)\")"))
  }

  @Test func aFolderIsEscaped() throws {
    let folder = #"a "b" \c"#
    try place.write("", to: folder + "/Package.swift")
    #expect(try place.forcelab("new", "--plugin", "Wind", "--forcelab", folder).status == 0)
    #expect(try place.text(of: "Wind/Package.swift").contains(#"/a \"b\" \\c")"#))
  }
}
