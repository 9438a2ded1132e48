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

  public func encoded() -> SettingsNode {
    names.count == 1 ? names[0].encoded() : names.encoded()
  }

  public var swiftCode: String { names.swiftCode }
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
  public var swiftCode: String { "NodePairs(\(pairs.isEmpty ? "" : "\(pairs)"))" }
}

/// Values of attributes that nodes or edges must have: `{group: 2}`.
public struct AttributeMatch: ParameterValue, Hashable {
  public var values: [String: String]

  public init(_ values: [String: String] = [:]) { self.values = values }

  public static func form(within bounds: Bounds) -> ValueForm { .map(.text) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> AttributeMatch?
  {
    guard
      let entries = decoder.entries(
        of: node, named: slot.name, mapping: "attributes to values, such as {group: 2}")
    else { return nil }
    var match = AttributeMatch()
    for entry in entries {
      guard let text = String.decode(entry.value, as: Slot(name: entry.key), by: &decoder) else {
        return nil
      }
      match.values[entry.key] = text
    }
    return match
  }

  public func encoded() -> SettingsNode {
    .mapping(of: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.encoded()) })
  }

  public var swiftCode: String { "AttributeMatch(\(values.isEmpty ? "" : "\(values)"))" }

  /// The indices among `count` whose attributes have the values. `texts` gives the values of an
  /// attribute, nil if there is none. Numbers are compared as numbers.
  func indices(
    of count: Int, in texts: (String) -> [String?]?
  ) throws(ParameterError) -> [Int] {
    var found = Array(0..<count)
    for (name, wanted) in values.sorted(by: { $0.key < $1.key }) {
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
}

extension Graph {
  /// The values of an attribute of the nodes, or of `label`, `id`, `group` or `degree`.
  func nodeTexts(_ name: String) -> [String?]? {
    if let column = nodeAttributes[name] { return column.values }
    switch name {
    case "label": return labels
    case "id": return (0..<nodeCount).map { id(of: $0) }
    case "group": return groups
    default: return nodeValues(name)?.map(\.shortText)
    }
  }

  /// The values of an attribute of the edges, or of `weight`.
  func edgeTexts(_ name: String) -> [String?]? {
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
