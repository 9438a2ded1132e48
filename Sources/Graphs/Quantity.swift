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
    case .string where slot.isNumberWithUnit(node):
      return Double.decode(node, as: slot, by: &decoder).map { .number($0) }
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

  public var swiftCode: String {
    switch self {
    case .number(let value): value.swiftCode
    case .attribute(let name): ".attribute(\(String(reflecting: name)))"
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
    try check("node", graph.nodeValues, graph.nodeValueNames, within: bounds, as: parameter) {
      "node '\(graph.labels?[$0] ?? String($0))'"
    }
  }

  /// The same for the edges of `graph`.
  public func check(edgesOf graph: Graph, within bounds: Bounds, as parameter: String)
    throws(ParameterError)
  {
    try check("edge", graph.edgeValues, graph.edgeValueNames, within: bounds, as: parameter) {
      let ends = [graph.sources[$0], graph.targets[$0]].map { Int($0) }
      let names = ends.map { graph.labels?[$0] ?? String($0) }
      return "the edge from '\(names[0])' to '\(names[1])'"
    }
  }

  private func check(
    _ kind: String, _ values: (String) -> [Double]?, _ known: [String], within bounds: Bounds,
    as parameter: String, describe: (Int) -> String
  ) throws(ParameterError) {
    guard let name = attributeName else { return }
    guard let values = values(name) else {
      throw ParameterError(
        "the graph has no numeric \(kind) attribute '\(name)'; \(advice(for: name, among: known))",
        parameter: parameter)
    }
    guard let index = values.firstIndex(where: { !bounds.contains($0) }) else { return }
    throw ParameterError(
      "the \(name) of \(describe(index)) is \(values[index].shortText), "
        + "outside the range of '\(parameter)': \(bounds)", parameter: parameter)
  }
}
