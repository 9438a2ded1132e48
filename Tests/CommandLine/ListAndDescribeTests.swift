import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ListAndDescribeTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func listsEveryKind() throws {
    let list = try place.forcelab("list")
    #expect(list.status == 0)
    #expect(list.error == "")
    let kinds = list.outputLines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
    #expect(
      kinds.map { $0.prefix { $0 != ":" } } == [
        "studies", "engines", "presets", "graphs", "placements", "formats", "forces", "integrators",
        "repulsion strategies",
        "stop rules", "event actions", "node placements", "metrics", "overlap removals",
        "arrangements",
        "indexes", "queries", "trees", "executors", "shapes", "formations", "boundaries", "joints",
        "conditions", "rule actions", "parts",
      ])
    #expect(list.output.contains("\n  many-body "))
  }

  @Test(arguments: ["force", "forces", "Forces", "FORCE"]) func listsOneKind(kind: String) throws {
    let list = try place.forcelab("list", kind)
    #expect(list.status == 0)
    #expect(list.output.hasPrefix("forces: "))
    #expect(list.output.contains("\n  link "))
    #expect(!list.output.contains("kd-tree  "))
  }

  @Test func describesAPlugin() throws {
    let text = try place.forcelab("describe", "many-body")
    #expect(text.status == 0)
    #expect(text.outputLines[0] == "many-body (force)")
    #expect(text.output.contains("\n    strength      "))
    #expect(text.output.contains("number [px²/tick²]; default: -30\n"))
    #expect(text.output.contains("\n  Formula:\n    v ← v + α·Σ q·strength/r²·δ, "))
    #expect(
      text.output.hasSuffix("\n  Example:\n    forces:\n      - many-body: {strength: -30}\n"))
  }

  @Test func listsTheParts() throws {
    let list = try place.forcelab("list", "parts")
    #expect(list.output.hasPrefix("parts: "))
    #expect(list.output.contains("\n  published-claim  A published number "))
    #expect(try place.forcelab("list").output.contains("\n" + list.output))
  }

  @Test func listsAndDescribesGraphFormats() throws {
    let list = try place.forcelab("list", "formats")
    #expect(list.output.hasPrefix("formats: ") && list.output.contains("\n  graphml "))
    let text = try place.forcelab("describe", "graphml")
    #expect(text.status == 0 && text.outputLines[0] == "graphml (format)")
    for title in ["Files", "Nodes", "Edges", "Weights", "Attributes", "Use", "File"] {
      #expect(text.output.contains("\n  \(title):"), "\(title)")
    }
    #expect(try place.forcelab("list", "formats", "--format", "json").output.contains("graphml"))
  }

  /// The kind of plugin, or the key, that a file may contain.
  @Test func describesKindsAndKeys() throws {
    for name in ["integrators", "integrator"] {
      #expect(try place.forcelab("describe", name).output.contains("\n  verlet "))
    }
    #expect(try place.forcelab("describe", "stop-rule/movement").status == 0)
    // Of two times, whose ratio no limit of nanoseconds bounds.
    #expect(try !place.forcelab("describe", "limit").output.contains("per: layout_seconds"))
    let key = try place.forcelab("describe", "energy-limit")
    #expect(key.outputLines.first == "energy-limit (key of 'layout')")
    for (name, start) in [
      ("metrics", "metrics: "), ("part/pin", "pin (part)\n"), ("zip", "zip (key of 'sweep')\n"),
    ] {
      let text = try place.forcelab("describe", name).output
      #expect(text.hasPrefix(start), "\(text)")
    }
  }

  @Test(arguments: [["list"], ["describe", "kd-tree"], ["describe", "link"]])
  func linesFitTheTerminal(arguments: [String]) throws {
    let wide = try place.forcelab(arguments)
    let narrow = try place.forcelab(arguments, columns: 70)
    #expect(try #require(narrow.outputLines.map(\.count).max()) <= 70)
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(narrow.output) == words(wide.output))
  }

  @Test func checkShowsExpectedAndComputedValues() throws {
    let check = try place.forcelab("check")
    #expect(check.status == 0)
    let lines = check.outputLines
    #expect(
      lines[0].split(separator: " ") == ["reference", "method", "expected", "computed"])
    let blog = try #require(lines.first { $0.hasPrefix("blog's 20 numbers, exactly") })
    #expect(
      blog.split(separator: " ").suffix(4) == [
        "exact", "5221577691680052872", "5221577691680052872", "ok",
      ])
    #expect(lines.suffix(2) == ["All 20 are correct.", ""])
  }
}
