import Testing

/// What the multilevel start is for, seen through an experiment.
@Suite struct MultilevelTests {
  /// OGDF's fast multipole multilevel embedder reaches 0.0197.
  @Test(.enabled(if: isOptimized)) func aMeshOf1024IsLaidOutAsWellAsByThePeers() throws {
    let run = try run(
      """
      graph: {mesh: {rows: 32, columns: 32}}
      placement: {multilevel: {integrator: {verlet: {velocity-decay: 0.3}}}}
      forces: [many-body: {strength: -1}, link: {strength: 1.3}]
      stop: {iterations: 3}
      metrics: [stress]
      """)
    #expect(try run.trials.numbers("stress")[0] < 0.0197)
  }

  @Test func theLayoutTimeIncludesThePlacement() throws {
    let run = try run(
      """
      graph: {mesh: {rows: 12, columns: 12}}
      placement: {multilevel: {coarsest: 2, ticks: 50}}
      stop: {iterations: 1}
      """)
    let (layout, ticks) = (
      try run.trials.numbers("layout_seconds")[0], try run.trials.numbers("wall_seconds")[0]
    )
    #expect(layout > ticks && ticks > 0)
  }
}
