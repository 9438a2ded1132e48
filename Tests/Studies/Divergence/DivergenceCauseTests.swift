@testable import ForceLabStudies
import Testing

/// A constant force along x that has no end from some tick on, on one node.
private struct Burst: Force {
  var node = 2
  var tick = 4
  var size = 1.0

  static let manual = Manual<Self>(
    "burst", "Pushes one node from some tick on.",
    parameters: [
      Parameter("node", \.node, within: Bounds(0...), "Which node."),
      Parameter("tick", \.tick, within: Bounds(1...), "From when on."),
      Parameter("size", \.size, in: -.infinity ... .infinity, "How hard."),
    ])

  func apply(to world: World, alpha: Double) {
    guard world.tick >= tick else { return }
    world.particles.velocity[0][node] += alpha * size
  }

  func potentialEnergy(of world: World) -> Double? { nil }
  func hasPotential(in world: World) -> Bool { false }
}

/// The message and the layout of a diverged trial: when, where and by which force.
@Suite struct DivergenceCauseTests {
  private let catalog = Catalog.standard + Catalog([Burst.self])
  static let integrators = Catalog.standard.names(of: .integrator)
  static let strategies = Catalog.standard.names(of: .repulsion)

  @Test(arguments: integrators)
  func namesTheForceThatWasInfinite(integrator: String) throws {
    let yaml = "graph: {ring: 6}\nforces: [many-body, burst: {size: .inf}, link]\n"
    let row = try run(yaml + "integrator: \(integrator)", catalog: catalog).only()
    #expect(row["status"] == "diverged")
    #expect(
      row["message"] == "not finite at iteration 4, first at node 2; "
        + "the largest force there was burst, not finite")
  }

  @Test func namesTheLargestOfTheFiniteForces() throws {
    let forces = "[{burst: {size: 1e200}}, {burst: {size: 1.2345678e200}}, center-spring]"
    let row = try run(
      "graph: {ring: 6}\nforces: \(forces)\nintegrator: displacement", catalog: catalog
    ).only()
    #expect(
      row["message"] == "not finite at iteration 4, first at node 2; "
        + "the largest force there was forces.1.burst, 1.235e+200")
  }

  /// Attraction by the square of the distance throws nodes ever farther, until repulsion overflows.
  @Test func namesTheForceThatThrewTheNodesFarAway() throws {
    let forces = "[{pair-power: {scale: 900}}, {link-power: {exponent: 2, scale: 0.03}}]"
    let row = try run(
      "graph: {mesh: {rows: 20, columns: 20}}\nplacement: uniform\nforces: \(forces)"
    ).only()
    #expect(row["status"] == "diverged")
    #expect(try #require(row["message"]).contains("the largest force there was link-power, "))
  }

  /// The node with that number before the event is another one.
  @Test func blamesNoForceOnANodeThatAnEventRenumbered() throws {
    let row = try run(
      """
      graph: {ring: 6}
      forces: [{burst: {size: 1e13}}, {burst: {size: .inf, tick: 5}}]
      events: [{at: 4, remove-nodes: 0}]
      """, catalog: catalog
    ).only()
    #expect(
      row["message"]?.hasSuffix("the largest force there was forces.1.burst, not finite") == true)
  }

  /// The same bits as a run that stops just before, for every integrator and strategy.
  @Test(arguments: pairs(strategies, integrators))
  func keepsTheLastFiniteLayout(repulsion: String, integrator: String) throws {
    func laidOut(_ rest: String) throws -> Run {
      try run(
        """
        graph: {mesh: {rows: 5, columns: 6}}
        forces: [many-body, link, {jiggle: {}}, {burst: {size: .inf, tick: 16}}]
        integrator: \(integrator)
        repulsion: \(repulsion)
        placement: {uniform: {}}
        threads: 2
        \(rest)
        """, catalog: catalog)
    }
    let diverged = try laidOut("stop: {iterations: 40}")
    let stopped = try laidOut("stop: {iterations: 15}\nrecord: {every: 100}")
    #expect(try diverged.only()["status"] == "diverged")
    #expect(try diverged.only()["message"]?.hasPrefix("not finite at iteration 16, ") == true)
    #expect(try stopped.only()["status"] == "ok")
    #expect(diverged.layouts[1] == stopped.layouts[1])
    #expect(try diverged.only()["layout_hash"] == stopped.only()["layout_hash"])
  }

  @Test func keepsNoLayoutIfNoneIsRequested() throws {
    let run = try run(
      "forces: [{burst: {size: .inf}}]\nrecord: {layout: none}", catalog: catalog)
    #expect(try run.only()["status"] == "diverged" && run.layouts.isEmpty)
  }

  @Test(arguments: integrators)
  func energyBeyondItsLimitEndsATrial(integrator: String) throws {
    func laidOut(_ rest: String) throws -> Run {
      try run(
        """
        graph: {ring: 6}
        forces: [center-spring, {burst: {size: 1e6, tick: 3, node: 5}}]
        integrator: \(integrator)
        \(rest)
        """, catalog: catalog)
    }
    let ended = try laidOut("energy-limit: 1e5\nstop: {iterations: 99}")
    let row = try ended.only()
    // These two go no further in a tick than they may, whatever the force.
    guard !["cooling", "adaptive"].contains(integrator) else {
      #expect(row["status"] == "ok", "\(row)")
      return
    }
    #expect(row["status"] == "diverged" && row["stop_reason"] == "energy-limit")
    let message = row["message"] ?? ""
    let pattern =
      #/the energy (.*) exceeds the limit at iteration (\d+); (node 5 is .*; .*)/#
    let match = try #require(try pattern.wholeMatch(in: message), "\(message)")
    #expect(try #require(Double(match.1)) > 1e5)
    #expect(String(match.2) == row["iterations"])
    #expect(match.3.hasPrefix("node 5 is the fastest; the largest force there was "))
    #expect(try ended.samples.numbers("kinetic_energy").dropLast().allSatisfy { $0 <= 1e5 } == true)
    // The layout is finite, so that it is the last that is.
    let stopped = try laidOut("stop: {iterations: \(match.2)}")
    #expect(ended.layouts[1] == stopped.layouts[1])
  }

  @Test func theLimitAppliesToTheTotalEnergyIfAllForcesHavePotentials() throws {
    let base = "graph: {ring: 6}\nforces: [center-spring]\nintegrator: velocity-verlet\n"
    let samples = try run(base + "stop: {iterations: 5}").samples
    let energy = try #require(try samples.numbers("total_energy").first)
    let kinetic = try #require(try samples.numbers("kinetic_energy").max())
    try #require(energy > kinetic)
    let limit = (energy + kinetic) / 2
    #expect(try run(base + "energy-limit: \(limit)").only()["iterations"] == "1")
    let within = try run(base + "energy-limit: \(2 * energy)\nstop: {iterations: 5}").only()
    #expect(within["status"] == "ok")
  }

  /// A center that moves nodes is no movement of the integrator's, so it shows a tick later, or last.
  @Test func positionsMadeNonFiniteByAForceAreDetected() throws {
    let row = try run(
      """
      graph: {cells: 3}
      placement: {file: {path: start.csv}}
      forces: [center]
      integrator: displacement
      stop: {iterations: 1}
      """, files: ["start.csv": "id,x,y\n0,1.7e308,0\n1,1.7e308,0\n2,0,0\n"]
    ).only()
    #expect(row["status"] == "diverged")
    #expect(
      row["message"] == "not finite at iteration 1, first at node 0; "
        + "the largest force there was center, not finite")
  }

  @Test func reportsThatNoTimeIsLeftToFindTheCause() throws {
    let run = try run(
      "timeout: 1e-9\nforces: [{burst: {size: .inf, tick: 1, node: 0}}]", catalog: catalog)
    let row = try run.only()
    #expect(
      row["message"] == "not finite at iteration 1, first at node 'Napoleon'; "
        + "no time left to find the largest force and the last finite layout", "\(row)")
    #expect(row["layout_hash"] == "" && run.layouts.isEmpty)
    #expect(row["status"] == "diverged")
  }
}
