import ForceLabPlugins
import ForceLabSettings

/// The width and height of nodes in px: two quantities, or room for the label.
public enum NodeSize: ParameterValue, Hashable {
  case box(width: Quantity, height: Quantity)
  case label

  /// Of the text of labels, in px.
  private static let fontSize = 10.0
  private static let padding = SIMD2(8.0, 4)

  public static func form(within bounds: Bounds) -> ValueForm {
    .either([Quantity.form(within: bounds), [Quantity].form(within: bounds)])
  }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> NodeSize?
  {
    if node.scalar?.value == .string("label") { return .label }
    guard let items = node.sequence else {
      return Quantity.decode(node, as: slot, by: &decoder).map { .box(width: $0, height: $0) }
    }
    guard items.count == 2 else {
      decoder.error(
        "'\(slot.name)' must be a number, an attribute, 'label', or width and height, such as [40, 12]",
        at: node.location)
      return nil
    }
    let sides = [Quantity].decode(node, as: slot, by: &decoder) ?? []
    return sides.count == 2 ? .box(width: sides[0], height: sides[1]) : nil
  }

  public func encoded() -> SettingsNode {
    switch self {
    case .box(let width, let height):
      width == height ? width.encoded() : [width, height].encoded()
    case .label: "label".encoded()
    }
  }

  public var swiftCode: String {
    switch self {
    case .box(let width, let height):
      ".box(width: \(width.swiftCode), height: \(height.swiftCode))"
    case .label: ".label"
    }
  }

  var sides: [Quantity] {
    switch self {
    case .box(let width, let height): [width, height]
    case .label: []
    }
  }

  public var attributeNames: Set<String> { Set(sides.compactMap(\.attributeName)) }

  /// Throws an error if the nodes of `graph` have no such attribute, or a side is outside `bounds`. It names `parameter`
  /// in its text, and is at the side, such as `size.0`.
  public func check(nodesOf graph: Graph, within bounds: Bounds, as parameter: String)
    throws(ParameterError)
  {
    for (index, side) in sides.enumerated() {
      do throws(ParameterError) {
        try side.check(nodesOf: graph, within: bounds, as: parameter)
      } catch {
        throw ParameterError(error.message, parameter: "\(parameter).\(index)")
      }
    }
  }

  /// The width and height of each node of `graph`. The width of a label is estimated for text of 10 px. Nodes of a graph
  /// without labels have room for its largest number.
  public func boxes(of graph: Graph) -> [SIMD2<Double>] {
    switch self {
    case .box(let width, let height):
      let values = [width, height].map { $0.attributeName.flatMap(graph.nodeValues) }
      return (0..<graph.nodeCount).map {
        SIMD2(width.value($0, in: values[0]), height.value($0, in: values[1]))
      }
    case .label:
      let number = String(max(0, graph.nodeCount - 1))
      return (0..<graph.nodeCount).map { node in
        let width = (graph.labels?[node] ?? number).estimatedWidth
        return SIMD2(width, 1) * Self.fontSize + Self.padding
      }
    }
  }
}
