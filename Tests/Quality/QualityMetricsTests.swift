import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// The measures that papers report, against networkx 3.6.1 for the graphs and distances, and numpy 2.4.6
/// for all pairs of nodes and of edges.
struct QualityMetricsTests {
  private let names = [
    "stress", "neighborhood_preservation", "edge_crossings", "crossing_angle",
    "angular_resolution", "edge_length_cv", "node_overlaps", "aspect_ratio",
  ]

  private func expect(_ layout: FinishedLayout, _ expected: [Double]) throws {
    let metric = QualityMetrics()
    let values = Dictionary(
      uniqueKeysWithValues: zip(metric.columns.map(\.name), metric.values(of: layout)))
    for (name, expected) in zip(names, expected) {
      #expect(isNear(try #require(values[name]), expected, within: 1e-11), "\(name)")
    }
    for name in ["stress_error", "edge_crossings_error", "crossing_angle_error"] {
      #expect(try #require(values[name]) == nil, "\(name)")
    }
  }

  @Test func aBinaryTree() throws {
    let graph = try Graph(nodeCount: 4095, edges: (1..<4095).map { (($0 - 1) / 2, $0) })
    let layout = FinishedLayout(
      graph,
      at: [
        (0..<4095).map { Double($0 * 1009 % 4093) }, (0..<4095).map { Double($0 * 2003 % 4091) },
      ])
    try expect(
      layout,
      [
        0.3631221179120072, 0.0003907203907203907, 1990245, 0.35885022465253685,
        0.21957454545753521, 0.4636525671290239, 0, 0.9995112414467253,
      ])
  }

  @Test func aCirculantGraphOnALattice() throws {
    let edges = (0..<500).flatMap { node in [1, 7, 61].map { (node, (node + $0) % 500) } }
    let layout = FinishedLayout(
      try Graph(nodeCount: 500, edges: edges),
      at: [(0..<500).map { Double($0 * 37 % 499) }, (0..<500).map { Double($0 * $0 % 251) }])
    try expect(
      layout,
      [
        0.424002457285878, 0.000981818181818182, 302266, 0.4833156049176432,
        0.05187274181747239, 0.43525601336541864, 281, 0.5,
      ])
  }

  @Test func theValuesAreThoseOfTheMetrics() throws {
    let layout = FinishedLayout(
      try MiserablesSource().graph(), at: randomCoordinates(77, seed: 3).map { $0.map { $0 * 99 } })
    let metric = QualityMetrics { ($0.distance, $0.radius) = ("1/weight", 3) }
    let members: [any Metric] = [
      Stress { $0.distance = "1/weight" }, NeighborhoodPreservation(), EdgeCrossings(),
      CrossingAngle(),
      AngularResolution(), EdgeLengthCV(), NodeOverlaps { $0.radius = 3 }, AspectRatio(),
    ]
    #expect(metric.columns == members.flatMap(\.columns))
    #expect(metric.values(of: layout) == members.flatMap { $0.values(of: layout) })
    #expect(metric.edgeAttributes == ["weight"])
  }
}
