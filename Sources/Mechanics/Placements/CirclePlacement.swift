import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Places the nodes evenly on a circle around the origin.
public struct CirclePlacement: FixedPlacement {
  public var radius: Double?
  public var jitter = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "circle",
    "Places the nodes in order, evenly spaced, on a circle around the origin; in 3D at z = 0.",
    parameters: [
      Parameter(
        "radius", \.radius, in: 0..., unit: "px", "Radius of the circle.",
        defaultDescription: "10·√n, as of phyllotaxis"),
      .jitter(\.jitter),
    ],
    formula: "x = radius·(cos 2πi/n, sin 2πi/n)",
    source: "networkx, circular_layout")

  public func coordinates(of graph: Graph, dimensions: Int) -> [[Double]] {
    let count = Double(graph.nodeCount)
    let radius = radius ?? 10 * count.squareRoot()
    let angles = (0..<graph.nodeCount).map { 2 * Double.pi * Double($0) / count }
    let flat = [angles.map { radius * cos($0) }, angles.map { radius * sin($0) }]
    return dimensions == 2 ? flat : flat + [angles.map { _ in 0 }]
  }
}
