import ForceLabTestSupport
import Foundation
import Testing

/// A package outside ForceLab has every command, and adds one of each kind with one file and one line
/// of its main program.
@Suite(.serialized) struct OutsideTests {
  nonisolated(unsafe) private static let shared = Result { try OutsideLab() }

  let lab: OutsideLab

  init() throws { lab = try Self.shared.get() }

  @Test func packageRunsItsExperimentAndItsTests() {
    #expect(lab.firstRun.status == 0, "\(lab.firstRun.error)")
    #expect(lab.firstRun.output.contains("\nwind: A first experiment with wind.\n"))
    #expect(lab.place.has("Wind/Results/wind"))
    #expect(lab.firstTest.status == 0, "\(lab.firstTest.output) \(lab.firstTest.error)")
    #expect((lab.firstTest.output + lab.firstTest.error).contains("2 tests"))
  }

  @Test func packageHasEveryCommand() throws {
    let help = try lab.run("wind", "--help")
    #expect(help.output.contains("USAGE: wind <subcommand>"))
    #expect(try lab.run("wind", "list forces").output.contains("\n  wind "))
    #expect(try lab.run("wind", "describe wind").outputLines[0] == "wind (force)")
    #expect(try lab.run("wind", "schema").output.contains("\"wind\""))
    #expect(try lab.run("wind", "validate Wind/wind.yaml").output.contains(": ok, 9 trials: "))
    #expect(try lab.run("wind", "plan Wind/wind.yaml").output.contains(" speed"))
    try lab.place.write(
      "name: gale\nforces: [many-body, link, wind]\nstop: {iterations: 9}\n", to: "gale.yaml")
    let run = try lab.run("wind", "run gale.yaml --set forces.wind.speed=2 --out gale")
    #expect(run.status == 0, "\(run.error)")
    #expect(try lab.place.text(of: "gale/experiment.yaml").contains("speed: 2"))
    #expect(try lab.run("wind", "show gale").status == 0)
    let wrong = try lab.run("wind", "run gale.yaml --set forces.wind.speed=-2")
    expectRefusal(wrong, "'speed' is -2, outside its range: 0 or more")
  }

  @Test func trialsRunInWorkersOfThePackage() throws {
    try lab.place.write(
      """
      name: crash
      forces: [many-body, crash]
      stop: {iterations: 9}
      sweep: {grid: {forces.crash.armed: [false, true]}}

      """, to: "crash.yaml")
    let run = try lab.run("wind", "run crash.yaml --out crash --quiet")
    #expect(run.status == 1)
    let rows = try lab.place.text(of: "crash/trials.csv").split(separator: "\n").dropFirst()
    #expect(rows.map { $0.contains(",ok,") } == [true, false])
    #expect(rows.map { $0.contains(",failed,") } == [false, true])
  }

  /// The force of the package is a field in scenes of bodies, too: a mass of 1 gains 3 pt/s in 1 s.
  @Test func forceOfThePackageActsOnBodies() throws {
    try lab.place.write(
      """
      name: blown
      study: bodies
      bodies: [{rectangle: {}}]
      forces: [wind: {speed: 3}]
      duration: 1

      """, to: "blown.yaml")
    let run = try lab.run("wind", "run blown.yaml --out blown --quiet --no-report")
    #expect(run.status == 0, "\(run.error)")
    let row = try lab.place.text(of: "blown/motion/1.csv").split(separator: "\n")[1]
    let speed = try #require(Double(row.split(separator: ",")[6]))
    #expect(abs(speed - 3) < 1e-9)
  }

  @Test func packageAddsAPluginOfEachKind() throws {
    try lab.place.write(
      """
      name: every-kind
      graph: wheel
      placement: diagonal
      forces: [many-body, link, wind]
      repulsion: nearby
      integrator: creep
      stop: {stagnation: 5, iterations: 50}
      metrics: [longest-edge]

      """, to: "every-kind.yaml")
    let run = try lab.run("wind", "run every-kind.yaml --out every-kind")
    #expect(run.status == 0, "\(run.error)")
    let table = try lab.place.text(of: "every-kind/trials.csv")
    #expect(table.contains(",longest_edge,") && table.contains(",13,24,"))
    for (kind, type) in OutsideLab.kinds.dropFirst() {
      // The experiment that was written beside the plugin.
      let name = Self.kebab(type)
      let experiment = try lab.place.text(of: "\(type)/\(name).yaml")
      try lab.place.write(experiment, to: "\(name)-alone.yaml")
      let executor = kind == "executor" ? "{\(name): 1000}" : "local"
      let run = try lab.run(
        "wind", "run \(name)-alone.yaml --out \(name)-alone --no-report --executor '\(executor)'")
      #expect(run.status == 0, "\(kind): \(run.error)")
    }
    for (kind, type) in OutsideLab.kinds {
      let list = try lab.run("wind", "list \(kind)")
      #expect(list.output.contains("\n  \(Self.kebab(type)) "), "\(kind)")
    }
    try lab.place.write("name: pi\nstudy: pi\ncount: 100000\n", to: "pi.yaml")
    #expect(try lab.run("wind", "run pi.yaml --out pi").status == 0)
    #expect(try lab.place.text(of: "pi/trials.csv").contains(",estimate,"))
    #expect(try lab.place.text(of: "pi/columns.json").contains("estimate of π"))
  }

  @Test func anExecutorOfThePackageIsInterrupted() throws {
    let run = try lab.place.shell(
      """
      '\(try lab.build("wind"))' run Wind/wind.yaml --executor until-interrupted --out waiting >log 2>&1 & pid=$!
      until grep -q Waiting log || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
      kill -INT $pid; wait $pid
      """)
    let log = try lab.place.text(of: "log")
    #expect(run.status == 130, "\(log)")
  }

  @Test func packageAddsACommand() throws {
    let kinds = try lab.run("wind", "kinds")
    #expect(kinds.status == 0 && kinds.outputLines.contains { $0.hasPrefix("force: ") })
    #expect(try lab.run("wind", "help").output.contains("Print how many plugins of each kind"))
  }

  @Test func packageAddsAChart() throws {
    try lab.place.write(
      """
      name: edges
      forces: [many-body, link, center]
      stop: {iterations: 9}
      metrics: [longest-edge]
      sweep: {grid: {forces.link.length: [20, 40]}}

      """, to: "edges.yaml")
    let run = try lab.run("wind", "run edges.yaml --out edges")
    #expect(run.status == 0, "\(run.error)")
    let chart = try lab.place.text(of: "edges/plots/longest-edge.vl.json")
    #expect(chart.components(separatedBy: "\"index\":").count == 3)
    #expect(chart.contains("longest edge / mean edge"))
  }

  /// The articles on the engine show programs that run. The package has targets that are named like
  /// modules of ForceLab, and the programs need none of its C libraries.
  @Test func theProgramsInTheArticlesRun() throws {
    #expect(lab.articlePrograms.count > 4)
    for (name, _) in lab.articlePrograms {
      let program = try lab.run(name, "")
      #expect(program.status == 0 && !program.output.isEmpty, "\(name): \(program.error)")
      let libraries = try lab.place.shell("ldd '\(try lab.build(name))'").output
      #expect(!libraries.contains("yaml") && !libraries.contains("xxhash"), "\(libraries)")
    }
    let positions = try lab.run(lab.articlePrograms[0].name, "").outputLines
    #expect(positions.count == 78 && positions[0].hasPrefix("Napoleon "))
  }

  /// The programs that `show --swift` prints compute the layouts of their trials, to the last bit.
  @Test func swiftProgramsOfTrialsComputeTheirLayouts() throws {
    for (name, _) in lab.settingsPrograms {
      let program = try lab.run(name, "")
      #expect(program.status == 0, "\(name): \(program.error)")
      let rows = try lab.place.text(of: "\(name)/layouts/1.csv").split(separator: "\n")
        .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let columns = ["x", "y", "z"].compactMap { name in rows[0].firstIndex { $0 == name } }
      let positions = rows.dropFirst().map { row in columns.map { Double(row[$0]) } }
      let printed = program.outputLines.filter { !$0.isEmpty }.map {
        $0.split(separator: " ").map { Double($0) }
      }
      #expect(printed == positions, "\(name)")
    }
  }

  @Test func theCodeOfEveryPluginCompiles() throws {
    let program = try lab.run(SettingsProgram.everyPlugin.name, "")
    #expect(program.status == 0, "\(program.error)")
    let names = program.outputLines.filter { !$0.isEmpty }.map { String($0) }
    #expect(names == SettingsProgram.plugins.map(\.reference.flowText))
  }

  /// One file and one line of the main program for each addition.
  @Test func eachAdditionIsOneLine() throws {
    let main = try lab.place.text(of: "Wind/Sources/wind/main.swift")
    for type in OutsideLab.kinds.map(\.1) + ["Kinds"] {
      #expect(main.components(separatedBy: "\(type).self").count == 2, "\(type)")
    }
    #expect(main.components(separatedBy: "LongestEdgeChart()").count == 2)
  }

  private static func kebab(_ type: String) -> String {
    type.replacing(#/[a-z](?=[A-Z])/#) { $0.output + "-" }.lowercased()
  }
}
