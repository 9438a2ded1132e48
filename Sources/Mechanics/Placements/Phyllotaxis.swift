import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Places the nodes on a spiral around the origin, as d3-force does.
public struct Phyllotaxis: FixedPlacement {
  public var jitter = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "phyllotaxis", "Places the nodes on a spiral as d3-force does; in 3D as d3-force-3d does.",
    parameters: [.jitter(\.jitter)],
    formula: "r = 10·√(i + ½), φ = i·π·(3 − √5), x = (r·cos φ, r·sin φ); in 3D r = 10·∛(i + ½)",
    source: "d3-force 3, d3-force-3d")

  public func coordinates(of graph: Graph, dimensions: Int) -> [[Double]] {
    let roll = Double.pi * (3 - 5.0.squareRoot())
    let yaw = Double.pi * 20 / (9 + 221.0.squareRoot())
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: dimensions)
    for node in 0..<graph.nodeCount {
      let i = Double(node)
      if dimensions == 2 {
        let radius = 10 * (0.5 + i).squareRoot()
        coordinates[0][node] = radius * cos(i * roll)
        coordinates[1][node] = radius * sin(i * roll)
      } else {
        let radius = 10 * cbrt(0.5 + i)
        coordinates[0][node] = radius * sin(i * roll) * cos(i * yaw)
        coordinates[1][node] = radius * cos(i * roll)
        coordinates[2][node] = radius * sin(i * roll) * sin(i * yaw)
      }
    }
    return coordinates
  }
}
