/// The names of the attributes of nodes and edges to read from a graph file.
public struct AttributeNames: Sendable, Hashable {
  public var nodes: Set<String>
  public var edges: Set<String>

  public init(nodes: Set<String> = [], edges: Set<String> = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// Numbers that a graph file assigns to its nodes or edges.
public struct Attributes: Sendable {
  /// A number for each node or edge, by the name of the requested attribute.
  public var values: [String: [Double]]
  /// The sorted names of all numeric attributes in the file; empty if none was requested.
  public var names: [String]

  public init(values: [String: [Double]] = [:], names: [String] = []) {
    self.values = values
    self.names = names
  }
}

extension Graph {
  /// The attribute `name`, which may be `degree`; nil if there is none. Cost: linear for degrees.
  public func nodeValues(_ name: String) -> [Double]? {
    if let values = nodeAttributes.values[name] { return values }
    return name == "degree" ? (0..<nodeCount).map { Double(degree(of: $0)) } : nil
  }

  /// The attribute `name`, which may be `weight`; nil if there is none.
  public func edgeValues(_ name: String) -> [Double]? {
    edgeAttributes.values[name] ?? (name == "weight" ? weights : nil)
  }

  public var nodeValueNames: [String] { Set(nodeAttributes.names + ["degree"]).sorted() }

  public var edgeValueNames: [String] {
    Set(edgeAttributes.names + (weights == nil ? [] : ["weight"])).sorted()
  }
}
