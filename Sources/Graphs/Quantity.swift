import ForceLabPlugins
import ForceLabSettings

/// A number for all nodes or edges, or an attribute with a number for each.
public enum Quantity: ParameterValue, Hashable {
  case number(Double)
  case attribute(String)

  public static func form(within bounds: Bounds) -> ValueForm {
    .either([.number(bounds), .name(of: "an attribute")])
  }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Quantity?
  {
    switch node.scalar?.value {
    case .int, .float: return Double.decode(node, as: slot, by: &decoder).map { .number($0) }
    case .string(let name) where !name.isEmpty: return .attribute(name)
    default:
      decoder.error(
        "'\(slot.name)' must be a number or the name of an attribute, found "
          + node.kindDescription, at: node.location)
      return nil
    }
  }

  public func encoded() -> SettingsNode {
    switch self {
    case .number(let value): value.encoded()
    case .attribute(let name): name.encoded()
    }
  }

  public var attributeName: String? { if case .attribute(let name) = self { name } else { nil } }

  /// The number, or the attribute's value at `index` of `values`; 1 if it has no values.
  @inline(__always)
  public func value(_ index: Int, in values: [Double]?) -> Double {
    switch self {
    case .number(let value): value
    case .attribute: values?[index] ?? 1
    }
  }
}

extension Quantity: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension Quantity {
  /// Throws an error of `parameter` if the nodes of `graph` do not have this attribute, or if a
  /// value is outside `bounds`. Cost: linear for attributes.
  public func check(nodesOf graph: Graph, within bounds: Bounds, as parameter: String)
    throws(ParameterError)
  {
    guard let name = attributeName else { return }
    guard let values = graph.nodeValues(name) else {
      throw unknown(name, of: "node", known: graph.nodeValueNames, parameter)
    }
    guard let node = values.firstIndex(where: { !bounds.contains($0) }) else { return }
    throw ParameterError(
      "the \(name) of node '\(graph.labels?[node] ?? String(node))' is \(values[node].shortText), "
        + "outside the range of '\(parameter)': \(bounds)", parameter: parameter)
  }

  /// Throws an error of `parameter` if the edges of `graph` do not have this attribute, or if a
  /// value is outside `bounds`. Cost: linear for attributes.
  public func check(edgesOf graph: Graph, within bounds: Bounds, as parameter: String)
    throws(ParameterError)
  {
    guard let name = attributeName else { return }
    guard let values = graph.edgeValues(name) else {
      throw unknown(name, of: "edge", known: graph.edgeValueNames, parameter)
    }
    guard let edge = values.firstIndex(where: { !bounds.contains($0) }) else { return }
    let ends = [graph.sources[edge], graph.targets[edge]].map {
      "'\(graph.labels?[Int($0)] ?? String($0))'"
    }
    throw ParameterError(
      "the \(name) of the edge from \(ends[0]) to \(ends[1]) is \(values[edge].shortText), "
        + "outside the range of '\(parameter)': \(bounds)", parameter: parameter)
  }

  private func unknown(_ name: String, of what: String, known: [String], _ parameter: String)
    -> ParameterError
  {
    ParameterError(
      "the graph has no numeric \(what) attribute '\(name)'; \(advice(for: name, among: known))",
      parameter: parameter)
  }
}
