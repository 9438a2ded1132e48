@testable import ForceLabPlugins
@testable import ForceLabStudies
import Testing

extension Configurable {
  /// The stored properties that hold the parameters, in the order of the manual.
  fileprivate static var parameterProperties: [String] { manual.parameters.map(\.property) }
}

/// Settings as Swift code. `OutsideTests` compiles it.
@Suite struct ProgramTests {
  private static let kinds: [PluginKind] = [
    .graph, .placement, .force, .integrator, .repulsion, .stopRule, .metric,
  ]

  /// The label of each parameter is a stored property of the type.
  @Test func parametersAreNamedByTheirProperties() {
    for type in Self.kinds.flatMap({ Catalog.standard.types(of: $0) }) {
      let properties = Mirror(reflecting: type.init()).children.compactMap(\.label)
      for property in type.parameterProperties {
        #expect(properties.contains(property), "\(type.page.name): \(property)")
      }
      #expect(type.parameterProperties.count == type.parameterNames.count)
    }
  }

  @Test func parametersThatDifferFromTheirDefaults() {
    #expect(ManyBody().initializerCode() == "ManyBody()")
    #expect(
      ManyBody { $0.strength = -50 }.initializerCode() == "ManyBody { $0.strength = -50 }")
    #expect(
      ManyBody { $0.distanceMax = 99.5 }.initializerCode(changesOnly: false)
        == "ManyBody { $0.strength = -30; $0.distanceMin = 1; $0.distanceMax = 99.5 }")
    let link = LinkForce { ($0.length, $0.update) = (.attribute("km"), .simultaneous) }
    #expect(
      link.initializerCode()
        == #"LinkForce { $0.length = .attribute("km"); $0.update = .simultaneous }"#)
    let reuse = Reuse { ($0.every, $0.of) = (5, BarnesHut { $0.theta = 0.5 }) }
    #expect(
      reuse.initializerCode() == "Reuse { $0.every = 5; $0.of = BarnesHut { $0.theta = 0.5 } }")
    let file = FileSource { ($0.path, $0.format) = ("a \"b\".csv", EdgeListFormat()) }
    #expect(
      file.initializerCode()
        == #"FileSource { $0.path = "a \"b\".csv"; $0.format = EdgeListFormat() }"#)
  }

  private func program(_ yaml: String, trial: Int = 1) throws -> String {
    let plan = try plan(yaml)
    let (found, study) = try plan.trial(trial)
    return try #require(study.program(seed: found.seed))
  }

  @Test func swiftProgramOfTheDefaults() throws {
    let seed = try plan("").trials[0].seed
    #expect(
      try program("") == """
        import ForceLayout

        // For your own graph: try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
        let graph = try MiserablesSource().graph()
        let simulation = try Simulation(
          graph,
          seed: \(seed))
        // In an app that draws the layout while it changes, call `tick()` for each frame.
        simulation.runUntilSettled(limit: 1000000)

        """)
  }

  @Test func swiftProgramSetsWhatDiffersFromDefaults() throws {
    let text = try program(
      """
      graph: {mesh: {rows: 3}}
      placement: uniform
      forces: [{many-body: {strength: -50}}, link]
      integrator: {velocity-verlet: {damping: 0.1}}
      repulsion: exact
      dimensions: 3
      threads: 2
      stop: {movement: 0.1, iterations: 50}
      nodes: {charge: degree, mass: 2}
      pin: [{node: 4, at: [1, 2, 3]}, {node: 5}]
      sweep: {grid: {forces.link.length: [10, 20]}}
      """, trial: 2)
    for line in [
      "try MeshSource { $0.rows = 3 }.graph()",
      "forces: [ManyBody { $0.strength = -50 }, LinkForce { $0.length = 20 }],",
      "placement: Uniform(),",
      "integrator: VelocityVerlet { $0.damping = 0.1 },", "repulsion: Exact(),", "dimensions: 3,",
      "threads: 2)", "let charge = graph.nodeValues(\"degree\")",
      "simulation.world.particles.mass[node] = 2",
      "simulation.world.particles.charge[node] = charge?[node] ?? 1",
      ".init(node: 4, position: [1, 2, 3]),", "simulation.pin(5)",
      "var rules: [any StopRule] = [StopAtMovement { $0.threshold = 0.1 }, StopAfterIterations { $0.count = 50 }]",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  /// A nested file, a label of two lines, an attribute that only the placement uses, and no tick.
  @Test func swiftProgramOfAFile() throws {
    let file = """
      {"nodes": [{"id": "a", "label": "line\\nbreak"}, {"id": "b"}],
       "links": [{"source": "a", "target": "b", "len": 2}]}
      """
    let text = try withFolder(["g.json": file]) { folder in
      let (trial, study) = try plan(
        """
        graph: {largest-component: {of: {file: {path: g.json}}}}
        placement: {stress: {distance: len}}
        pin: [{node: a, at: [1, 2]}]
        stop: {iterations: 0, movement: 0.3}
        """, in: folder
      ).trial(1)
      return try #require(study.program(seed: trial.seed))
    }
    for line in [
      "import ForceLayout\nimport ForceLabGraphFiles\n", #"AttributeNames(edges: ["len"])"#,
      #"position: [1, 2]),  // line\nbreak"#, "\nsimulation.tick(0)\n",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  /// With d3-force 1.2.1 and Les Misérables, the code of three such experiments gives the layouts of the trials but for
  /// 1e-8 px.
  @Test func d3Program() throws {
    let defaults = try plan("").trial(1).study.d3Program()
    #expect(
      defaults == """
        // The settings of a trial of ForceLab for d3-force: npm install d3-force
        import { forceSimulation, forceCenter, forceLink, forceManyBody } from "d3-force";

        // Nodes are [{id: "a"}, …], links are [{source: "a", target: "b"}, …]. Sets x and y of the nodes.
        export function layout(nodes, links) {
          const simulation = forceSimulation(nodes)
            .force("many-body", forceManyBody().strength(-30).theta(0.9))
            .force("link", forceLink(links).id((node) => node.id).distance(30))
            .force("center", forceCenter(0, 0))
            .stop();
          while (simulation.alpha() >= simulation.alphaMin()) simulation.tick();
          return nodes;
        }

        """)
    let text = try plan(
      """
      forces:
        - many-body: {strength: -80, distance-min: 2, distance-max: 400}
        - link: {strength: weight, scale: 0.1, iterations: 2}
        - position: {axis: x, target: 5}
        - position: {axis: x, strength: 0.2}
        - collide: {radius: 4}
        - radial: {radius: 50, center: [1, 2]}
      integrator: {verlet: {velocity-decay: 0.3}}
      repulsion: {kd-tree: {theta: 0.5}}
      nodes: {charge: degree}
      placement: uniform
      shuffle: true
      stop: {iterations: 200}
      """
    ).trial(1).study.d3Program()
    for line in [
      ".velocityDecay(0.3)\n",
      """
      export function layout(nodes, links) {
        for (const node of nodes) node.degree = 0;
        const byID = new Map(nodes.map((node) => [node.id, node]));
        for (const link of links)
          for (const id of [link.source, link.target]) byID.get(id).degree += 1;
        const simulation = forceSimulation(nodes)
      """,
      #".force("many-body", forceManyBody().strength((node) => -80 * node["degree"]).theta(0.5).distanceMin(2).distanceMax(400))"#,
      #".distance(30).strength((link) => 0.1 * link["weight"]).iterations(2))"#,
      #".force("x", forceX(5).strength(0.1))"#, #".force("x-2", forceX(0).strength(0.2))"#,
      #".force("collide", forceCollide(4))"#,
      #".force("radial", forceRadial(50, 1, 2).strength(0.1))"#, "simulation.tick(200);",
      "// The trial began with 'uniform'.", "// The trial shuffled the nodes.",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  @Test(arguments: [
    ("forces: [coulomb]", "the force 'coulomb'"),
    ("integrator: displacement", "the integrator 'displacement'"),
    ("repulsion: fmm", "the repulsion 'fmm'"),
    ("dimensions: 3", "a layout in 3 dimensions"), ("pin: [{node: 0}]", "'pin'"),
    ("stop: {movement: 0.1}", "a rule that stops other than 'iterations'"),
    ("forces: [{link: {update: simultaneous}}]", "'update: simultaneous'"),
    ("forces: [{link: {scale: 2}}]", "'scale' of strengths by degree"),
    ("events: [{at: 3, reheat: 1}]", "an event"),
  ])
  func whatD3DoesNotHave(yaml: String, what: String) throws {
    let study = try plan(yaml).trial(1).study
    let error = #expect(throws: Diagnostic.self) { _ = try study.d3Program() }
    #expect(error?.message.contains("d3-force does not have \(what)") == true)
  }

  /// The only trial of the experiment has the seed of the trial.
  @Test func theSeedOfARepeat() throws {
    let plan = try plan("seed: 7\nrepeat: 9\nsweep: {grid: {dimensions: [2, 3]}}")
    for number in 1...18 {
      let (trial, _) = try plan.trial(number)
      let single = plan.experiment(of: trial)
      let other = try Plan(
        document: YAMLDocument.parse(single.blockText, file: ""), catalog: .standard)
      #expect(other.trials.count == 1 && other.paths.isEmpty)
      #expect(other.trials[0].seed == trial.seed)
      #expect(single["dimensions"]?.flowText == (number % 2 == 1 ? "2" : "3"))
    }
    #expect(throws: Diagnostic.self) { try plan.trial(19) }
    #expect(throws: Diagnostic.self) { try plan.trial(0) }
  }
}
