@testable import ForceLabStudies
import Testing

/// Mass, charge and radius of nodes, length and strength of links: numbers or attributes.
@Suite struct NodeTraitsTests {
  private let files = [
    "graph.gml": """
    graph [ node [ id 0 label "ann" size 4 ] node [ id 1 label "bob" size 1 ]
    edge [ source 0 target 1 len 10 weight 0.5 ] ]
    """,
    "start.csv": "id,x,y\n0,0,0\n1,2,0\n",
  ]
  private let base = """
    graph: {file: graph.gml}
    placement: {file: {path: start.csv}}
    stop: {iterations: 1}

    """

  private func layout(_ yaml: String) throws -> [[Double]] {
    try run(base + yaml, files: files).layout()
  }

  @Test func massesDivideForcesUnderTheIntegratorsOfBodies() throws {
    let pull = "forces: [link-power]\n"
    for integrator in ["velocity-verlet", "rk4", "fire"] {
      let step = "integrator: {\(integrator): {time-step: 0.01}}\n"
      let alike = try layout(pull + step)
      let heavy = try layout(pull + step + "nodes: {mass: size}")
      // F = 2 on both; the first is four times as heavy.
      #expect(abs(alike[0][0] / (2 - alike[1][0]) - 1) < 1e-9, "\(integrator)")
      #expect(abs(heavy[0][0] / (2 - heavy[1][0]) - 0.25) < 1e-3, "\(integrator)")
    }
    for integrator in ["verlet", "displacement", "cooling", "adaptive"] {
      let step = "integrator: \(integrator)\n"
      #expect(
        try layout(pull + step + "nodes: {mass: size}") == layout(pull + step), "\(integrator)")
    }
  }

  @Test func massesCountInKineticEnergy() throws {
    let yaml = base + "forces: [{position: {target: 9}}]\nnodes: {mass: 3}\nintegrator: verlet"
    let alike = try run(base + "forces: [{position: {target: 9}}]", files: files)
    let heavy = try run(yaml, files: files)
    let energies = try [alike, heavy].map { try $0.samples.numbers("kinetic_energy")[0] }
    #expect(abs(energies[1] / energies[0] - 3) < 1e-12)
  }

  @Test func chargesMultiplyTheForcesANodeExerts() throws {
    let yaml = "forces: [{many-body: {strength: -1}}]\nintegrator: displacement\n"
    #expect(try layout(yaml) == [[-0.5, 0], [2.5, 0]])
    #expect(try layout(yaml + "nodes: {charge: size}") == [[-0.5, 0], [4, 0]])
    #expect(try layout(yaml + "nodes: {charge: -2}") == [[1, 0], [1, 0]])
    #expect(try layout(yaml + "nodes: {charge: degree}") == [[-0.5, 0], [2.5, 0]])
  }

  @Test func radiiMultiplyThoseOfCollide() throws {
    let yaml = "forces: [{collide: {radius: 1}}]\nintegrator: displacement\n"
    // Radii 4 and 1 at distance 2: an overlap of 3, of which the smaller takes 16 parts in 17.
    let found = try layout(yaml + "nodes: {radius: size}")
    #expect(abs(found[0][0] + 3 / 17.0) < 1e-12 && abs(found[1][0] - 2 - 48 / 17.0) < 1e-12)
    #expect(try layout(yaml) == [[0, 0], [2, 0]])
  }

  @Test(arguments: ["sequential", "simultaneous"])
  func linksHaveLengthsAndStrengthsOfTheirOwn(update: String) throws {
    func found(_ parameters: String) throws -> Double {
      let at = try layout(
        "integrator: displacement\nforces: [link: {update: \(update), \(parameters)}]")
      #expect(abs(at[0][0] + at[1][0] - 2) < 1e-12)
      return at[1][0] - at[0][0]
    }
    #expect(try abs(found("length: len") - 10) < 1e-12)
    #expect(try abs(found("length: len, strength: weight") - 6) < 1e-12)
    #expect(try abs(found("length: 4, strength: 0.25") - 2.5) < 1e-12)
  }

  @Test func eventsCanSetThem() throws {
    func ending(_ yaml: String) throws -> [String: String] {
      let start = base + "integrator: displacement\nrecord: {layout: none}\n"
      return try run(start + yaml, files: files).only()
    }
    let plain = try ending("forces: [many-body, link: {length: len}]\nnodes: {charge: size}")
    let event = try ending(
      """
      forces: [many-body, link]
      events: [{at: 0, set: {forces.link.length: len, nodes.charge: size}}]
      """)
    #expect(event["status"] == "ok" && event["layout_hash"] == plain["layout_hash"])
    #expect(event["edge_attributes"] == "len" && plain["edge_attributes"] == "len")
  }

  @Test func attributesAndNumbersCanBeSwept() throws {
    let run = try run(
      base + """
        forces: [{many-body: {strength: -1}}, link]
        integrator: displacement
        sweep: {grid: {nodes.charge: [1, size], forces.link.length: [len, 3]}}
        """, files: files)
    #expect(try run.trials.column("nodes.charge") == ["1", "1", "size", "size"])
    #expect(try run.trials.column("forces.link.length") == ["len", "3", "len", "3"])
    #expect(Set(try run.trials.column("layout_hash")).count == 4)
  }
}
