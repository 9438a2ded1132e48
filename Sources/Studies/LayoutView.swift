import ForceLabGraphs
import ForceLabPlugins

/// What nodes and edges look like where a layout is drawn.
public struct LayoutView: Record {
  /// `#rrggbb`, `group`, or an attribute of the nodes; the groups if there are any if empty.
  public var color = ""
  /// The radius of the nodes; by degree if nil.
  public var radius: Quantity?
  /// `name`, `none`, or an attribute of the nodes.
  public var label = "name"
  /// The width of the edges; one for all if nil.
  public var edgeWidth: Quantity?

  /// Groups told apart by color, nodes that grow with their degree, names where there is room.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "view", "What nodes and edges look like where a layout is drawn; no result depends on it.",
    parameters: [
      Parameter(
        "color", \.color,
        "A color as #rrggbb, or what tells the nodes apart: `group`, `degree` or an attribute of numbers.",
        defaultDescription: "`group` where the graph has groups, else one color"),
      Parameter(
        "radius", \.radius, within: radii, unit: "px",
        "Radius as the coordinates count, or the attribute with which the area of a node grows.",
        defaultDescription: "`degree`"),
      Parameter(
        "label", \.label,
        "What is written beside nodes, where there is room: their `name`, `degree`, an attribute, or "
          + "`none`."),
      Parameter(
        "edge-width", \.edgeWidth, within: widths,
        "Width as a multiple of the usual, or the attribute, such as `weight`, that it grows with.",
        defaultDescription: "the usual"),
    ])

  private static let radii = Bounds(0.0...1e9)
  private static let widths = Bounds(0.0...1e9)

  public func check() throws(ParameterError) {
    guard color.hasPrefix("#") else { return }
    guard color.count == 7, color.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw ParameterError(
        "'\(color)' is no color; write # and six hexadecimal digits in quotes, such as '#0072B2'",
        parameter: "color")
    }
  }

  /// The names of the attributes that are asked for.
  var attributeNames: AttributeNames {
    var names = AttributeNames()
    names.nodes = Set([colorAttribute, radius?.attributeName, labelAttribute].compactMap { $0 })
    names.edges = Set([edgeWidth?.attributeName].compactMap { $0 })
    return names
  }

  private var colorAttribute: String? {
    color.isEmpty || color == "group" || color.hasPrefix("#") ? nil : color
  }

  private var labelAttribute: String? { ["name", "none"].contains(label) ? nil : label }

  /// What does not fit `graph`.
  func faults(on graph: Graph) -> [ParameterError] {
    var faults: [ParameterError] = []
    func check(_ body: () throws(ParameterError) -> Void) {
      do throws(ParameterError) { try body() } catch { faults.append(error) }
    }
    check { () throws(ParameterError) in
      guard color != "group" || graph.groups != nil || graph.nodeValues("group") != nil else {
        throw ParameterError(
          "the graph's nodes have no groups; leave 'color' out", parameter: "color")
      }
      let color = colorAttribute.map { Quantity.attribute($0) }
      try color?.check(nodesOf: graph, within: .finite, as: "color")
    }
    check { () throws(ParameterError) in
      try radius?.check(nodesOf: graph, within: Self.radii, as: "radius")
    }
    check { () throws(ParameterError) in
      let label = labelAttribute.map { Quantity.attribute($0) }
      try label?.check(nodesOf: graph, within: .finite, as: "label")
    }
    check { () throws(ParameterError) in
      try edgeWidth?.check(edgesOf: graph, within: Self.widths, as: "edge-width")
    }
    return faults
  }

  /// `graph` as it is drawn. Cost: linear.
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
