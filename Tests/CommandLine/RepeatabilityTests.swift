import ForceLabTestSupport
import Foundation
import Testing

@Suite struct RepeatabilityTests {
  @Test func twoRunsDifferOnlyInTimes() throws {
    let places = [try Workplace(), try Workplace()]
    for place in places {
      try place.write(Example.rich, to: "rich.yaml")
      #expect(try place.forcelab("run", "rich.yaml", "--out", "out").status == 0)
    }
    for (file, columns) in [("trials.csv", 20), ("samples.csv", 11), ("summary.csv", 20)] {
      let tables = try places.map { try timeless($0.text(of: "out/" + file)) }
      #expect(tables[0] == tables[1], "\(file)")
      #expect(tables[0].count > 16, "\(file)")
      #expect(tables[0][0].count >= columns, "\(file)")
    }
    let names = try places[0].names(in: "out/layouts").filter { $0.hasSuffix(".csv") }
    #expect(names.count == 32)
    #expect(Set(try places[1].names(in: "out/layouts")).isSuperset(of: names))
    for name in names {
      let layouts = try places.map { try $0.text(of: "out/layouts/" + name) }
      #expect(layouts[0] == layouts[1], "\(name)")
    }
    let written = try places.map { try $0.text(of: "out/experiment.yaml") }
    #expect(written[0] == written[1])
  }

  @Test func bodiesMoveTheSameInAnyNumberOfProcesses() throws {
    let place = try Workplace()
    try place.write(
      """
      name: pile
      study: bodies
      size: [200, 300]
      bodies:
        - {rectangle: {width: 20, height: 20}, at: [100, 250], formation: {pile: {count: 24}}}
      walls: {}
      gravity: {}
      duration: 1
      repeat: 2
      sweep: {grid: {sub-steps: [1, 2]}}

      """, to: "pile.yaml")
    for jobs in ["1", "2"] {
      let run = try place.forcelab("run", "pile.yaml", "--jobs", jobs, "--out", jobs, "--no-report")
      #expect(run.status == 0, "\(run.error)")
    }
    for trial in 1...4 {
      let file = "/motion/\(trial).csv"
      #expect(try place.text(of: "1" + file) == place.text(of: "2" + file))
    }
    #expect(try place.text(of: "1/motion/1.csv") != place.text(of: "1/motion/2.csv"))
  }
}
