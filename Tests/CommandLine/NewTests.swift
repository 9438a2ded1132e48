import ForceLabTestSupport
import Foundation
import Testing

@Suite struct NewTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func writesAnExperimentThatRuns() throws {
    let new = try place.forcelab("new", "charge-sweep")
    #expect(new.status == 0 && new.error == "")
    #expect(new.output == "charge-sweep.yaml is written. Run it: forcelab run charge-sweep.yaml\n")
    let text = try place.text(of: "charge-sweep.yaml")
    #expect(text.hasPrefix("# yaml-language-server: $schema=schema.json\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let check = try place.forcelab("validate", "charge-sweep.yaml")
    #expect(
      check.output == "charge-sweep.yaml: ok, 12 trials: 4 configurations × 3 repeats\n")
    let run = try place.forcelab("run", "charge-sweep.yaml", "--repeat", "1", "--out", "out")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("charge-sweep: How the charge, "))
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

  @Test func whatIsThereStays() throws {
    try place.write("precious", to: "first.yaml")
    expectRefusal(
      try place.forcelab("new", "first"), "first.yaml: error: this is there already; choose")
    #expect(try place.text(of: "first.yaml") == "precious")
  }

  @Test(arguments: ["a b", "", "über", "a.b", "mine/", ".yaml"])
  func aWrongNameIsRefused(name: String) throws {
    let new = try place.forcelab("new", name)
    expectRefusal(new, "cannot name an experiment; use letters, digits, - and _")
    #expect(try place.names() == [])
  }

  @Test func aMissingFolderIsNamed() throws {
    expectRefusal(
      try place.forcelab("new", "none/first"),
      "none/first.yaml: error: there is no folder 'none'; make it")
  }
}
