import ForceLabPlugins
import ForceLabSettings
import Foundation

public struct PlantedPartitionSource: GraphSource {
  public var communities = 4
  public var size = 25
  public var within = 0.3
  public var between = 0.01
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "planted-partition",
    "Random communities of equal size: the stochastic block model with one probability of edges "
      + "within communities and one between them. The groups are the communities.",
    parameters: [
      .count("communities", \.communities, "The number of communities."),
      .count("size", \.size, "The nodes of a community."),
      Parameter(
        "within", \.within, in: 0...1,
        "The probability of an edge between two nodes of a community."
      ),
      Parameter(
        "between", \.between, in: 0...1,
        "The probability of an edge between nodes of different communities."),
      .seed(\.seed),
    ],
    source: "A. Condon and R. M. Karp, “Algorithms for graph partitioning on the planted partition "
      + "model”, 2001; networkx's planted_partition_graph")

  public func check() throws(ParameterError) {
    let count = GeneratorLimit.product(communities, size)
    try GeneratorLimit.check(nodes: count, parameter: "size")
    let inner = Double(communities) * Double(GeneratorLimit.pairs(size))
    let expected = inner * within + (Double(GeneratorLimit.pairs(count)) - inner) * between
    guard expected <= Double(GeneratorLimit.edges) else {
      throw ParameterError(
        "the graph has about \(Int(clamping: expected)) edges; the limit is \(GeneratorLimit.edges); reduce "
          + "the probabilities", parameter: within > between ? "within" : "between")
    }
  }

  /// Edges are in ascending order of their higher ends. Cost: linear in nodes and edges: V. Batagelj and
  /// U. Brandes, “Efficient generation of large random networks”, 2005.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: seed)
    var edges: [(Int, Int)] = []
    let count = communities * size
    var (other, inner) = (Gaps(probability: between), Gaps(probability: within))
    for node in 0..<count {
      let start = node / size * size
      other.visit(0..<start, by: &generator) { edges.append(($0, node)) }
      inner.visit(start..<node, by: &generator) { edges.append(($0, node)) }
    }
    return try Graph(nodeCount: count, edges: edges, groups: (0..<count).map { String($0 / size) })
  }

  /// Visits items of a long list with a probability, each of them or not.
  private struct Gaps {
    let probability: Double
    /// The items that are left out before the next one; nil before the first draw.
    var gap: Int?

    /// Visits some of `items`, which follow those of the last call.
    mutating func visit(
      _ items: Range<Int>, by generator: inout SeededGenerator, _ body: (Int) -> Void
    ) {
      guard probability > 0 else { return }
      var item = items.lowerBound
      while item < items.upperBound {
        let wait = gap ?? draw(&generator)
        guard wait < items.upperBound - item else {
          gap = wait - (items.upperBound - item)
          return
        }
        body(item + wait)
        item += wait + 1
        gap = nil
      }
    }

    /// A number of failures before a success.
    private func draw(_ generator: inout SeededGenerator) -> Int {
      guard probability < 1 else { return 0 }
      let gap = log(1 - generator.unit()) / log1p(-probability)
      return gap < 1e15 ? Int(clamping: gap) : 1 << 50
    }
  }
}
