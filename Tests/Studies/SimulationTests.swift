import Testing

/// `Simulation(graph)` in an app and an experiment with the same parameters give the same bits.
struct SimulationTests {
  @Test(arguments: ["multilevel", "uniform", "phyllotaxis"])
  func givesTheBitsOfTheLayoutStudy(placement: String) throws {
    let run = try run(
      """
      graph: miserables
      placement: \(placement)
      forces: [{many-body: {strength: -50}}, {link: {length: 20}}, jiggle, center]
      seed: 4
      threads: 2
      """)
    let seed = try #require(UInt64(run.only()["seed"] ?? ""))
    let placements: [any Placement] = [Multilevel(), Uniform(), Phyllotaxis()]
    let simulation = try Simulation(
      MiserablesSource().graph(),
      forces: [
        ManyBody { $0.strength = -50 }, LinkForce { $0.length = 20 }, JiggleForce(), Center(),
      ],
      placement: try #require(placements.first { $0.name == placement }), seed: seed)
    #expect(try String(simulation.runUntilSettled()) == run.only()["iterations"])
    let layout = try run.layout()
    for node in layout.indices { #expect(layout[node] == simulation.position(of: node)) }
  }
}
