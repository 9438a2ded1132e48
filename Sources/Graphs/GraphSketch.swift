import Foundation

/// What a drawing shows of a graph: its edges, and the look of nodes and edges.
/// A run keeps it as JSON beside the layouts, so that they can be drawn without the graph file. The
/// drawing chooses what is nil.
public struct GraphSketch: Codable, Sendable, Equatable {
  /// One look for all, or a number for each.
  public enum Look<Constant: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    case constant(value: Constant)
    /// The name of an attribute, and its number for each node or edge.
    case numbers(name: String, values: [Double])
    /// The name of an attribute, and its word for each node.
    case words(name: String, values: [String])
  }

  public var nodes: Int
  public var sources: [Int32]
  public var targets: [Int32]
  public var labels: [String]?
  /// The color of the nodes, as `#rrggbb`, or the attribute that it stands for.
  public var color: Look<String>?
  /// The radius of the nodes in the unit of the coordinates, or the attribute that their area shows.
  public var radius: Look<Double>?
  /// The width of the edges as a multiple of the default, or the attribute that it shows.
  public var edgeWidth: Look<Double>?

  /// The labels of `graph`, and its groups as colors.
  public init(_ graph: Graph) {
    nodes = graph.nodeCount
    sources = graph.sources
    targets = graph.targets
    labels = graph.labels
    color = graph.groups.map { .words(name: "group", values: $0) }
  }

  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data()
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
      && (labels.map { $0.count == nodes } ?? true) && (color?.fits(nodes) ?? true)
      && (radius?.fits(nodes) ?? true) && (edgeWidth?.fits(sources.count) ?? true)
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
