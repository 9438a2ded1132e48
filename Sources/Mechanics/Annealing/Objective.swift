import ForceLabPlugins

/// A weighted sum of measures of a layout, which is to be minimal.
public struct Objective: Record, Hashable {
  public var stress = 0.0
  public var edgeCrossings = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "objective",
    "A sum of measures times weights, which is to be minimal; {stress: 1, edge-crossings: 0.5} weighs half a "
      + "crossing like a stress of 1.",
    parameters: [
      Parameter(
        "stress", \.stress, within: Bounds(0...1e6),
        "Weight of the stress Σ (‖xi − xj‖/d_ij − 1)² over all pairs of nodes, lengths in edges."),
      Parameter(
        "edge-crossings", \.edgeCrossings, within: Bounds(0...1e6),
        "Weight of the number of edge crossings; 2D only."),
    ],
    source: "R. Davidson and D. Harel, “Drawing graphs nicely using simulated annealing”, 1996")
}
