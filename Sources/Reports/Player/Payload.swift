import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import ForceLabWorkbench
import Foundation

extension GraphSketch {
  /// The graph for pages that draw it: JSON for the class `Graph` of the script `PageScripts.drawing`.
  public var pageJSON: String { Payload.Graph(self).scriptJSON }

  /// The graph with all its attributes as node-link JSON, which the graph source `file` reads.
  public var nodeLinkJSON: String { JSONFormat().text(of: LayoutTable(self, [])) }
}

struct Payload: Encodable {
  /// The graphs by the digests that trials name.
  var graphs: [String: Graph] = [:]
  var trials: [Trial] = []

  struct Graph: Encodable {
    let nodes: Int
    let labels: [String]?
    /// The color of each node, as a number in `colors`.
    let color: [Int]
    let colors: [String]
    /// The shape that goes with each color; nil if all are circles.
    let shapes: [NodeShape]?
    let key: NodeColors.Key?
    /// Lists of nodes at the corners of filled polygons; nil if nodes are drawn.
    let polygons: [[Int32]]?
    /// The left, the top, the width and the height of what is shown; nil if that is all nodes.
    let frame: [Double]?
    /// The time between iterations in s; nil if they are no steps in time.
    let seconds: Double?
    /// The radius of each node in the unit of the coordinates; nil if the player chooses.
    let radius: [Double]?
    /// The radius of each node in percent of the usual one; nil if `radius` gives it.
    let sizes: [Int]?
    /// The width of each edge in percent of the usual one, or one width for all; nil if it is 100.
    let widths: [Int]?
    /// Sources and targets of edges in turn: 32-bit, little-endian, in base64.
    let edges: String

    init(_ sketch: GraphSketch) {
      let look = NodeColors(sketch)
      nodes = sketch.nodes
      labels = sketch.labels?.map(\.printableName)
      color = look.indices
      colors = look.colors
      shapes = look.shapes.allSatisfy { $0 == .circle } ? nil : look.shapes
      key = look.key
      polygons = sketch.polygons
      frame = sketch.frame.map { [$0.x, $0.y, $0.width, $0.height] }
      seconds = sketch.secondsPerIteration
      radius =
        if case .constant(let value)? = sketch.radius { Array(repeating: value, count: nodes) } else
        {
          nil
        }
      sizes = LayoutPicture.relativeRadii(sketch)?.map(Self.percent)
      widths = LayoutPicture.relativeEdgeWidths(sketch)?.map(Self.percent)
      var bytes = Data(capacity: sketch.sources.count * 8)
      for (source, target) in zip(sketch.sources, sketch.targets) {
        for end in [source, target] {
          withUnsafeBytes(of: end.littleEndian) { bytes.append(contentsOf: $0) }
        }
      }
      edges = bytes.base64EncodedString()
    }

    private static func percent(_ part: Double) -> Int {
      Int(clamping: (max(0, min(1000, part)) * 100).rounded())
    }
  }

  struct Trial: Encodable {
    let trial, configuration: Int
    let title: String
    let graph: String
    let dimensions: Int
    let iterations: [Int]
    let low, high: [Float]
    /// The share of the whole movement that is over at each frame.
    let ways: [Float]
    /// Its energy or movement; nil if none was recorded.
    var curve: Curve?
    let frames: String
    /// Of nodes that are not in all frames: node, first and last frame; none if the first is later.
    var nodeSpans: [[Int]]?
    /// The same of edges.
    var edgeSpans: [[Int]]?
    /// What happened; nil if nothing.
    var events: [Event]?

    struct Event: Encodable {
      let iteration: Int
      let text: String
    }

    init(
      _ row: TrialRow, title: String, graph: String, _ frames: ForceLabWorkbench.Frames,
      _ code: FrameCode
    ) {
      trial = row.number
      configuration = row.configuration
      self.title = title.printable
      self.graph = graph
      dimensions = frames.dimensions
      iterations = frames.iterations
      (low, high) = (code.low, code.high)
      ways = frames.ways.map { Float(($0 * 1e4).rounded() / 1e4) }
      self.frames = code.base64
      (nodeSpans, edgeSpans) = (frames.nodeSpans, frames.edgeSpans)
    }
  }
}

extension ForceLabWorkbench.Frames {
  /// Of nodes that are not in all frames: node, first and last frame.
  fileprivate var nodeSpans: [[Int]]? {
    var spans: [[Int]] = []
    for node in 0..<nodes {
      let there = iterations.indices.map { self[$0][self[$0].startIndex + node].isFinite }
      guard there.contains(false) else { continue }
      var own: [[Int]] = []
      for frame in there.indices where there[frame] {
        if frame > 0, there[frame - 1] {
          own[own.count - 1][2] = frame
        } else {
          own.append([node, frame, frame])
        }
      }
      spans += own.isEmpty ? [[node, 0, -1]] : own
    }
    return spans.isEmpty ? nil : spans
  }

  /// Of edges that are not in all frames: edge, first and last frame.
  fileprivate var edgeSpans: [[Int]]? {
    guard !self.spans.isEmpty else { return nil }
    return self.spans.map { span in
      let first = iterations.firstIndex { $0 >= span[1] } ?? iterations.count
      let last = iterations.lastIndex { $0 <= span[2] } ?? -1
      return first <= last ? [span[0], first, last] : [span[0], 0, -1]
    }
  }
}

extension Encodable {
  /// For scripts of pages, as text that cannot end an element of HTML.
  var scriptJSON: String { plainJSON.safeInScript }
}

extension String {
  /// JSON without "<", also where an accent combines with it.
  var safeInScript: String {
    utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "\\u003c")
  }
}
