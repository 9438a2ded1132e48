import ForceLabPlugins
import Foundation

/// What a drawing shows of a graph: its edges, and the look of nodes and edges; and its ids and attributes, with which
/// a layout can be written as a graph file. A run keeps it as JSON beside the layouts, so that they can be drawn
/// without the graph file. The drawing chooses what is nil.
public struct GraphSketch: Codable, Sendable, Equatable {
  /// One look for all, or a number for each.
  public enum Look<Constant: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    case constant(value: Constant)
    /// The name of an attribute, and its number for each node or edge.
    case numbers(name: String, values: [Double])
    /// The name of an attribute, and its word for each node.
    case words(name: String, values: [String])
  }

  /// What a drawing does with nodes that overlap.
  public enum Overlaps: String, Choice, Codable {
    case keep
    /// Moves them apart; Gansner and Hu 2010.
    case prism
    /// The same, faster and with more room; Nachmanson et al. 2016.
    case growingTree = "growing-tree"
  }

  /// A rectangle of the plane.
  public struct Frame: Codable, Sendable, Equatable {
    public let x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  public enum Shape: String, Choice, Codable {
    case circle, square
  }

  public var nodes: Int
  public var sources: [Int32]
  public var targets: [Int32]
  /// Whether edges lead from their sources to their targets; nil if not.
  public var isDirected: Bool?
  /// Convex polygons, as lists of nodes at their corners. They are drawn filled, and the nodes not at
  /// all. Nil if nodes are drawn.
  public var polygons: [[Int32]]?
  /// The identifiers of the nodes in the source; nil if they are the numbers of the nodes.
  public var ids: [String]?
  /// Whether the source has the ids as numbers.
  public var idsAreNumbers: Bool?
  public var labels: [String]?
  /// The attributes of the source; nil if it has none.
  public var nodeAttributes: [AttributeColumn]?
  public var edgeAttributes: [AttributeColumn]?
  /// The color of the nodes, as `#rrggbb`, or the attribute that it stands for.
  public var color: Look<String>?
  /// The radius of the nodes in the unit of the coordinates, or the attribute that their area shows.
  public var radius: Look<Double>?
  /// The width of the edges as a multiple of the default, or the attribute that it shows.
  public var edgeWidth: Look<Double>?
  /// They are kept if it is nil.
  public var overlaps: Overlaps?
  /// The shape of nodes of the first colors; a circle if it is nil.
  public var shape: Shape?
  /// What a drawing in the plane shows, with its border; all nodes if it is nil.
  public var frame: Frame?
  /// The time between two iterations in s, if they are steps in time.
  public var secondsPerIteration: Double?

  /// The labels of `graph`, and its groups as colors.
  public init(_ graph: Graph) {
    nodes = graph.nodeCount
    sources = graph.sources
    targets = graph.targets
    isDirected = graph.isDirected ? true : nil
    ids = graph.ids?.texts
    idsAreNumbers = graph.ids?.areNumbers == true ? true : nil
    labels = graph.labels
    let columns = (graph.nodeColumns, graph.edgeColumns)
    nodeAttributes = columns.0.isEmpty ? nil : columns.0
    edgeAttributes = columns.1.isEmpty ? nil : columns.1
    color = graph.groups.map { .words(name: "group", values: $0) }
  }

  /// Points with lines between them, and polygons of them.
  public init(
    nodes: Int, sources: [Int32], targets: [Int32], polygons: [[Int32]], labels: [String],
    color: Look<String>
  ) {
    (self.nodes, self.sources, self.targets) = (nodes, sources, targets)
    (self.polygons, self.labels, self.color) = (polygons, labels, color)
  }

  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The encoder needs a second for a million numbers, so the ends of edges are put in after it.
    var rest = self
    (rest.sources, rest.targets) = ([], [])
    var json = (try? encoder.encode(rest)) ?? Data()
    for (key, ends) in [("sources", sources), ("targets", targets)] {
      guard let place = json.range(of: Data("\"\(key)\":[]".utf8)) else { continue }
      let list = ends.map { String($0) }.joined(separator: ",")
      json.replaceSubrange(place, with: Data("\"\(key)\":[\(list)]".utf8))
    }
    return json
  }

  /// Nil if `json` is malformed or inconsistent.
  public init?(json: Data) {
    guard let sketch = try? JSONDecoder().decode(Self.self, from: json), sketch.isConsistent else {
      return nil
    }
    self = sketch
  }

  private var isConsistent: Bool {
    guard (0...Int(Int32.max)).contains(nodes) else { return false }
    let range = 0..<Int32(nodes)
    return sources.count == targets.count
      && sources.allSatisfy { range.contains($0) } && targets.allSatisfy { range.contains($0) }
      && (polygons ?? []).allSatisfy { $0.count > 2 && $0.allSatisfy { range.contains($0) } }
      && (labels.map { $0.count == nodes } ?? true) && (ids.map { $0.count == nodes } ?? true)
      && (nodeAttributes ?? []).allSatisfy { $0.values.count == nodes }
      && (edgeAttributes ?? []).allSatisfy { $0.values.count == sources.count }
      && (color?.fits(nodes) ?? true)
      && (frame?.isValid ?? true) && (secondsPerIteration.map { $0 > 0 && $0.isFinite } ?? true)
      && (radius?.fits(nodes) ?? true) && (edgeWidth?.fits(sources.count) ?? true)
  }
}

extension Graph {
  /// The attributes that were read of the nodes, and the labels and groups if no attribute has them under a name that
  /// all formats know.
  fileprivate var nodeColumns: [AttributeColumn] {
    var columns = nodeAttributes.columns
    func lacks(_ names: String...) -> Bool { !columns.contains { names.contains($0.name) } }
    if let labels, labels != ids?.texts, lacks("label", "name") {
      columns.append(AttributeColumn("label", .text, labels))
    }
    if let groups, lacks("group", "community", "club") {
      columns.append(AttributeColumn("group", .text, groups))
    }
    return columns
  }

  /// The attributes that were read of the edges, and the weights if the numbers `weight` are others or missing.
  fileprivate var edgeColumns: [AttributeColumn] {
    let columns = edgeAttributes.columns
    // Most formats refuse a text such as `NA` as a weight. Where `weight` is missing, they take `value` as the weight.
    guard let weights else {
      let others = columns.filter { $0.name.lowercased() != "weight" }
      return others.count == columns.count
        ? columns : others.filter { $0.name.lowercased() != "value" }
    }
    let known = columns.first { $0.name == "weight" && $0.kind == .number }
    // An edge without one has the weight 1.
    if known?.values.map({ $0.map { Double($0) } ?? 1 }) == weights { return columns }
    return columns.filter { $0.name != "weight" }
      + [AttributeColumn("weight", .number, weights.map(\.shortText))]
  }
}

extension GraphSketch.Frame {
  public var isValid: Bool {
    [x, y].allSatisfy { $0.magnitude <= 1e12 }
      && [width, height].allSatisfy { $0 > 0 && $0 <= 1e12 }
  }
}

extension GraphSketch.Look {
  fileprivate func fits(_ count: Int) -> Bool {
    switch self {
    case .constant: true
    case .numbers(_, let values): values.count == count
    case .words(_, let values): values.count == count
    }
  }
}
