import ForceLabPlugins
import ForceLabSettings

/// The most that generators make, so that no count leaves Int32 and memory is not exhausted.
enum GeneratorLimit {
  static let nodes = 10_000_000
  static let edges = 100_000_000
  /// The range of a parameter that counts nodes.
  static let counts = Bounds(1...nodes)

  /// a·b, or `Int.max` where that is too large.
  static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }

  /// How many pairs `count` things make, n(n − 1)/2; beyond the limits only roughly.
  static func pairs(_ count: Int) -> Int { product(count, max(count, 1) - 1) / 2 }

  /// Throws a fault of `parameter` if there would be too many `nodes` or `edges`.
  static func check(nodes: Int = 0, edges: Int = 0, parameter: String) throws(ParameterError) {
    if nodes > Self.nodes {
      throw ParameterError(
        "that would make \(nodes) nodes; the limit is \(Self.nodes)", parameter: parameter)
    }
    if edges > Self.edges {
      throw ParameterError(
        "that would make \(edges) edges; the limit is \(Self.edges)", parameter: parameter)
    }
  }
}

extension GraphSource {
  /// Throws a fault if a number is outside its parameter's range or if `check()` finds one.
  ///
  /// Experiments are checked when they are decoded; this covers sources made in plain Swift.
  func checkAll() throws(ParameterError) {
    let values = encoded()
    for entry in Self.page.entries {
      guard let value = values[entry.name]?.scalar?.value else { continue }
      switch (entry.form, value) {
      case (.integer(let bounds), .int(let value)) where !bounds.contains(Double(value)):
        throw ParameterError(
          "'\(entry.name)' is \(value), outside its range: \(bounds)", parameter: entry.name)
      case (.number(let bounds), .float(let value)) where !bounds.contains(value):
        throw ParameterError(
          "'\(entry.name)' is \(value.shortText), outside its range: \(bounds)",
          parameter: entry.name)
      case (.number(let bounds), .int(let value)) where !bounds.contains(Double(value)):
        throw ParameterError(
          "'\(entry.name)' is \(value), outside its range: \(bounds)", parameter: entry.name)
      default: continue
      }
    }
    try check()
  }
}
