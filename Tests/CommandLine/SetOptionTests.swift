import ForceLabTestSupport
import SwiftCSV
import Testing

@Suite struct SetOptionTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func run(_ arguments: String...) throws -> Ending {
    try place.write(Example.tiny, to: "tiny.yaml")
    try place.write(Example.swept, to: "swept.yaml")
    return try place.forcelab(["run"] + arguments + ["--out", "out"])
  }

  private func trials() throws -> [[String: String]] {
    try CSV<Named>(string: place.text(of: "out/trials.csv")).rows
  }

  @Test func repeatOption() throws {
    #expect(try run("swept.yaml", "--repeat", "3").status == 0)
    #expect(try trials().map { $0["configuration"] } == ["1", "2", "1", "2", "1", "2"])
    #expect(try trials().map { $0["repeat"] } == ["1", "1", "2", "2", "3", "3"])
    #expect(try place.text(of: "out/experiment.yaml").contains("repeat: 3\n"))
  }

  @Test func seedOption() throws {
    #expect(try run("tiny.yaml").status == 0)
    let seed = try trials()[0]["seed"]
    let other = try Workplace()
    try other.write(Example.tiny, to: "tiny.yaml")
    #expect(try other.forcelab("run", "tiny.yaml", "--seed", "1", "--out", "out").status == 0)
    #expect(try CSV<Named>(string: other.text(of: "out/trials.csv")).rows[0]["seed"] != seed)
    #expect(try other.text(of: "out/experiment.yaml").contains("seed: 1\n"))
  }

  /// 10ms stands for {seconds: 10ms}.
  @Test func pathsLeadBelowAValueThatStandsForAMapping() throws {
    try place.write(
      """
      name: brief
      graph: {path: 6}
      time-budget: 10ms
      variants: {a: {}, b: {time-budget.for: edge-crossings}}
      """, to: "brief.yaml")
    let ending = try run("brief.yaml", "--set", "graph.path.count=4")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(try trials().map { $0["nodes"] } == ["4", "4"])
  }

  @Test func setOption() throws {
    let ending = try run("tiny.yaml", "--set", "graph.path.count=4", "--set", "stop.iterations=2")
    #expect(ending.status == 0)
    #expect(try trials()[0]["nodes"] == "4")
    #expect(try trials()[0]["iterations"] == "2")
    #expect(try place.text(of: "out/experiment.yaml").contains("  graph.path.count: 4\n"))
  }
}
