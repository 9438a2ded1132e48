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

  private var hasGnuplot: Bool {
    get throws { try place.shell("command -v gnuplot").status == 0 }
  }

  @Test func axesHaveTheUnitsOfTheManuals() throws {
    #expect(try place.forcelab("run", "plotted.yaml", "--out", "out", "--quiet").status == 0)
    let ending = try place.forcelab("plot", "out")
    guard try hasGnuplot else {
      return expectRefusal(ending, "apt-get install gnuplot-nox", "brew install gnuplot")
    }
    #expect(ending.status == 0 && ending.error == "")
    let names = ["sd-movement-many-body-strength", "movement-elapsed-ns", "movement"]
    #expect(ending.outputLines.prefix(3).map(String.init) == names.map { "out/plots/\($0).svg" })
    let script = try place.text(of: "out/plots/sd-movement-many-body-strength.gp")
    #expect(script.contains("set xlabel 'many-body strength"))
    #expect(
      script.contains(
        "set ylabel 'standard deviation of'.\"\\n\".'movement of all nodes (px/tick)'"))
    #expect(try place.text(of: "out/plots/movement-elapsed-ns.gp").contains("'grid'"))
    let one = try place.forcelab("plot", "out", "movement", "--format", "pdf")
    #expect(one.status == 0 && one.output == "out/plots/movement.pdf\n")
  }

  @Test func withoutGnuplotDataAndScriptsAreWrittenAndTheErrorSaysHowToInstallIt() throws {
    let run = try place.forcelab("run", "plotted.yaml", "--out", "out", "--quiet", "--no-report")
    #expect(run.status == 0)
    let ending = try place.shell("PATH=/nowhere \"$FORCELAB\" plot out")
    expectRefusal(ending, "gnuplot", "apt-get install gnuplot-nox", "brew install gnuplot")
    #expect(place.has("out/plots/movement.csv") && place.has("out/plots/movement.gp"))
    #expect(!place.has("out/plots/movement.svg"))
  }

  @Test func aScriptThatDrawsNothingIsAnError() throws {
    #expect(try place.forcelab("run", "plotted.yaml", "--out", "out", "--quiet").status == 0)
    try place.write("x = 1\n", to: "out/plots/movement.gp")
    let ending = try place.forcelab("plot", "out", "movement", "--run-changed-scripts")
    #expect(ending.status != 0 && ending.output.isEmpty)
    #expect(
      ending.error.contains(
        "out/plots/movement.gp: error: the script does not write movement.svg")
        || ending.error.contains("need gnuplot, which is not installed"))
  }

  @Test func aMissingRunAndAnUnknownFormatAreErrors() throws {
    expectRefusal(try place.forcelab("plot", "nowhere"), "nowhere: error: no such folder")
    expectRefusal(try place.forcelab("plot", "nowhere", "--format", "gif"), "svg", "pdf", "png")
  }
}
