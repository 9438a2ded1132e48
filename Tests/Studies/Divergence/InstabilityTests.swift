@testable import ForceLabStudies
import Testing

/// Ticks that are too long for the stiffness of the forces, on both sides of the limit of stability.
@Suite struct InstabilityTests {
  /// An integrator and the greatest stiffness at which it is stable, in closed form.
  struct Limit: Sendable, CustomTestStringConvertible {
    var integrator: String
    /// Of a spring that pulls a node towards a point.
    var spring: Double
    /// Of a link, whose force depends on x + v.
    var link: Double

    var testDescription: String { integrator }
  }

  /// Let u be the distance from rest, k the stiffness and b = 1 − velocity-decay. Verlet has the
  /// characteristic polynomial λ² − (1 + b − k·b)·λ + b with a root −1 at k = 2(1 + b)/b. With x + v for
  /// x it is λ² − (1 + b − 2k·b)·λ + b·(1 − k), with a root −1 at k = 2(1 + b)/(3b).
  static let limits = [
    Limit(integrator: "displacement", spring: 2, link: 2),
    Limit(
      integrator: "{verlet: {alpha-decay: 0}}", spring: 2 * 1.6 / 0.6, link: 2 * 1.6 / (3 * 0.6)),
    Limit(
      integrator: "{verlet: {alpha-decay: 0, velocity-decay: 0.1}}", spring: 2 * 1.9 / 0.9,
      link: 2 * 1.9 / (3 * 0.9)),
    Limit(
      integrator: "{verlet: {alpha: 0.5, alpha-decay: 0}}", spring: 4 * 1.6 / 0.6,
      link: 4 * 1.6 / (3 * 0.6)),
    Limit(integrator: "{velocity-verlet: {time-step: 1}}", spring: 4, link: 4),
    Limit(integrator: "{velocity-verlet: {time-step: 0.1}}", spring: 400, link: 400),
    Limit(integrator: "{rk4: {time-step: 0.5}}", spring: 32, link: 32),
  ]

  private func ending(_ yaml: String) throws -> [String: String] {
    try run(yaml + "\nplacement: {uniform: {}}\nstop: {iterations: 2000}\nrecord: {every: 5000}")
      .only()
  }

  @Test(arguments: limits)
  func aSpringIsStableUpToItsLimit(limit: Limit) throws {
    func status(_ factor: Double) throws -> String? {
      try ending(
        "graph: {cells: 5}\nintegrator: \(limit.integrator)\n"
          + "forces: [center-spring: {stiffness: \(factor * limit.spring)}]")["status"]
    }
    #expect(try status(0.9) == "ok")
    #expect(try status(0.99) == "ok")
    #expect(try status(1.1) == "diverged")
    #expect(try status(3) == "diverged")
  }

  /// Of length 0, because the nodes of a longer link swing past each other, which bounds the growth.
  @Test(arguments: limits)
  func aLinkIsStableUpToItsLimit(limit: Limit) throws {
    func ending(_ factor: Double) throws -> [String: String] {
      try self.ending(
        "graph: {path: 2}\nintegrator: \(limit.integrator)\n"
          + "forces: [link: {length: 0, strength: \(factor * limit.link)}]")
    }
    #expect(try ending(0.9)["status"] == "ok")
    let row = try ending(1.1)
    #expect(row["status"] == "diverged" && row["stop_reason"] == "diverged")
    #expect(row["message"]?.hasPrefix("unstable at iteration ") == true, "\(row)")
  }

  @Test(arguments: ["cooling", "adaptive", "fire"])
  func stepsThatShortenThemselvesAreStable(integrator: String) throws {
    for stiffness in ["1", "10", "1e4"] {
      let row = try ending(
        "graph: {cells: 5}\nintegrator: \(integrator)\n"
          + "forces: [center-spring: {stiffness: \(stiffness)}, coulomb]")
      #expect(row["status"] == "ok", "\(row)")
    }
  }

  /// The weights of Les Misérables go up to 31, so that its links are far too stiff.
  @Test(arguments: ["verlet", "displacement", "{velocity-verlet: {time-step: 1}}"])
  func theSuggestedScaleIsStable(integrator: String) throws {
    func ending(_ link: String) throws -> [String: String] {
      try run(
        "forces: [many-body, link: {strength: weight\(link)}, center]\nintegrator: \(integrator)"
      ).only()
    }
    let row = try ending("")
    #expect(row["status"] == "diverged" && row["stop_reason"] == "diverged")
    let message = row["message"] ?? ""
    #expect(message.hasPrefix("unstable at iteration \(row["iterations"] ?? ""): "), "\(message)")
    #expect(message.contains(" is the fastest; the largest force there was link, "))
    let advice = #/ too stiff for '.*', by .*: set 'scale' of 'link' to (\S+) or less/#
    let match = try #require(try advice.firstMatch(in: message), "\(message)")
    let softer = try ending(", scale: \(match.1)")
    #expect(softer["status"] == "ok", "\(softer)")
  }

  /// Springs at a place, and gravity that grows with the distance: the hub of the star has a mass of 10.
  @Test(arguments: [
    ("spring-field: {strength: 50}", "1"), ("radial: {radius: 0, strength: 50}", "1"),
    ("gravity-well: {strong: true, strength: 50}", "0.1"),
  ])
  func theSuggestedStrengthOfASpringIsStable(force: String, strength: String) throws {
    func ending(_ force: String) throws -> [String: String] {
      try self.ending("graph: {star: 10}\nintegrator: displacement\nforces: [\(force)]")
    }
    let name = force.prefix { $0 != ":" }
    let message = try #require(try ending(force)["message"])
    #expect(message.hasSuffix("set 'strength' of '\(name)' to \(strength) or less"), "\(message)")
    let softer = force.replacing("strength: 50", with: "strength: \(strength)")
    #expect(try ending(softer)["status"] == "ok")
  }

  /// That of the start lengthens its steps, and is not tested.
  @Test func anIntegratorThatAnEventSetsIsTested() throws {
    let row = try ending(
      """
      graph: {mesh: {rows: 4, columns: 4}}
      forces: [many-body, {link: {strength: 60}}]
      integrator: adaptive
      events: [{at: 0, set: {integrator: verlet}}]
      """)
    #expect(row["message"]?.hasPrefix("unstable at iteration ") == true, "\(row)")
  }

  @Test func anEnergyLimitReplacesTheTest() throws {
    let yaml =
      "forces: [many-body, link: {strength: weight}]\nstop: {iterations: 60}\nenergy-limit: "
    #expect(try run(yaml + "1e300").only()["status"] == "ok")
    #expect(try run(yaml + "1e9").only()["stop_reason"] == "energy-limit")
  }

  static let healthy = [
    "graph: {star: 300}", "graph: {path: 500}", "graph: {complete: 40}",
    "graph: {cells: 100}\nforces: [many-body]",
    "graph: {cells: 100}\nforces: [many-body: {strength: -1e6}]",
    "graph: {cells: 100}\nforces: [coulomb: {charge: 1e4}, center-spring]",
    "graph: {cells: 50}\nplacement: {uniform: {width: 0, height: 0}}\nforces: [coulomb, center-spring]",
    "graph: {ring: 50}\nplacement: {circle: {radius: 0}}",
    "graph: {ring: 50}\nplacement: {uniform: {width: 1e12, height: 1e12}}",
    "graph: {ring: 50}\nplacement: {uniform: {width: 1e-12, height: 1e-12}}",
    "graph: {ring: 50}\nforces: [many-body: {strength: 1e5}, link]",
    "graph: {ring: 50}\nforces: [link: {length: 1e9}, many-body]",
    "graph: {tree: {depth: 6}}\nforces: [many-body, link, center-spring: {center: [1e9, 1e9]}]",
    "graph: {tree: {depth: 6}}\nforces: [many-body, link, gravity-well: {strength: 100}]",
    "graph: {mesh: {rows: 8, columns: 9}}\ndimensions: 3\nforces: [many-body, link, collide: {radius: 100}]",
    "graph: {random: {nodes: 100, edges: 40}}\nforces: [many-body, link]",
    "graph: {cells: 30}\nforces: [jiggle: {temperature: 1e6}]",
  ]

  @Test(arguments: pairs(healthy, Catalog.standard.names(of: .integrator)))
  func healthyLayoutsAreNotCutShort(yaml: String, integrator: String) throws {
    let row = try run(
      "\(yaml)\nintegrator: \(integrator)\nstop: {iterations: 300}\nrecord: {every: 1000}"
    ).only()
    #expect(row["status"] == "ok" && row["iterations"] == "300", "\(row)")
  }
}
