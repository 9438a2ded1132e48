import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Values of metrics by hand, and by other programs.
struct MetricValueTests {
  struct Case: Sendable {
    let metric: any Metric
    let edges: [(Int, Int)]
    let coordinates: [[Double]]
    let value: Double?

    init(
      _ metric: any Metric, of edges: [(Int, Int)] = [], at coordinates: [[Double]],
      _ value: Double?
    ) {
      (self.metric, self.edges) = (metric, edges)
      (self.coordinates, self.value) = (coordinates, value)
    }
  }

  @Test(arguments: [
    Case(AngularResolution(), at: [[], []], nil),
    Case(AngularResolution(), of: [(0, 1)], at: [[0, 1], [0, 1]], nil),
    Case(AspectRatio(), at: [[0, 4, 2], [1, 0, 0]], 0.25),
    Case(AspectRatio(), at: [[1, 0, 0], [0, 4, 2]], 0.25),
    Case(AspectRatio(), at: [[-1, 1], [5, 7]], 1),
    Case(AspectRatio(), at: [[0, 8], [0, 4], [0, 2]], 0.25),
    Case(AspectRatio(), at: [[0, 1, 2], [3, 3, 3]], 0),
    Case(AspectRatio(), at: [[1, 2], [1, 2], [1, 1]], 0),
    Case(AspectRatio(), at: [[-1e308, 1e308], [0, 1e308]], 0.5),
    Case(AspectRatio(), at: [[], []], nil),
    Case(AspectRatio(), at: [[7], [3]], nil),
    Case(AspectRatio(), at: [[7, 7], [3, 3], [1, 1]], nil),
    Case(CrossingAngle(), at: [[], []], 0),
    Case(CrossingAngle(), of: [(0, 1), (2, 3)], at: [[0, 2, 0, 2], [0, 0, 1, 1]], 0),
    Case(EdgeCrossings(), at: [[], []], 0),
    Case(EdgeCrossings(), of: [(0, 1)], at: [[0, 1], [0, 1]], 0),
    Case(EdgeLengthCV(), of: [(0, 1), (1, 2)], at: [[0, 3, 3], [0, 0, 3]], 0),
    // Mean 2, population standard deviation 1.
    Case(EdgeLengthCV(), of: [(0, 1), (1, 2)], at: [[0, 1, 4], [0, 0, 0], [2, 2, 2]], 0.5),
    Case(EdgeLengthCV(), at: [[0, 1], [0, 1]], nil),
    Case(EdgeLengthCV(), of: [(0, 1)], at: [[1, 1], [1, 1]], nil),
    Case(NeighborhoodPreservation(), at: [[], []], nil),
    Case(NeighborhoodPreservation(), at: [[0, 1], [0, 1]], nil),
    Case(NodeOverlaps(), at: [[0, 10], [0, 0]], 0),
    Case(NodeOverlaps(), at: [[0, 6], [0, 8]], 0),
    Case(NodeOverlaps(), at: [[0, 6], [0, 8.0.nextDown]], 1),
    Case(NodeOverlaps(), at: [[], []], 0),
    Case(NodeOverlaps(), at: [[1], [2]], 0),
    Case(Stress(), at: [[0], [0]], nil),
    Case(Stress(), of: [(0, 1), (1, 2)], at: [[1, 1, 1], [2, 2, 2]], nil),
  ])
  func ofSmallLayouts(_ layout: Case) throws {
    let graph = try Graph(nodeCount: layout.coordinates[0].count, edges: layout.edges)
    let value = layout.metric.value(of: FinishedLayout(graph, at: layout.coordinates))
    #expect(value == layout.value, "\(layout.metric.name)")
  }

  @Test(
    arguments: [
      // networkx and Python's atan2, in degrees.
      (AngularResolution(), 0.22116294689034277, nil, 1e-12),
      (AspectRatio(), 28.0 / 33, 6.0 / 33, 0),
      // The mean over Python's 621 crossings, the angles from numpy's arccos.
      (CrossingAngle(), 0.34584108160628874, nil, 1e-9),
      // All pairs, with Python's whole numbers; 567 of them do not just touch.
      (EdgeCrossings(), 621, nil, 0),
      // numpy's std / mean.
      (EdgeLengthCV(), 0.44981605139349173, 0.44079113457193464, 1e-12),
      // networkx and scipy's pdist; equal distances by scipy's hypergeom.
      (NeighborhoodPreservation(), 0.07709316346859599, 0.07392025794274928, 1e-12),
      // scipy's cKDTree.query_pairs and pdist.
      (NodeOverlaps(), 121, 110, 0),
      // networkx's shortest paths, scipy's pdist.
      (Stress(), 0.33989140721153077, 0.33310283566207477, 1e-12),
    ] as [(any Metric, Double, Double?, Double)])
  func ofTheKarateClub(
    metric: any Metric, inPlane: Double, inSpace: Double?, tolerance: Double
  ) throws {
    #expect(isNear(metric.value(of: try karate()), inPlane, within: tolerance))
    let value = metric.value(of: try karate(dimensions: 3))
    #expect(inSpace == nil ? value == nil : isNear(value, inSpace, within: tolerance))
  }

  @Test func columnsThatMayBeEmptySayWhen() {
    let columns = [Stress().columns[1], EdgeCrossings().columns[1]] + Stability().columns
    #expect(columns.allSatisfy { $0.note?.hasPrefix("empty ") == true })
  }

  @Test func theAspectRatioIsInvariantUnderTranslationAndScaling() throws {
    #expect(AspectRatio().value(of: try karate().mapped { 0.125 * $0 - 40 }) == 28.0 / 33)
  }
}
