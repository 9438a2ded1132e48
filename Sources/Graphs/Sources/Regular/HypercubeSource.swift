import ForceLabPlugins

public struct HypercubeSource: GraphFamily {
  public var dimension = 5

  public init() {}

  public static let manual = Manual<Self>(
    "hypercube",
    "The corners and edges of a cube of many dimensions: 2ᵈ nodes, each with d neighbors.",
    parameters: [
      Parameter("dimension", \.dimension, within: Bounds(0...20), "The number d of dimensions.")
    ], shorthand: "dimension",
    source: "networkx's hypercube_graph; nodes are joined if their numbers differ in one bit")

  var nodeCount: Int { 1 << dimension }
  var edges: [(Int, Int)] {
    (0..<1 << dimension).flatMap { node in
      (0..<dimension).compactMap { bit in
        node & 1 << bit == 0 ? (node, node | 1 << bit) : nil
      }
    }
  }
}
