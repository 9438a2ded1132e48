@testable import ForceLabStudies
import Foundation
import Testing

/// Layouts by stress, as an experiment sets them.
@Suite struct StressLayoutTests {
  private static let graph = "graph: {mesh: {rows: 12, columns: 12}}\n"

  @Test(arguments: [
    ("stress", 0), ("best-stress", 0), ("sparse-stress", 0), ("fast-multilevel", 0),
    ("neighborhoods", 150),
    ("fast-neighborhoods", 40), ("multilevel-neighborhoods", 100), ("maxent-stress", 200),
  ])
  func presetsUntangleAMesh(preset: String, ticks: Int) throws {
    let row = try run(
      Self.graph + "preset: \(preset)\nmetrics: [stress, neighborhood-preservation]"
    ).only()
    #expect(row["status"] == "ok")
    #expect(row["iterations"] == "\(ticks)")
    #expect(row["stop_reason"] == "iterations")
    #expect(try #require(row["stress"].flatMap(Double.init)) < 0.05)
    #expect(try #require(row["neighborhood_preservation"].flatMap(Double.init)) > 0.7)
  }

  /// Parts of a graph do not squeeze each other, so that few ticks bring neighbors together.
  @Test(arguments: [
    ("neighborhoods", "mesh: {rows: 12, columns: 12}", 0.95),
    ("multilevel-neighborhoods", "delaunay: {nodes: 2000}", 0.76),
    ("fast-neighborhoods", "barabasi-albert: {nodes: 10000, degree: 1}", 0.6),
    // By 'multilevel-neighborhoods', at most 0.42.
    ("tearing-neighborhoods", "torus: {rows: 20, columns: 12}", 0.46),
    ("backbone-neighborhoods", "barabasi-albert: {nodes: 5000, degree: 3}", 0.25),
    ("backbone-neighborhoods", "watts-strogatz: {nodes: 3000, degree: 6, rewire: 0.1}", 0.65),
  ])
  func presetsBringNeighborsTogether(preset: String, graph: String, least: Double) throws {
    let row = try run(
      "graph: {\(graph)}\npreset: \(preset)\nmetrics: [neighborhood-preservation]"
    ).only()
    #expect(try #require(row["neighborhood_preservation"].flatMap(Double.init)) > least)
  }

  /// A slow descent ends at less stress, with all pairs and with pivots.
  @Test(arguments: [
    "barabasi-albert: {nodes: 2000, degree: 2}",
    "watts-strogatz: {nodes: 6000, degree: 6, rewire: 0.05}",
  ])
  func bestStressIsBelowStress(graph: String) throws {
    let stress = try run(
      """
      graph: {\(graph)}
      metrics: [{stress: {sources: 400}}]
      sweep: {grid: {preset: [stress, best-stress]}}
      """
    ).trials.numbers("stress")
    #expect(stress.count == 2 && stress[1] < 0.995 * stress[0], "\(stress)")
  }

  @Test func theBetterOfTwoStarts() throws {
    let stress = try run(
      """
      graph: {planted-partition: {communities: 30, size: 200, within: 0.05, between: 0.0003}}
      metrics: [{stress: {sources: 400}}]
      preset: stress
      sweep: {grid: {placement.stress.start: [pivots, multilevel, better]}}
      """
    ).trials.numbers("stress")
    #expect(stress[2] < 1.01 * min(stress[0], stress[1]), "\(stress)")
  }

  /// A pivot among the leaves of a star acts for many of them. If it did so from one place, the others
  /// would leave a hole around it: 76 of 164 cells would be empty.
  @Test func leavesOfAStarLeaveFewHolesAroundPivots() throws {
    let graph = try Graph(nodeCount: 5001, edges: (1...5000).map { (0, $0) })
    var generator = SeededGenerator(seed: 3)
    let layout = try StressPlacement { $0.pivots = 32 }
      .coordinates(of: graph, dimensions: 2, using: &generator)
    let fromHub = layout.map { axis in axis.map { $0 - axis[0] } }
    let radius = zip(fromHub[0], fromHub[1]).map { hypot($0, $1) }.max() ?? 0
    let cells = Set(
      graph.sources.indices.map { edge in
        fromHub.map { Int(($0[edge + 1] / radius * 12).rounded(.down)) }
      })
    let inner = (-12..<12).flatMap { x in (-12..<12).map { y in [x, y] } }.filter { cell in
      hypot(Double(cell[0]) + 0.5, Double(cell[1]) + 0.5) < 0.6 * 12
    }
    #expect(inner.count == 164)
    #expect(inner.count { !cells.contains($0) } < 50)
  }

  @Test func noIterationsKeepTheStart() throws {
    let run = try run(
      """
      graph: {file: graph.edges}
      placement: {file: {path: start.csv}}
      stop: {iterations: 0}
      """, files: ["graph.edges": "0 1\n", "start.csv": "id,x,y\n0,1,2\n1,3.5,-4\n"])
    #expect(try run.only()["iterations"] == "0")
    #expect(try run.layout() == [[1, 2], [3.5, -4]])
    #expect(run.samples.rows.isEmpty)
  }

  @Test(arguments: ["60", "60000ms", "60s", "60 s", "60000000us"])
  func acceptsTimesAsBudgets(text: String) throws {
    let graph = "graph: {mesh: {rows: 6, columns: 6}}\n"
    let row = try run(
      graph + "time-budget: \(text)\nmetrics: [stress]\npin: [{node: 5, at: [7, 8]}]"
    ).only()
    #expect(row["status"] == "ok")
    // All pairs of a small graph count, and the layout ends long before the time is over.
    #expect(row["pivots"] == "36")
    #expect(try #require(row["stress"].flatMap(Double.init)) < 0.03)
  }

  @Test func aBudgetCanBeForCrossings() throws {
    let graph = "graph: {hypercube: 3}\nmetrics: [edge-crossings]\n"
    let row = try run(graph + "time-budget: {seconds: 1s, for: edge-crossings}").only()
    #expect(row["edge_crossings"] == "0")
  }

  /// Those of low stress have crossings in so little time.
  @Test(arguments: [
    ("random-tree: {nodes: 3000}", "20ms"), ("caterpillar: {spine: 400, legs: 3}", "5ms"),
    ("barabasi-albert: {nodes: 20000, degree: 1}", "100ms"), ("star: 3000", "100ms"),
    ("path: 1", "1ms"),
  ])
  func forestsHaveNoCrossings(graph: String, budget: String) throws {
    let row = try run(
      """
      graph: {\(graph)}
      metrics: [edge-crossings]
      time-budget: {seconds: \(budget), for: edge-crossings}
      """
    ).only()
    #expect(row["edge_crossings"] == "0")
  }

  @Test func aGraphWithACycleIsNoForest() throws {
    let graph = try Graph(nodeCount: 5, edges: [(0, 1), (1, 2), (2, 0)])
    #expect(RadialForest.coordinates(of: graph, in: PlacementContext(graph)) == nil)
  }

  /// What annealing lowers is the same for a graph.
  @Test func normalizedCrossingsAreCrossings() throws {
    var decoder = ParameterDecoder(catalog: .standard)
    let measures = WeightedMeasures.decode(
      "normalized-crossings".encoded(), as: Slot(name: "for"), by: &decoder)
    #expect(measures?.whollyAnnealed == Objective { $0.edgeCrossings = 1 })
  }

  @Test func aBudgetCanBeForAnyMetric() throws {
    let trials = try run(
      """
      graph: {random-tree: {nodes: 60}}
      metrics: [neighborhood-preservation, edge-length-cv, node-overlaps]
      nodes: {size: [24, 12]}
      variants:
        stress: {preset: stress}
        neighborhoods: {time-budget: {seconds: 1s, for: neighborhood-preservation}}
        lengths: {time-budget: {seconds: 1s, for: edge-length-cv}}
        mixed: {time-budget: {seconds: 1s, for: {edge-length-cv: 1, node-overlaps: 1}}}
      """
    ).trials
    let neighborhoods = try trials.numbers("neighborhood_preservation")
    let lengths = try trials.numbers("edge_length_cv")
    let overlaps = try trials.numbers("node_overlaps")
    #expect(
      neighborhoods.max() == neighborhoods[1] && neighborhoods[1] > neighborhoods[0],
      "\(neighborhoods)")
    #expect(lengths.min() == lengths[2] && lengths[2] < 0.9 * lengths[0], "\(lengths)")
    #expect(
      lengths[3] < lengths[0] && overlaps[3] <= overlaps[0] && overlaps[3] < overlaps[2],
      "\(lengths) \(overlaps)")
  }

  /// Neighborhoods that take long to measure, unless a layout has few nodes.
  struct SlowNeighborhoods: Metric {
    static let manual = Manual<Self>(
      "slow-neighborhoods", "As 'neighborhood-preservation'.", parameters: [])

    var columns: [Column] { [.measure("slow_neighborhoods", better: .higher)] }
    var isLocal: Bool { true }

    func value(of layout: FinishedLayout) -> Double? {
      if layout.graph.nodeCount > 2048 { Thread.sleep(forTimeInterval: 0.8) }
      return NeighborhoodPreservation().value(of: layout)
    }
  }

  /// After the whole was measured once, there is no time to do that again.
  @Test func aPartIsMeasuredWhereTheWholeTakesLong() throws {
    let values = try run(
      """
      graph: {watts-strogatz: {nodes: 3000}}
      metrics: [neighborhood-preservation]
      variants:
        stress: {preset: stress}
        search: {time-budget: {seconds: 2s, for: slow-neighborhoods}}
      """, catalog: .standard + Catalog([SlowNeighborhoods.self])
    ).trials.numbers("neighborhood_preservation")
    #expect(values[1] > 4 * values[0], "\(values)")
  }

  /// However long measuring takes, and if no layout is better than the start.
  @Test(arguments: [
    ("{barabasi-albert: {nodes: 800}}", "1ms", "{edge-crossings: 1, edge-length-cv: 1}"),
    ("{barabasi-albert: {nodes: 800}}", "1ms", "symmetry"),
    ("{mesh: {rows: 100, columns: 100}}", "20ms", "trustworthiness"),
    ("{path: 2}", "10ms", "edge-length-cv"),
  ])
  func anyMeasureGivesALayout(graph: String, budget: String, measures: String) throws {
    let row = try run(
      """
      graph: \(graph)
      timeout: 60s
      time-budget: {seconds: \(budget), for: \(measures)}
      """
    ).only()
    #expect(row["status"] == "ok")
  }

  /// Without links, each tick moves nodes farther apart.
  @Test func nodesWithoutLinksStayInReach() throws {
    let areas = try run(
      """
      graph: {cells: {count: 5}}
      metrics: [hull-area]
      time-budget: {seconds: 300ms, for: node-resolution}
      """
    ).trials.numbers("hull_area")
    #expect(areas.count == 1 && areas[0] < 4e18, "\(areas)")
  }

  /// The raw stress is low where edges have a length of 1 px.
  @Test func aMeasureThatDependsOnTheScaleFindsIt() throws {
    let trials = try run(
      """
      graph: {random-tree: {nodes: 60}}
      metrics: [raw-stress, stress]
      variants:
        stress: {preset: stress}
        raw: {time-budget: {seconds: 500ms, for: raw-stress}}
      """
    ).trials
    let (raw, stress) = (try trials.numbers("raw_stress"), try trials.numbers("stress"))
    #expect(raw[1] < 0.01 * raw[0] && stress[1] < 1.5 * stress[0], "\(raw) \(stress)")
  }

  @Test func aPerfectLayoutStays() throws {
    let stress = try run(
      """
      graph: {path: 9}
      metrics: [stress]
      variants:
        stress: {time-budget: 50ms}
        crossings: {time-budget: {seconds: 300ms, for: crossing-angle}}
      """
    ).trials.numbers("stress")
    #expect(stress[1] < stress[0] + 1e-3, "\(stress)")
  }

  /// The time is estimated from parts, which keep the groups.
  @Test func groupsAreMovedApart() throws {
    let silhouette = try run(
      """
      graph: {planted-partition: {communities: 4, size: 50}}
      metrics: [silhouette]
      variants:
        stress: {time-budget: 100ms}
        search: {time-budget: {seconds: 1s, for: silhouette}}
      """
    ).trials.numbers("silhouette")
    #expect(silhouette[1] > silhouette[0] + 0.05, "\(silhouette)")
  }

  @Test func allPresetsOfTheSearchAreThere() {
    let attempts = [SearchAttempt.whole, .backbone, .probe] + SearchAttempt.others
    for attempt in attempts {
      #expect(Catalog.standard.entry(of: .preset, named: attempt.name) != nil, "\(attempt.name)")
    }
  }

  /// A slow descent has 400 steps if there is time for them.
  @Test func aShortBudgetCutsASlowDescent() throws {
    let layout = TimedStressLayout(budget: 0.001)
    let graph = try Graph(nodeCount: 300, edges: (1..<300).map { (0, $0) })
    var generator = SeededGenerator(seed: 1)
    _ = layout.coordinates(of: graph, in: PlacementContext(graph), using: &generator)
    #expect(layout.choice.epochs < 200, "\(layout.choice)")
  }

  /// With distances exact to 1/256, nodes far from all pivots would be beside their places. A path with distances above
  /// 65 535 needs other numbers.
  @Test func pivotsFarFromEachOtherShowAMesh() throws {
    func layout(_ graph: Graph) throws -> FinishedLayout {
      var generator = SeededGenerator(seed: 1)
      let placement = PivotMDS { $0.pivots = 10 }
      return try FinishedLayout(
        graph, at: placement.coordinates(in: PlacementContext(graph), using: &generator))
    }
    let mesh = try layout(MeshSource { ($0.rows, $0.columns) = (100, 90) }.graph())
    #expect(try #require(Stress().value(of: mesh)) < 0.025)
    #expect(try #require(NeighborhoodPreservation().value(of: mesh)) > 0.9)
    let path = try layout(Graph(nodeCount: 70_000, edges: (1..<70_000).map { ($0 - 1, $0) }))
    #expect(try #require(Stress().value(of: path)) < 0.05)
  }

  private func layout(_ graph: Graph, _ seconds: Double, _ seed: UInt64 = 1) -> [[Double]] {
    var generator = SeededGenerator(seed: seed)
    return TimedStressLayout(budget: seconds).coordinates(
      of: graph, in: PlacementContext(graph), using: &generator)
  }

  /// Seeds of layouts of which most must be good: other programs may hold the processor in a short time.
  private let attempts = 1...5 as ClosedRange<UInt64>

  /// However short the budget is, all nodes have a place.
  @Test(arguments: [1e-9, 1e-4, 0.002, 0.05])
  func anyBudgetGivesALayout(seconds: Double) throws {
    let graph = try MeshSource { ($0.rows, $0.columns) = (60, 60) }.graph()
    let positions = layout(graph, seconds)
    #expect(positions.allSatisfy { $0.count == 3600 && $0.allSatisfy(\.isFinite) })
    #expect(try #require(Stress().value(of: FinishedLayout(graph, at: positions))) < 0.9)
  }

  /// It ends when more time would not lower the stress.
  @Test func aBudgetNeedsNoLimit() throws {
    let graph = try MeshSource { ($0.rows, $0.columns) = (5, 5) }.graph()
    let positions = layout(graph, .infinity)
    #expect(positions.allSatisfy { $0.allSatisfy(\.isFinite) })
  }

  /// Distances in a graph of many levels take so long that no time would be left for the layout.
  @Test(arguments: [0.1, 0.2, 0.4, 0.8])
  func noBudgetTanglesALongRing(seconds: Double) throws {
    let graph = try RingSource { $0.count = 4000 }.graph()
    let stresses = try attempts.map { seed in
      try #require(Stress().value(of: FinishedLayout(graph, at: layout(graph, seconds, seed))))
    }
    #expect(stresses.count { $0 < 0.1 } >= 3, "\(stresses)")
  }

  /// The leaves of a node have the same distances from all others. Three of them in one place each leave 4000 places.
  @Test(arguments: [0.002, 0.005])
  func fewNodesCoincide(seconds: Double) throws {
    let graph = try CaterpillarSource { ($0.spine, $0.legs) = (2000, 3) }.graph()
    let places = attempts.map { seed in
      let positions = layout(graph, seconds, seed)
      return Set((0..<graph.nodeCount).map { node in positions.map { $0[node] } }).count
    }
    #expect(places.count { $0 > 6000 } >= 3, "\(places)")
  }

  /// Small parts take all the time that they get.
  @Test func aLargePartHasItsShareBeforeSmallOnes() throws {
    let mesh = try MeshSource { ($0.rows, $0.columns) = (40, 40) }.graph()
    let pairs = (0..<20_000).map { (2 * $0, 2 * $0 + 1) }
    let edges = zip(mesh.sources, mesh.targets).map { (40_000 + Int($0), 40_000 + Int($1)) }
    let graph = try Graph(nodeCount: 41_600, edges: pairs + edges)
    let stresses = try attempts.map { seed in
      let places = layout(graph, 0.3, seed).map { Array($0.dropFirst(40_000)) }
      return try #require(Stress().value(of: FinishedLayout(mesh, at: places)))
    }
    #expect(stresses.count { $0 < 0.05 } >= 3, "\(stresses)")
  }

  /// As many pairs would leave no time.
  @Test func isolatedNodesLeaveTimeForOthers() throws {
    let timed = TimedStressLayout(budget: 0.1)
    let graph = try Graph(nodeCount: 20_000, edges: (1..<1000).map { ($0 - 1, $0) })
    var generator = SeededGenerator(seed: 1)
    _ = timed.coordinates(of: graph, in: PlacementContext(graph), using: &generator)
    #expect(timed.choice.epochs > 0)
  }

  /// However short the budget is, parts of a graph have places of their own.
  @Test func partsOfAGraphDoNotCoincide() throws {
    var edges: [(Int, Int)] = []
    for star in 0..<300 {
      for leaf in 1..<10 { edges.append((10 * star, 10 * star + leaf)) }
    }
    let graph = try Graph(nodeCount: 3000, edges: edges)
    for seconds in [1e-4, 0.002, 0.02] {
      let positions = layout(graph, seconds)
      let hubs = Set((0..<300).map { star in positions.map { $0[10 * star] } })
      #expect(hubs.count == 300, "\(seconds) s")
    }
  }
}
