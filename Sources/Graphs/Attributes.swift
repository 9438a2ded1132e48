import ForceLabSettings

/// The attributes of nodes and edges to read from a graph file.
public struct AttributeNames: Sendable, Hashable {
  /// The names of attributes that must be numbers.
  public var nodes: Set<String>
  public var edges: Set<String>
  /// The names of attributes of nodes that may be numbers or text.
  public var words: Set<String>
  /// Whether to keep all other attributes, too.
  public var keepsAll: Bool
  /// Whether to read the lines of edges as the attribute `path` of edges, which is text for `EdgeRoute`.
  public var readsRoutes = false

  public init(
    nodes: Set<String> = [], edges: Set<String> = [], words: Set<String> = [],
    keepsAll: Bool = false
  ) {
    (self.nodes, self.edges, self.words) = (nodes, edges, words)
    self.keepsAll = keepsAll
  }
}

/// What a graph file assigns to its nodes or edges.
public struct Attributes: Sendable {
  /// A number for each node or edge, by the name of the requested attribute.
  public var values: [String: [Double]]
  /// The sorted names of all numeric attributes in the file; empty if none was requested.
  public var names: [String]
  /// All attributes that were requested, in the order of the file.
  public var columns: [AttributeColumn]

  public init(
    values: [String: [Double]] = [:], names: [String] = [], columns: [AttributeColumn] = []
  ) { (self.values, self.names, self.columns) = (values, names, columns) }

  public subscript(name: String) -> AttributeColumn? {
    columns.first { name.hasSameUTF8(as: $0.name) }
  }

  func selecting(_ indexes: [Int]) -> Attributes {
    Attributes(
      values: values.mapValues { values in indexes.map { values[$0] } }, names: names,
      columns: columns.map { column in
        AttributeColumn(column.name, column.kind, indexes.map { column.values[$0] })
      })
  }
}

extension Graph {
  /// The attribute `name`, which may be `degree`; nil if there is none. Cost: linear for degrees.
  public func nodeValues(_ name: String) -> [Double]? {
    if let values = nodeAttributes.values[name] { return values }
    return name == "degree"
      ? (0..<nodeCount).map { Double(degree(of: $0)) } : nodeAttributes[name]?.numbers
  }

  /// The attribute `name`, which may be `weight`; nil if there is none.
  public func edgeValues(_ name: String) -> [Double]? {
    edgeAttributes.values[name]
      ?? (name == "weight" ? weights : edgeAttributes[name]?.numbers)
  }

  public var nodeValueNames: [String] { Set(nodeAttributes.names + ["degree"]).sorted() }

  public var edgeValueNames: [String] {
    Set(edgeAttributes.names + (weights == nil ? [] : ["weight"])).sorted()
  }
}
