import ForceLabGraphs
import ForceLabPlugins

public struct LayoutView: Record {
  public var color = ""
  public var radius: Quantity?
  public var label = "name"
  public var edgeWidth: Quantity?

  public init() {}

  public init(
    color: String = "", radius: Quantity? = nil, label: String = "name", edgeWidth: Quantity? = nil
  ) {
    (self.color, self.radius, self.label, self.edgeWidth) = (color, radius, label, edgeWidth)
  }

  public static let manual = Manual<Self>(
    "view", "How the nodes and edges of a layout are drawn. Results do not depend on it.",
    parameters: [
      Parameter(
        "color", \.color,
        "A color such as #0072B2, or what colors show: `group`, `degree` or a numeric attribute.",
        defaultDescription: "`group` if the graph has groups, else one color"),
      Parameter(
        "radius", \.radius, within: radii, unit: "px",
        "Radius, or an attribute that the area of a node is proportional to.",
        defaultDescription: "`degree`"),
      Parameter(
        "label", \.label,
        "Label of the nodes, where there is room: `name`, `degree`, an attribute, or `none`."),
      Parameter(
        "edge-width", \.edgeWidth, within: widths,
        "Width as a multiple of the default, or an attribute that it is proportional to.",
        defaultDescription: "the default width"),
    ])

  private static let radii = Bounds(0.0...1e9)
  private static let widths = Bounds(0.0...1e9)

  public func check() throws(ParameterError) {
    guard color.hasPrefix("#") else { return }
    guard color.count == 7, color.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw ParameterError(
        "'\(color)' is not a color; use # and six hexadecimal digits in quotes, such as '#0072B2'",
        parameter: "color")
    }
  }

  var attributeNames: AttributeNames {
    AttributeNames(
      nodes: Set([colorAttribute, radius?.attributeName, labelAttribute].compactMap { $0 }),
      edges: Set([edgeWidth?.attributeName].compactMap { $0 }))
  }

  private var colorAttribute: String? {
    color.isEmpty || color == "group" || color.hasPrefix("#") ? nil : color
  }

  private var labelAttribute: String? { ["name", "none"].contains(label) ? nil : label }

  func problems(on graph: Graph) -> [any Error] {
    let attributes = [colorAttribute, labelAttribute].map { $0.map { Quantity.attribute($0) } }
    let checks: [() throws -> Void] = [
      {
        guard color != "group" || graph.groups != nil || graph.nodeValues("group") != nil else {
          throw ParameterError(
            "the nodes of this graph have no groups; remove 'color'", parameter: "color")
        }
      },
      { try attributes[0]?.check(nodesOf: graph, within: .finite, as: "color") },
      { try radius?.check(nodesOf: graph, within: Self.radii, as: "radius") },
      { try attributes[1]?.check(nodesOf: graph, within: .finite, as: "label") },
      { try edgeWidth?.check(edgesOf: graph, within: Self.widths, as: "edge-width") },
    ]
    return checks.flatMap { errors(below: "view", $0) }
  }

  func sketch(of graph: Graph) -> GraphSketch {
    var sketch = GraphSketch(graph)
    if color.hasPrefix("#") { sketch.color = .constant(value: color) }
    if let name = colorAttribute, let values = graph.nodeValues(name) {
      sketch.color = .numbers(name: name, values: values)
    }
    if label == "none" { sketch.labels = nil }
    if let values = labelAttribute.flatMap(graph.nodeValues) {
      sketch.labels = values.map(\.shortText)
    }
    sketch.radius = look(radius) { graph.nodeValues($0) }
    sketch.edgeWidth = look(edgeWidth) { graph.edgeValues($0) }
    return sketch
  }

  private func look(_ quantity: Quantity?, _ values: (String) -> [Double]?)
    -> GraphSketch.Look<Double>?
  {
    switch quantity {
    case .number(let value)?: .constant(value: value)
    case .attribute(let name)?: values(name).map { .numbers(name: name, values: $0) }
    case nil: nil
    }
  }
}
