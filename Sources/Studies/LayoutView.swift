import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

struct LayoutView: Record {
  enum Scale: String, Choice {
    case category
    case linear
  }

  var color = ""
  var scale: Scale?
  var radius: Quantity?
  var shape = GraphSketch.Shape.circle
  var frame: [Double]?
  var label = "name"
  var edgeWidth: Quantity?
  var overlaps = GraphSketch.Overlaps.keep

  static let manual = Manual<Self>(
    "view", "How the nodes and edges of a layout are drawn. Results do not depend on it.",
    parameters: [
      Parameter(
        "color", \.color,
        "A color such as #0072B2, or what colors show: an attribute of the nodes, `group`, `degree`, or "
          + "`community` for communities found by the Louvain method.",
        defaultDescription: "`group` if the graph has groups, else one color"),
      Parameter(
        "scale", \.scale,
        "`category`: a color and shape for each value; `linear`: a range of colors.",
        defaultDescription:
          "`category` for text and for at most 12 different whole numbers, each of "
          + "which occurs twice on average; else `linear`"),
      Parameter(
        "radius", \.radius, within: sizes, unit: "px",
        "Radius, or an attribute: it increases with the square root, and the largest "
          + "value has 2.5 times the radius of 0.",
        defaultDescription: "`degree`"),
      Parameter(
        "shape", \.shape,
        "`square` for cells and windows. Where colors stand for categories, the first ones have it."
      ),
      Parameter(
        "frame", \.frame, unit: "px",
        "The rectangle that drawings in the plane show, with its border: x and y of the left top corner, "
          + "width and height.",
        defaultDescription: "all nodes", example: "[0, 0, 300, 300]"),
      Parameter(
        "label", \.label,
        "Label of the nodes, where there is room: `name` (or `label`), `id`, `degree`, an attribute, or "
          + "`none`."),
      Parameter(
        "edge-width", \.edgeWidth, within: sizes,
        "Width as a multiple of the default, or an attribute: it increases with the square root, from 0.5 for 0 "
          + "to 4 for the largest value.",
        defaultDescription: "the default width"),
      Parameter(
        "overlaps", \.overlaps,
        "`prism` moves nodes apart that overlap, or cover labels, in drawings alone: layouts and metrics stay "
          + "as computed. Drawings say what it changed. `growing-tree` is faster, and the picture becomes larger. `keep` draws "
          + "nodes where they are."),
    ])

  private static let sizes = Bounds(0.0...1e9)

  func check() throws(ParameterError) {
    if scale != nil, color.isEmpty || color.hasPrefix("#") {
      throw ParameterError(
        "'scale' applies to an attribute; set 'color' to one, or remove 'scale'",
        parameter: "scale")
    }
    if let frame, sketchFrame?.isValid != true {
      throw ParameterError(
        "\(frame.map(\.shortText)) is not a rectangle; use x, y, width and height, such as "
          + "[0, 0, 300, 300]", parameter: "frame")
    }
    guard color.hasPrefix("#") else { return }
    guard color.count == 7, color.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw ParameterError(
        "'\(color)' is not a color; use # and six hexadecimal digits in quotes, such as '#0072B2'",
        parameter: "color")
    }
  }

  private var sketchFrame: GraphSketch.Frame? {
    guard let frame, frame.count == 4 else { return nil }
    return .init(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
  }

  var attributeNames: AttributeNames {
    AttributeNames(
      nodes: Set([radius?.attributeName].compactMap { $0 }),
      edges: Set([edgeWidth?.attributeName].compactMap { $0 }),
      words: Set([colorAttribute, labelAttribute].compactMap { $0 }))
  }

  private var colorAttribute: String? { color.isEmpty || color.hasPrefix("#") ? nil : color }

  private var labelAttribute: String? {
    ["name", "label", "id", "none"].contains(label) ? nil : label
  }

  func problems(on graph: Graph) -> [any Error] {
    let checks: [() throws -> Void] = [
      { _ = try colorLook(of: graph) },
      { try radius?.check(nodesOf: graph, within: Self.sizes, as: "radius") },
      { _ = try labels(of: graph) },
      { try edgeWidth?.check(edgesOf: graph, within: Self.sizes, as: "edge-width") },
    ]
    return checks.flatMap { errors(below: "view", $0) }
  }

  /// Throws if `problems` has an error.
  func sketch(of graph: Graph) throws(ParameterError) -> GraphSketch {
    var sketch = GraphSketch(graph)
    sketch.color = try colorLook(of: graph)
    sketch.labels = try labels(of: graph)
    sketch.radius = look(radius) { graph.nodeValues($0) }
    sketch.edgeWidth = look(edgeWidth) { graph.edgeValues($0) }
    if overlaps != .keep { sketch.overlaps = overlaps }
    if shape != .circle { sketch.shape = shape }
    sketch.frame = sketchFrame
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

  private func labels(of graph: Graph) throws(ParameterError) -> [String]? {
    switch label {
    case "none": return nil
    case "id": return graph.ids?.texts
    default: break
    }
    guard let name = labelAttribute else { return graph.labels }
    return try column(name, of: graph, as: "label").words
  }

  private func colorLook(of graph: Graph) throws(ParameterError) -> GraphSketch.Look<String>? {
    if color.hasPrefix("#") { return .constant(value: color) }
    guard let name = colorAttribute else { return GraphSketch(graph).color }
    let column = try column(name, of: graph, as: "color")
    let numbers = column.numbers
    switch scale {
    case .linear:
      guard let numbers else {
        throw ParameterError(
          "the values of '\(name)' are not all numbers; use 'category', or remove 'scale'",
          parameter: "scale")
      }
      return .numbers(name: name, values: numbers)
    case nil where column.kind == .number:
      guard let numbers, name == "degree" || !Self.areCategories(numbers) else { break }
      return .numbers(name: name, values: numbers)
    case .category, nil: break
    }
    return .words(name: name, values: column.words)
  }

  /// At most 12 different whole numbers, each of which occurs twice on average.
  private static func areCategories(_ numbers: [Double]) -> Bool {
    let count = Set(numbers).count
    return count <= 12 && 2 * count <= numbers.count && numbers.allSatisfy { $0 == $0.rounded() }
  }

  /// An attribute of the source comes before those that are computed.
  private func column(_ name: String, of graph: Graph, as parameter: String)
    throws(ParameterError) -> AttributeColumn
  {
    if let column = graph.nodeAttributes[name] { return column }
    if name == "group", let groups = graph.groups { return AttributeColumn(name, .text, groups) }
    if name == "community" {
      let found = try Result { () throws(ParameterError) in try Communities(of: graph) }
        .mapError { ParameterError($0.message, parameter: parameter) }.get()
      return AttributeColumn(name, .text, found.ofNodes.map { String($0) })
    }
    if let numbers = graph.nodeValues(name) {
      return AttributeColumn(name, .number, numbers.map(\.shortText))
    }
    guard name != "group" else {
      throw ParameterError(
        "the nodes of this graph have no groups; remove '\(parameter)'", parameter: parameter)
    }
    let known = Set(
      graph.nodeValueNames + graph.nodeAttributes.columns.map(\.name) + ["community"]
        + (graph.groups == nil ? [] : ["group"])
        + (parameter == "label" ? ["name", "id", "none"] : []))
    throw ParameterError(
      "the graph has no node attribute '\(name)'; \(advice(for: name, among: known.sorted()))",
      parameter: parameter)
  }
}

extension AttributeColumn {
  /// Numbers in their shortest form, and texts as they are.
  fileprivate var words: [String] {
    if kind == .number, let numbers { return numbers.map(\.shortText) }
    return values.map { $0 ?? "" }
  }
}
