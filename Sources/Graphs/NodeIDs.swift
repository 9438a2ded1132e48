/// The identifiers of the nodes in the source of a graph, one for each, as written there.
public struct NodeIDs: Sendable, Hashable, Codable {
  public var texts: [String]
  /// Whether the source has them as numbers, so that programs read them as numbers.
  public var areNumbers: Bool

  public init(_ texts: [String], areNumbers: Bool = false) {
    (self.texts, self.areNumbers) = (texts, areNumbers)
  }
}

extension Graph {
  /// The identifier of `node` in the source of the graph; its number if the source has none.
  public func id(of node: Int) -> String { ids?.texts[node] ?? String(node) }
}
