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

  @Test func setOption() throws {
    let ending = try run("tiny.yaml", "--set", "graph.path.count=4", "--set", "stop.iterations=2")
    #expect(ending.status == 0)
    #expect(try trials()[0]["nodes"] == "4")
    #expect(try trials()[0]["iterations"] == "2")
    #expect(try place.text(of: "out/experiment.yaml").contains("  graph.path.count: 4\n"))
  }

  @Test(arguments: [
    (["--set", "forces.many-bdy.strength=3"], "did you mean 'many-body'?"),
    (["--set", "graph.path.cuont=3"], "did you mean 'count'?"),
    (["--set", "stop"], "--set stop: error: an override must have the form path=value"),
    (["--set", "=3"], "an override must have the form path=value"),
    (
      ["--set", "stop.iterations=[1"],
      "--set stop.iterations=[1:1:1: error: this list is not closed"
    ),
    (["--set", "name=../up"], "invalid name '../up'; use letters"),
    (["--repeat", "x"], "The value 'x' is invalid for '--repeat <count>'"),
    (["--seed", "99999999999999999999"], "is invalid for '--seed"),
    (["--out", ""], "--out is empty; name a folder"),
  ])
  func invalidArgumentsAreRejected(arguments: [String], message: String) throws {
    try place.write(Example.tiny + "repulsion: kd-tree\nforces: [many-body]\n", to: "tiny.yaml")
    let ending = try place.forcelab(["run", "tiny.yaml"] + arguments)
    expectRefusal(ending, message)
    #expect(ending.output == "")
    #expect(try place.names() == ["tiny.yaml"])
  }

  @Test func severalErrorsAreReportedTogether() throws {
    let ending = try run("tiny.yaml", "--set", "one", "--set", "two")
    expectRefusal(ending, "--set one: error:", "--set two: error:")
  }
}
