import ForceLabPlugins
import ForceLabSettings

/// The limits of generators: all counts fit Int32, and memory is not exhausted.
enum GeneratorLimit {
  static let nodes = 10_000_000
  static let edges = 100_000_000
  static let counts = Bounds(1...nodes)

  /// a·b, or `Int.max` on overflow.
  static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }

  /// The number of pairs of `count` items, n(n − 1)/2; approximate beyond the limits.
  static func pairs(_ count: Int) -> Int { product(count, max(count, 1) - 1) / 2 }

  /// Throws an error of `parameter` if there are too many `nodes` or `edges`.
  static func check(nodes: Int = 0, edges: Int = 0, parameter: String) throws(ParameterError) {
    if nodes > Self.nodes {
      throw ParameterError(
        "the graph has \(nodes) nodes; the limit is \(Self.nodes)", parameter: parameter)
    }
    if edges > Self.edges {
      throw ParameterError(
        "the graph has \(edges) edges; the limit is \(Self.edges)", parameter: parameter)
    }
  }
}

extension GraphSource {
  /// Throws if a number is outside its parameter's range, or if `check()` throws.
  ///
  /// Experiments are checked when they are decoded. This covers sources made in Swift.
  func checkAll() throws(ParameterError) {
    let values = encoded()
    for entry in Self.page.entries {
      guard let value = values[entry.name]?.scalar?.number else { continue }
      switch entry.form {
      case .integer(let bounds) where !bounds.contains(value),
        .number(let bounds) where !bounds.contains(value):
        throw ParameterError(
          "'\(entry.name)' is \(value.shortText), outside its range: \(bounds)",
          parameter: entry.name)
      default: continue
      }
    }
    try check()
  }
}
