import ForceLabGraphs
import ForceLabPlugins

/// Places the nodes in Gaussian clusters around random points.
public struct Clusters: Placement {
  public var count = 10
  public var deviation = 5.0
  public var width = 300.0
  public var height = 300.0
  public var depth = 300.0

  public init() {}

  public static let manual = Manual<Self>(
    "clusters",
    "Places the nodes in Gaussian clusters of equal size around random points of a rectangle (in 3D a "
      + "box) with a corner at the origin.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...1_000_000_000), "Number of clusters."),
      Parameter(
        "deviation", \.deviation, in: 0..., unit: "px", "Standard deviation of a cluster per axis."),
      Parameter("width", \.width, in: 0..., unit: "px", "Extent of the centers along x."),
      Parameter("height", \.height, in: 0..., unit: "px", "Extent of the centers along y."),
      Parameter("depth", \.depth, in: 0..., unit: "px", "Extent of the centers along z, in 3D."),
    ])

  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) -> [[Double]] {
    let extents = [width, height, depth].prefix(dimensions)
    // More centers than nodes would be empty.
    let centers = (0..<min(count, graph.nodeCount)).map { _ in
      extents.map { generator.unit() * $0 }
    }
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: dimensions)
    for node in 0..<graph.nodeCount {
      let center = centers[node % centers.count]
      let offset = deviation * generator.normalNumbers(dimensions)
      for axis in 0..<dimensions { coordinates[axis][node] = center[axis] + offset[axis] }
    }
    return coordinates
  }
}
