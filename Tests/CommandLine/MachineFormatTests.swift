import ForceLabTestSupport
import Foundation
import Testing

/// What programs read: JSON objects, one to a line.
@Suite struct MachineFormatTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func object(_ arguments: String...) throws -> [String: Any] {
    let ending = try place.forcelab(arguments)
    #expect(ending.outputLines.count == 2, "one object in one line")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
  }

  @Test func listHasEveryPluginWithItsManual() throws {
    let plugins = try #require(
      try object("list", "--format", "json")["plugins"] as? [[String: Any]])
    let names = plugins.map { $0["name"] as? String ?? "" }
    #expect(Set(names).isSuperset(of: ["layout", "miserables", "many-body", "fmm", "limit"]))
    let force = try #require(plugins.first { $0["name"] as? String == "many-body" })
    #expect(force["kind"] as? String == "force")
    #expect(force["example"] as? String == "forces:\n  - many-body: {strength: -30}")
    let parameters = try #require(force["parameters"] as? [[String: Any]])
    #expect(parameters.first?["default"] as? String == "-30")
    #expect(parameters.first?["required"] as? Bool == false)
  }

  @Test func listOfAKindHasOnlyThatKind() throws {
    for (kind, first) in [("metrics", "stress"), ("parts", "experiment")] {
      let plugins = try #require(
        try object("list", kind, "--format", "json")["plugins"] as? [[String: Any]])
      #expect(plugins.first?["name"] as? String == first)
      #expect(Set(plugins.map { $0["kind"] as? String }).count == 1)
    }
  }

  @Test func planHasTheTrials() throws {
    try place.write(Example.swept, to: "swept.yaml")
    let plan = try object("plan", "swept.yaml", "--repeat", "2", "--format", "json")
    #expect(plan["name"] as? String == "swept")
    let trials = try #require(plan["trials"] as? [[String: Any]])
    #expect(trials.map { $0["configuration"] as? Int } == [1, 2, 1, 2])
    #expect(trials.map { $0["repeat"] as? Int } == [1, 1, 2, 2])
    let configurations = try #require(plan["configurations"] as? [[String: Any]])
    #expect(
      configurations.map { $0["settings"] as? [String: String] } == [
        ["repulsion": "exact"], ["repulsion": "{kd-tree: {theta: 0.5}}"],
      ])
  }

  @Test func theReferenceIsMarkdownOfAll() throws {
    let reference = try place.forcelab("list", "--format", "markdown")
    #expect(reference.status == 0)
    #expect(reference.output.hasPrefix("# Plugin reference\n"))
    #expect(reference.outputLines.contains("### many-body"))
  }
}
