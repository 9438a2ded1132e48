@testable import ForceLabStudies
import Testing

/// The presets, compared with independent programs. `make-presets.py` makes the references.
@Suite struct PresetTests {
  private func study(_ yaml: String) throws -> LayoutStudy {
    try #require(plan(yaml).configurations[0].study as? LayoutStudy)
  }

  private func reference(_ name: String) throws -> [[Double]] {
    let file = checkout.appending(path: "Tests/Mechanics/References/\(name).csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    return [rows.map { $0[1] }, rows.map { $0[2] }]
  }

  /// Les Misérables without weights.
  private func miserables() throws -> Graph {
    let graph = try MiserablesSource().graph()
    return try Graph(
      nodeCount: graph.nodeCount, edges: edges(of: graph).map { ($0[0], $0[1]) })
  }

  /// d3's spiral.
  private func spiral(_ graph: Graph) -> [[Double]] {
    Phyllotaxis().coordinates(of: graph, dimensions: 2)
  }

  private func simulation(
    _ study: LayoutStudy, _ graph: Graph, from start: [[Double]]? = nil, ticks: Int = 0
  ) throws -> Simulation {
    let world = World(
      particles: Particles(positions: start ?? spiral(graph)), graph: graph,
      repulsion: study.repulsion)
    let simulation = Simulation(world, forces: study.forces, integrator: study.integrator)
    simulation.tick(ticks)
    return simulation
  }

  private func preset(_ name: String) throws -> any Preset {
    var decoder = ParameterDecoder(catalog: .standard)
    let preset = decoder.plugin(.preset, from: .scalar(name)) as? any Preset
    #expect(decoder.diagnostics.isEmpty)
    return try #require(preset)
  }

  @Test func everyPresetIsAnExperiment() throws {
    for page in Catalog.standard.pages(of: .preset) {
      let settings = try preset(page.name).settings
      let keys = settings.mapping?.entries.map(\.key) ?? []
      #expect(keys.contains("forces") && keys.contains("integrator"), "\(page.name)")
      #expect(Set(keys).isSubset(of: LayoutStudy.parameterNames), "\(page.name)")
      #expect(
        try study("preset: \(page.name)").encoded().flowText
          == study(settings.blockText).encoded().flowText, "\(page.name)")
      #expect(!page.source.isEmpty && page.sections[0].text.contains("settings:"), "\(page.name)")
    }
  }

  /// Weights of edges count only if an experiment asks for them, in every preset.
  @Test func presetsIgnoreWeightsUnlessAsked() throws {
    let pairs = (0..<30).flatMap { [($0, ($0 * 7 + 1) % 31), ($0, $0 + 1)] }
    let weighted =
      "source,target,weight\n" + pairs.map { "\($0),\($1),\(($0 + $1) % 5 + 1)\n" }.joined()
    let plain = "source,target\n" + pairs.map { "\($0),\($1)\n" }.joined()
    func hash(_ yaml: String, _ text: String) throws -> String? {
      try run(yaml + "\ngraph: {file: g.csv}\n", files: ["g.csv": text]).only()["layout_hash"]
    }
    for page in Catalog.standard.pages(of: .preset) {
      let yaml = "preset: \(page.name)\nset: {stop.iterations: 5}"
      #expect(try hash(yaml, weighted) == hash(yaml, plain), "\(page.name)")
      guard page.entries.contains(where: { $0.name == "weights" }) else { continue }
      let asked = "preset: {\(page.name): {weights: weight}}\nset: {stop.iterations: 5}"
      #expect(try hash(asked, weighted) != hash(yaml, weighted), "\(page.name)")
      #expect(
        try study(asked + "\ngraph: miserables").columns.contains { $0.use == .edgeAttributes })
      #expect(
        try problems(asked + "\ngraph: {ring: {count: 5}}").contains {
          $0.contains("the graph has no numeric edge attribute 'weight'")
        })
    }
    #expect(try !study("preset: forceatlas2").columns.contains { $0.use == .edgeAttributes })
  }

  /// A placement of the file would replace the layout itself.
  @Test(arguments: [
    (
      "preset: stress\nplacement: uniform",
      "e.yaml:3:12: error: the preset 'stress' computes its layout in "
        + "the placement 'stress', which this replaces; remove it"
    ),
    (
      "placement: {uniform: {width: 9}}\nsweep: {grid: {preset: [d3, sparse-stress]}}",
      "e.yaml:2:12: error: the preset 'sparse-stress' computes"
    ),
    (
      "placement: uniform\nvariants: {a: {preset: fast-multilevel}, b: {}}",
      "e.yaml:2:12: error: the preset"
    ),
    (
      "variants: {a: {preset: stress, placement: uniform}}",
      "e.yaml:2:32: error: the preset 'stress'"
    ),
    ("preset: stress\nset: {placement: uniform}", "e.yaml:3:18: error: the preset 'stress'"),
    ("preset: stress\nplacement: {stress: {pivots: 20}}", nil),
    ("preset: stress\nset: {placement.stress.pivots: 20}", nil),
    ("placement: uniform\nvariants: {a: {preset: stress, placement: stress}}", nil),
    ("preset: d3\nplacement: uniform", nil), ("preset: neighborhoods\nplacement: uniform", nil),
  ])
  func aPlacementCannotReplaceTheLayoutOfAPreset(_ yaml: String, _ error: String?) throws {
    let errors = try problems(yaml).filter { $0.contains(": error: ") }
    #expect(errors.count == (error == nil ? 0 : 1), "\(errors)")
    if let error { #expect(errors.first?.hasPrefix(error) == true, "\(errors)") }
  }

  @Test func aPresetOfAFileComputesWithItsParameters() throws {
    let file = """
      summary: Springs.
      parameters: {k: {type: number, default: 4, above: 0}}
      settings: {forces: [{pair-power: {scale: $k * $k}}, {link-power: {scale: 1 / $k}}]}
      """
    try withFolder(["springs.preset.yaml": file]) { folder in
      let catalog = Catalog.standard.withPlugins(beside: folder)
      var decoder = ParameterDecoder(catalog: catalog)
      let node = SettingsNode.mapping(of: [("springs", .mapping(of: [("k", .scalar("8"))]))])
      let decoded = decoder.plugin(.preset, from: node) as? any Preset
      let preset = try #require(decoded)
      #expect(
        preset.settings.flowText
          == "{forces: [{pair-power: {scale: 64}}, {link-power: {scale: 0.125}}]}")
      #expect(preset.reference.flowText == "{springs: {k: 8}}")
    }
    let wrong = file.replacing("1 / $k", with: "1 / $l")
    try withFolder(["springs.preset.yaml": wrong]) { folder in
      var decoder = ParameterDecoder(catalog: .standard.withPlugins(beside: folder))
      _ = decoder.plugin(.preset, from: .scalar("springs"))
      #expect(
        decoder.diagnostics.map(\.message).contains { $0.hasPrefix("cannot compute '1 / $l'") })
    }
  }

  @Test func aRunWithAPresetOfAFileDependsOnTheFile() throws {
    let preset = "summary: Springs.\nsettings: {forces: [link]}\n"
    try withFolder([
      "springs.preset.yaml": preset, "d3.preset.yaml": preset,
      "a.yaml": "name: a\ngraph: karate\nvariants: {x: {preset: springs}}",
      "b.yaml": "name: b\ngraph: karate\npreset: d3",
    ]) { folder in
      let plan = try Plan(path: folder + "/a.yaml", catalog: .standard)
      #expect(plan.files == [folder + "/springs.preset.yaml"])
      // The program has a preset of the name of the other file.
      let refusal = #expect(throws: InvalidExperiment.self) {
        try Plan(path: folder + "/b.yaml", catalog: .standard)
      }
      #expect(
        refusal?.diagnostics.map(\.description) == [
          "\(folder)/b.yaml:3:9: error: the program has a preset 'd3', and a file beside the experiment "
            + "describes another one; rename the file"
        ])
    }
  }

  @Test func notesOnlyKeysAtTheTopOfTheFile() throws {
    let head = "placement: uniform\n"
    let noted = try plan(head + "variants: {a: {preset: neighborhoods}}").notes.map(\.message)
    #expect(noted.contains { $0.hasPrefix("the values of 'placement' at the top of the file") })
    // The variant itself sets it.
    let own = try plan(
      head + "variants: {a: {preset: neighborhoods, placement: multilevel}}")
    #expect(own.notes.isEmpty)
  }

  @Test func d3IsTheDefault() throws {
    #expect(
      try study("preset: d3").encoded().hasSameContent(as: LayoutStudy().encoded()))
    let graph = try MeshSource { ($0.rows, $0.columns) = (8, 8) }.graph()
    let simulation = try simulation(
      study("preset: d3\nrepulsion: exact"), graph, ticks: 300)
    #expect(maxDifference(simulation.positions, try reference("d3-grid8-300")) < 1e-6)
  }

  @Test(arguments: [(cells: 2, iterations: 111), (7, 273)])
  func blogCellsIsTheLayoutOfTheBlog(_ expected: (cells: Int, iterations: Int)) throws {
    let simulation = try simulation(
      study("preset: blog-cells"), cells(expected.cells),
      from: reference("blog-cells-\(expected.cells).start"), ticks: expected.iterations)
    let end = try reference("blog-cells-\(expected.cells).final")
    #expect(maxDifference(simulation.positions, end) < 1e-6)
  }

  @Test func grapeHasTheForcesOfItsPublishedTime() throws {
    let file = checkout.appending(path: "Experiments/published/grape-miserables.yaml")
    let plan = try Plan(path: file.path, catalog: .standard)
    let published = try #require(plan.configurations[0].study as? LayoutStudy)
    let preset = try study("preset: grape")
    for key in ["placement", "forces", "integrator"] {
      #expect(preset.encoded()[key]?.flowText == published.encoded()[key]?.flowText, "\(key)")
    }
  }

  @Test func fruchtermanReingoldIsTheLayoutOfIgraph() throws {
    let study = try study(
      "preset: {fruchterman-reingold: {length: 1, start-temperature: 0.5, iterations: 60}}")
    let simulation = try simulation(study, MiserablesSource().graph(), ticks: 60)
    #expect(maxDifference(simulation.positions, try reference("igraph-fr-miserables")) < 1e-6)
  }

  /// networkx moves every node by the temperature, as long as all forces are greater.
  @Test func fruchtermanReingoldIsTheLayoutOfNetworkX() throws {
    let graph = try miserables()
    let start = spiral(graph)
    let extents = start.map { ($0.max() ?? 0) - ($0.min() ?? 0) }
    let temperature = 0.1 * (extents.max() ?? 0)
    let study = try study(
      "preset: {fruchterman-reingold: {length: 0.1, start-temperature: \(temperature), iterations: 11}}"
    )
    let simulation = try simulation(study, graph, ticks: 10)
    #expect(maxDifference(simulation.positions, try reference("preset-networkx-fr")) < 1e-9)
  }

  @Test func forceAtlas2IsTheLayoutOfGephi() throws {
    let simulation = try simulation(study("preset: forceatlas2"), miserables(), ticks: 10)
    #expect(maxDifference(simulation.positions, try reference("preset-forceatlas2")) < 1e-8)
  }

  @Test func sfdpLikeIsHusAlgorithm() throws {
    var study = try study("preset: sfdp-like")
    study.repulsion = Exact()
    let simulation = try simulation(study, miserables(), ticks: 20)
    #expect(maxDifference(simulation.positions, try reference("preset-sfdp-like")) < 1e-9)
  }

  @Test func linLogEndsAtAMinimumOfNoacksEnergy() throws {
    let simulation = try simulation(study("preset: linlog"), miserables(), ticks: 2000)
    #expect(maxDifference(simulation.positions, try reference("preset-linlog")) < 1e-4)
    // By scipy, from the same formula written in Python.
    let energy = try #require(simulation.energy().potential)
    #expect(abs(energy / -795950.6599531367 - 1) < 1e-12)
  }

  @Test func kamadaKawaiEndsAtAMinimumOfNetworkXsCost() throws {
    let simulation = try simulation(
      study("preset: kamada-kawai"), KarateSource().graph(), ticks: 2000)
    let centered = { (positions: [[Double]]) in
      positions.map { axis in
        let mean = axis.reduce(0, +) / Double(axis.count)
        return axis.map { $0 - mean }
      }
    }
    let end = try reference("preset-kamada-kawai")
    #expect(maxDifference(centered(simulation.positions), centered(end)) < 1e-3)
  }

  /// Even a mesh that starts as a spiral is unfolded, so that hardly any edges cross.
  @Test(arguments: ["fast-multilevel", "sfdp-like"])
  func largeGraphsUnfold(name: String) throws {
    let run = try run(
      "preset: \(name)\ngraph: {mesh: {rows: 20, columns: 20}}\nmetrics: [edge-crossings]")
    #expect(try run.trials.numbers("edge_crossings")[0] <= 20)
  }
}

/// Paths into defaults, which the file does not write down.
@Suite struct DefaultPathTests {
  private func forces(_ plan: Plan) -> [String] {
    plan.configurations.compactMap { ($0.study as? LayoutStudy)?.encoded()["forces"]?.flowText }
  }

  @Test func defaultForcesAreSwept() throws {
    let plan = try plan("sweep: {grid: {forces.many-body.strength: [-10, -20]}}")
    #expect(plan.configurations.map(\.settings) == [["-10"], ["-20"]])
    #expect(
      forces(plan) == [
        "[{many-body: {strength: -10}}, link, center]",
        "[{many-body: {strength: -20}}, link, center]",
      ])
  }

  @Test func defaultForcesAreSet() throws {
    let plan = try plan("", set: ["forces.link.length=50", "forces.0.many-body.strength=-5"])
    #expect(forces(plan) == ["[{many-body: {strength: -5}}, {link: {length: 50}}, center]"])
  }
}
