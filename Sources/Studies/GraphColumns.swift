import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

/// Facts of graphs as columns, so that results can be related to properties of the graphs.
extension GraphFacts {
  static let columns: [Column] = [
    .fact("components", "connected components"), .fact("density", "density of edges"),
    .fact("degree_mean", "mean degree"), .fact("degree_max", "maximum degree"),
    .fact("diameter_lower_bound", "lower bound of the diameter"),
    .fact("clustering", "average clustering coefficient"),
  ]

  var fields: [String: Field] {
    [
      "components": .integer(components), "density": .number(density),
      "degree_mean": .number(meanDegree), "degree_max": .integer(maxDegree),
      "diameter_lower_bound": .integer(diameterLowerBound), "clustering": .number(clustering),
    ]
  }
}

extension GraphCache {
  private static let facts = RecentCache<GraphFacts>(capacity: 1000)

  static func facts(of graph: Graph, from source: any GraphSource) -> GraphFacts {
    facts.value(key(of: source, AttributeNames())) { GraphFacts(graph) }
  }
}
