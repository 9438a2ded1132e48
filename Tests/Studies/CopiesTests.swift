@testable import ForceLabStudies
import Testing

/// The note on a plan in which nothing is random.
@Suite struct CopiesTests {
  private let advice =
    ", unless nodes coincide; add 'shuffle: true', 'placement: uniform' or a 'jitter' of the "
    + "placement"

  @Test func aPlanSaysThatNothingIsRandom() throws {
    #expect(
      try problems("graph: karate\nrepeat: 6") == [
        "e.yaml:3:9: note: nothing in this plan is random: 6 repeats give 6 copies of one layout"
          + advice
      ])
    #expect(
      try problems("repeat: 3\nsweep: {grid: {repulsion: [exact, grid]}}") == [
        "e.yaml:2:9: note: nothing in this plan is random: 3 repeats give 3 copies of each layout"
          + advice
      ])
    // The seed of a random graph is its own.
    #expect(try problems("repeat: 2\ngraph: {random: {nodes: 9, edges: 8}}").count == 1)
  }

  @Test(arguments: [
    "shuffle: true", "placement: uniform", "placement: {clusters: {}}", "placement: multilevel",
    "placement: {phyllotaxis: {jitter: 0.1}}", "forces: [jiggle]", "repulsion: sampled",
    "events: [{at: 1, set: {repulsion: sampled}}]",
    "events: [{at: 1, add-nodes: {count: 3, place: {at: [9, 9]}}}]",
    "forces: [jiggle: {temperature: 0}]\nevents: [{at: 1, set: {forces.jiggle.temperature: 1}}]",
    "repeat: 1", "sweep: {grid: {placement: [circle, uniform]}}",
    "sweep: {grid: {shuffle: [false, true]}}",
  ])
  func aRandomPlanSaysNothing(yaml: String) throws {
    let repeats = yaml.hasPrefix("repeat") ? "" : "repeat: 5\n"
    #expect(try problems(repeats + "graph: karate\n" + yaml) == [])
  }

  /// Twelve trials have three layouts of each graph.
  @Test func aFigureCountsEachLayoutOfAGraphOnce() throws {
    func item(_ claim: String, _ figure: String) -> String {
      "  - {claim: \(claim), source: b, value: 1, figure: {column: \(figure)}}\n"
    }
    let plan = try plan(
      """
      repeat: 3
      placement: uniform
      forces: []
      metrics: [stress]
      record: {layout: none}
      sweep: {grid: {stop.iterations: [1, 2], graph: [{ring: 8}, {path: 8}]}}
      published:

      """ + item("a", "stress, statistic: minimum")
        + item("b", "tick_ns_median, statistic: minimum")
        + item("c", "stress, where: {graph: ring}, relative-to: {graph: path}")
        + item("d", "stress"))
    let results = try withFolder { folder in
      try Runner(plan).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ).published
    }
    #expect(results.map(\.count) == [6, 12, 3, 2])
    #expect(results[3].reason == "no interval: needs 6 graphs, has 2")
    #expect(results[2].reason == "no interval: needs 6 distinct results, has 3")
  }

  @Test func trialsOfDifferentGraphsAreNoPairs() throws {
    let plan = try plan(
      """
      repeat: 6
      placement: uniform
      forces: []
      metrics: [stress]
      record: {layout: none}
      sweep:
        grid: {stop.iterations: [1, 2], graph: [ring, path, star]}
        exclude:
          - {where: {stop.iterations: 1, graph: ring}, because: one}
          - {where: {stop.iterations: 2, graph: star}, because: two}
      published:
        - {claim: a, source: b, value: 1, figure: {column: stress, where: {stop.iterations: 1}, \
      relative-to: {stop.iterations: 2}}}
      """)
    let results = try withFolder { folder in
      try Runner(plan).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ).published
    }
    #expect(results.map(\.reason) == ["no interval: the repeats form no pairs"])
  }

  @Test func aPlanThatOnlyMeasuresTimesSaysSo() throws {
    let expected = "note: nothing in this plan is random: the 4 repeats only measure times"
    for yaml in [
      "record: {layout: none}", "study: averages\nvalues: [1, 2]",
      "study: tree-build\nplacement: circle", "study: region-query\nitems: sorted",
    ] {
      let found = try problems("repeat: 4\n" + yaml)
      #expect(found.count == 1 && found.first?.hasSuffix(expected) == true, "\(found)")
    }
    #expect(try problems("study: tree-build\nrepeat: 4") == [])
    #expect(try problems("study: region-query\nrepeat: 4") == [])
  }
}
