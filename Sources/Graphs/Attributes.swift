/// Which attributes of nodes and edges are to be read from a graph's file.
public struct AttributeNames: Sendable, Hashable {
  /// The names of those of nodes.
  public var nodes: Set<String>
  /// The names of those of edges.
  public var edges: Set<String>

  /// These names; none if left out.
  public init(nodes: Set<String> = [], edges: Set<String> = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// Numbers that a graph's file gives to its nodes, or to its edges.
public struct Attributes: Sendable {
  /// A number for each node or edge, by the names of those attributes that were asked for.
  public var values: [String: [Double]]
  /// The names of all attributes that are numbers, if any was asked for; in alphabetical order.
  public var names: [String]

  /// These attributes; none if left out.
  public init(values: [String: [Double]] = [:], names: [String] = []) {
    self.values = values
    self.names = names
  }
}

extension Graph {
  /// A number for each node: the attribute called `name`, or their degrees; nil if there is neither.
  /// Cost: linear for degrees.
  public func nodeValues(_ name: String) -> [Double]? {
    if let values = nodeAttributes.values[name] { return values }
    return name == "degree" ? (0..<nodeCount).map { Double(degree(of: $0)) } : nil
  }

  /// A number for each edge: the attribute called `name`, or their weights; nil if there is neither.
  public func edgeValues(_ name: String) -> [Double]? {
    edgeAttributes.values[name] ?? (name == "weight" ? weights : nil)
  }

  /// The names of what every node has a number of.
  public var nodeValueNames: [String] { Set(nodeAttributes.names + ["degree"]).sorted() }

  /// The names of what every edge has a number of.
  public var edgeValueNames: [String] {
    Set(edgeAttributes.names + (weights == nil ? [] : ["weight"])).sorted()
  }
}
