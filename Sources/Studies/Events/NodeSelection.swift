import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// Nodes by their names: a label, an id or a number, or a list of these.
public struct NodeNames: ParameterValue, Hashable, ExpressibleByArrayLiteral {
  public var names: [String]

  public init(_ names: [String] = []) { self.names = names }
  public init(arrayLiteral names: String...) { self.names = names }

  public static func form(within bounds: Bounds) -> ValueForm { .either([.list(.text), .text]) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> NodeNames?
  {
    if node.sequence == nil {
      return String.decode(node, as: slot, by: &decoder).map { NodeNames([$0]) }
    }
    return [String].decode(node, as: slot, by: &decoder).map { NodeNames($0) }
  }

  public func encoded() -> SettingsNode { names.count == 1 ? names[0].encoded() : names.encoded() }
}

/// Edges by the names of their ends: a list of pairs, or one pair.
public struct NodePairs: ParameterValue, Hashable {
  public var pairs: [[String]]

  public init(_ pairs: [[String]] = []) { self.pairs = pairs }

  public static func form(within bounds: Bounds) -> ValueForm { .list(.list(.text)) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> NodePairs?
  {
    let isOne = node.sequence.map { !$0.isEmpty && $0.allSatisfy { $0.scalar != nil } } ?? false
    let items = isOne ? [node] : node.sequence
    guard let items else {
      decoder.error(
        "'\(slot.name)' must be a list of pairs of nodes, such as [[a, b]], found "
          + node.kindDescription, at: node.location)
      return nil
    }
    var pairs: [[String]] = []
    for item in items {
      guard let pair = [String].decode(item, as: slot, by: &decoder) else { return nil }
      guard pair.count == 2 else {
        decoder.error(
          "'\(slot.name)' needs two nodes for each edge, found \(pair.count)", at: item.location)
        return nil
      }
      pairs.append(pair)
    }
    return NodePairs(pairs)
  }

  public func encoded() -> SettingsNode { pairs.encoded() }

  /// The names and indices of two nodes, and the edge between them.
  typealias Ends = (names: [String], nodes: [Int], edge: Int?)

  /// The ends in `graph`, where `index` finds the nodes.
  func ends(
    in graph: Graph, _ index: (String) throws(ParameterError) -> Int
  ) throws(ParameterError) -> [Ends] {
    let nodes = try pairs.map { pair throws(ParameterError) in try pair.map(index) }
    let found = graph.edges(between: nodes.map { ($0[0], $0[1]) })
    return pairs.indices.map { (pairs[$0], nodes[$0], found[$0]) }
  }
}

extension Graph {
  /// The node with the label, id or number `name`, which `parameter` gives. Throws if there is none. `others` are labels
  /// of nodes to come.
  func existingNode(
    named name: String, _ parameter: String, besides others: @autoclosure () -> [String] = []
  ) throws(ParameterError) -> Int {
    if let node = node(named: name) { return node }
    let hint = suggestion(for: name, among: (labels ?? []) + others())
    throw ParameterError(
      "the graph has no node '\(name)'; "
        + (hint.isEmpty ? "its nodes are numbered 0 to \(nodeCount - 1)" : hint),
      parameter: parameter)
  }

  /// The nodes whose attributes have the values of `matching`. Numbers are compared as numbers.
  func nodes(with matching: [String: String]) throws(ParameterError) -> [Int] {
    try Self.indices(of: nodeCount, with: matching, in: nodeTexts)
  }

  /// The same for edges.
  func edges(with matching: [String: String]) throws(ParameterError) -> [Int] {
    try Self.indices(of: edgeCount, with: matching, in: edgeTexts)
  }

  /// `texts` gives the values of an attribute, nil if there is none.
  private static func indices(
    of count: Int, with matching: [String: String], in texts: (String) -> [String?]?
  ) throws(ParameterError) -> [Int] {
    var found = Array(0..<count)
    for (name, wanted) in matching.sorted(by: { $0.key < $1.key }) {
      guard let values = texts(name) else {
        throw ParameterError("the graph has no attribute '\(name)'", parameter: "where")
      }
      let number = Double(wanted)
      found = found.filter { index in
        guard let value = values[index] else { return false }
        return value == wanted || number != nil && Double(value) == number
      }
    }
    return found
  }

  /// The values of an attribute of the nodes, or of `label`, `id`, `group` or `degree`.
  private func nodeTexts(_ name: String) -> [String?]? {
    if let column = nodeAttributes[name] { return column.values }
    switch name {
    case "label": return labels
    case "id": return (0..<nodeCount).map { id(of: $0) }
    case "group": return groups
    default: return nodeValues(name)?.map(\.shortText)
    }
  }

  /// The values of an attribute of the edges, or of `weight`.
  private func edgeTexts(_ name: String) -> [String?]? {
    edgeAttributes[name]?.values ?? edgeValues(name)?.map(\.shortText)
  }
}

/// Which of several nodes or edges an event takes.
public enum Selection: String, Choice {
  case random, newest, oldest

  /// `count` of `items`, which are in the order of their age, the oldest first.
  func choose(_ count: Int, of items: [Int], using generator: inout SeededGenerator) -> [Int] {
    switch self {
    case .newest: return Array(items.suffix(count))
    case .oldest: return Array(items.prefix(count))
    case .random:
      var items = items
      let count = min(count, items.count)
      for place in 0..<count {
        items.swapAt(place, place + generator.index(below: items.count - place))
      }
      return Array(items.prefix(count))
    }
  }
}
