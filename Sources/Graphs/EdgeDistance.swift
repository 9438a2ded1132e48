import ForceLabPlugins

/// How distances in a graph are measured: by the number of edges, or along shortest paths by an
/// attribute of edges or its reciprocal.
package struct EdgeDistance: Sendable {
  /// The name for which every edge has the length 1.
  package static let unit = "edges"

  /// For the manuals of plugins with a parameter of this kind.
  package static let description =
    "How distances in the graph are measured: by the number of `edges`, or along shortest paths by "
    + "an attribute of edges, such as `length`, or its reciprocal, such as `1/weight`."

  package let isUnit: Bool
  private let attribute: String
  private let isInverse: Bool

  /// `name` is `edges`, an attribute, or `1/` and an attribute.
  package init(_ name: String) {
    isUnit = name == Self.unit
    isInverse = name.hasPrefix("1/")
    attribute = isInverse ? String(name.dropFirst(2)) : name
  }

  package var edgeAttributes: Set<String> { isUnit ? [] : [attribute] }

  package func check(on graph: Graph) throws(ParameterError) {
    guard !isUnit else { return }
    try Quantity.attribute(attribute).check(
      edgesOf: graph, within: Bounds(above: 0), as: "distance")
  }

  /// The length of each edge relative to the largest, at least 10⁻¹⁰⁰, so that sums and squares of reciprocals do not
  /// overflow. Nil if edges are counted, or do not have the attribute.
  package func lengths(in graph: Graph) -> [Double]? {
    guard let values = values(in: graph) else { return nil }
    let (minimum, maximum) = (values.min() ?? 1, values.max() ?? 1)
    return values.map { max(1e-100, isInverse ? minimum / $0 : $0 / maximum) }
  }

  /// The length of the longest edge, to which `lengths` are relative; 1 if edges are counted.
  package func maxLength(in graph: Graph) -> Double {
    let values = values(in: graph)
    return isInverse ? 1 / (values?.min() ?? 1) : values?.max() ?? 1
  }

  /// The values of the attribute, if all are above 0.
  private func values(in graph: Graph) -> [Double]? {
    guard !isUnit, let values = graph.edgeValues(attribute), values.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return values
  }
}
