import ForceLabGraphs
import ForceLabPlugins

/// Places every node at random in a rectangle or a box with a corner at the origin.
public struct Uniform: Placement {
  public var width = 300.0
  public var height = 300.0
  public var depth = 300.0

  public init() {}

  public static let manual = Manual<Self>(
    "uniform",
    "Places every node at random in a rectangle (in 3D a box) with a corner at the origin.",
    parameters: [
      Parameter("width", \.width, in: 0..., unit: "px", "Extent along x."),
      Parameter("height", \.height, in: 0..., unit: "px", "Extent along y."),
      Parameter("depth", \.depth, in: 0..., unit: "px", "Extent along z, in 3D."),
    ],
    source: "The random start of the layout on blog.krugazor.eu")

  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) -> [[Double]] {
    let extents = [width, height, depth]
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: dimensions)
    for node in 0..<graph.nodeCount {
      for axis in 0..<dimensions { coordinates[axis][node] = generator.unit() * extents[axis] }
    }
    return coordinates
  }
}
