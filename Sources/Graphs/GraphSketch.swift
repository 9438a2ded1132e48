import Foundation

/// What is drawn of a graph: which nodes are joined, and what nodes and edges look like.
///
/// A run keeps it beside the layouts, as JSON, so that they can be drawn whatever becomes of the
/// graph's file. What is left out of it, the drawing chooses.
public struct GraphSketch: Codable, Sendable, Equatable {
  /// One look for all, or a number for each.
  public enum Look<Constant: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// The same for all.
    case constant(value: Constant)
    /// An attribute of this name, and its number for each node or edge.
    case numbers(name: String, values: [Double])
    /// An attribute of this name, and its word for each node.
    case words(name: String, values: [String])
  }

  /// How many nodes there are.
  public var nodes: Int
  /// One end of each edge.
  public var sources: [Int32]
  /// The other end of each edge.
  public var targets: [Int32]
  /// The name of each node.
  public var labels: [String]?
  /// The color of the nodes: one as `#rrggbb`, or what tells them apart.
  public var color: Look<String>?
  /// The radius of the nodes: one in the unit of the coordinates, or what their area grows with.
  public var radius: Look<Double>?
  /// The width of the edges: one as a multiple of the usual, or what it grows with.
  public var edgeWidth: Look<Double>?

  /// A sketch of `graph`, with its labels, its groups as colors, and no other look.
  public init(_ graph: Graph) {
    nodes = graph.nodeCount
    sources = graph.sources
    targets = graph.targets
    labels = graph.labels
    color = graph.groups.map { .words(name: "group", values: $0) }
  }

  /// Its JSON, the same for the same sketch. Cost: linear.
  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data()
  }

  /// The sketch in `json`; nil if it is none, or if its parts do not fit each other.
  public init?(json: Data) {
    guard let sketch = try? JSONDecoder().decode(Self.self, from: json), sketch.isSound else {
      return nil
    }
    self = sketch
  }

  private var isSound: Bool {
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
