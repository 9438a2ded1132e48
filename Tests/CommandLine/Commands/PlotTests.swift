import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab plot`: the charts of a run, and those that an experiment requests.
@Suite struct PlotTests {
  private let place: Workplace

  private static let experiment = """
    name: plotted
    repeat: 2
    graph: {cells: {count: 12}}
    placement: uniform
    forces: [many-body, center]
    stop: {iterations: 20}
    metrics: [stress]
    sweep: {grid: {forces.many-body.strength: [-10, -20, -40], repulsion: [exact, grid]}}
    chart:
      - {x: forces.many-body.strength, y: sd_movement, color: repulsion}
      - {x: elapsed_ns, y: movement, facet: repulsion}

    """

  init() throws {
    place = try Workplace()
    try place.write(Self.experiment, to: "plotted.yaml")
  }

  @Test func axesHaveTheUnitsOfTheManuals() throws {
    #expect(try place.forcelab("run", "plotted.yaml", "--out", "out", "--quiet").status == 0)
    let ending = try place.forcelab("plot", "out")
    #expect(ending.status == 0 && ending.error == "")
    let names = ["sd-movement-many-body-strength", "movement-elapsed-ns", "movement"]
    #expect(
      ending.outputLines.prefix(3).map(String.init) == names.map { "out/plots/\($0).vl.json" })
    let chart = try place.text(of: "out/plots/sd-movement-many-body-strength.vl.json")
    #expect(chart.contains("\"title\":\"many-body strength"))
    #expect(chart.contains("standard deviation of movement of all nodes (px/tick)"))
    #expect(try place.text(of: "out/plots/movement-elapsed-ns.vl.json").contains("\"grid\""))
    let one = try place.forcelab("plot", "out", "movement")
    #expect(one.status == 0 && one.output == "out/plots/movement.vl.json\n")
  }

  @Test func withoutPythonTheErrorSaysHowToInstallIt() throws {
    #expect(try place.forcelab("run", "plotted.yaml", "--out", "out", "--quiet").status == 0)
    let ending = try place.shell("PATH=/nowhere \"$FORCELAB\" plot out --format svg")
    expectRefusal(ending, "python3", "apt-get install python3", "brew install python")
  }
}
