import Foundation
import ForceLabGraphs

/// Positions and sizes of nodes and edges in a picture, in px.
struct LayoutPicture {
  var width, height: Double
  var x, y: [Double]
  let radii: [Double]
  let colors: NodeColors
  /// The nodes in drawing order.
  let order: [Int]
  let degrees: [Int]
  let edgeWidths: [Double]
  /// Edges of dense graphs are more transparent.
  let edgeOpacity: Double
  let sketch: GraphSketch
  /// The edges that do not exist.
  var hiddenEdges: Set<Int> = []
  /// The rectangle that is drawn as a border; nil if there is none.
  var frame: GraphSketch.Frame?
  static let margin = 0.04

  /// Shows `area`, else the frame of the sketch, else all nodes. Nodes with a coordinate of NaN do not exist.
  init(
    _ sketch: GraphSketch, _ layout: [[Double]], size: Double,
    showing area: GraphSketch.Frame? = nil
  ) {
    self.sketch = sketch
    // Scale down coordinates whose differences would overflow.
    let maximum = layout.reduce(0) { $1.reduce($0) { max($0, $1.magnitude) } }
    let unit = maximum > 1e150 ? maximum : 1
    let flat = Projection(unit == 1 ? layout : layout.map { $0.map { $0 / unit } })
    let border = layout.count == 2 ? sketch.frame : nil
    let shown = area ?? border
    let (lowerX, lowerY) = (
      shown.map { $0.x / unit } ?? flat.x.min() ?? 0, shown.map { $0.y / unit } ?? flat.y.min() ?? 0
    )
    let lengths =
      shown.map { [$0.width / unit, $0.height / unit] }
      ?? [(flat.x.max() ?? 0) - lowerX, (flat.y.max() ?? 0) - lowerY]
    let inner = size * (1 - 2 * Self.margin)
    let extent = lengths.max().flatMap { $0 > 0 ? $0 : nil } ?? inner
    // The scale, inner / extent, would be infinite for the smallest extents.
    func scaled(_ length: Double) -> Double { length / extent * inner }
    // A straight line gets some height.
    let spans = lengths.map { max(scaled($0), inner / 4) }
    width = spans[0] + size * 2 * Self.margin
    height = spans[1] + size * 2 * Self.margin
    let left = (width - scaled(lengths[0])) / 2
    let top = (height - scaled(lengths[1])) / 2
    x = flat.x.map { scaled($0 - lowerX) + left }
    y = flat.y.map { scaled($0 - lowerY) + top }
    frame = border.map {
      .init(
        x: scaled($0.x / unit - lowerX) + left, y: scaled($0.y / unit - lowerY) + top,
        width: scaled($0.width / unit), height: scaled($0.height / unit))
    }
    degrees = Self.degrees(sketch)
    let space = (spans[0] * spans[1] / Double(max(1, sketch.nodes))).squareRoot()
    // In a layout along a line, nodes are nearer each other than their share of the space tells.
    // Nodes of an area that is shown over time keep their size.
    let near = area == nil ? 0.2 * Self.medianEdgeLength(sketch, x, y) : .infinity
    let base = max(size / 4000, min(max(size / 1000, min(size / 110, space / 9)), near))
    radii =
      if case .constant(let radius)? = sketch.radius {
        Array(repeating: max(0.3, min(size, scaled(radius / unit))), count: sketch.nodes)
      } else { (Self.relativeRadii(sketch) ?? []).map { base * $0 } }
    colors = NodeColors(sketch)
    order = flat.order ?? Array(0..<sketch.nodes)
    let usual = max(size / 1600, min(size / 700, base / 3))
    let widths = Self.relativeEdgeWidths(sketch) ?? [1]
    edgeWidths =
      if case .numbers? = sketch.edgeWidth { widths.map { usual * $0 } } else {
        sketch.sources.map { _ in min(size, usual * widths[0]) }
      }
    let crowd = Double(sketch.sources.count) / Double(max(1, 4 * sketch.nodes))
    edgeOpacity = max(0.15, min(0.65, 0.65 / max(1, crowd).squareRoot()))
  }

  /// Edges below nodes, but above bodies: the lines of a scene show how these rotate.
  func stacked(edges: String, nodes: String) -> String {
    sketch.polygons == nil ? edges + nodes : nodes + edges
  }

  /// The border as an SVG element; empty if there is none.
  var border: String {
    guard let frame else { return "" }
    return "<rect x=\"\(SVG.number(frame.x))\" y=\"\(SVG.number(frame.y))\" "
      + "width=\"\(SVG.number(frame.width))\" height=\"\(SVG.number(frame.height))\" fill=\"none\" "
      + "stroke=\"#888\"/>"
  }

  /// The color of a polygon, which is that of its first corner.
  func color(of polygon: [Int32]) -> String { colors.colors[colors.indices[Int(polygon[0])]] }

  /// The corners of the head of a directed edge, the first at the border of its target; nil if the edge is undirected,
  /// does not exist, or is too short.
  func arrowhead(of edge: Int) -> [SIMD2<Double>]? {
    guard sketch.isDirected == true, !hiddenEdges.contains(edge) else { return nil }
    let (source, target) = (Int(sketch.sources[edge]), Int(sketch.targets[edge]))
    let tip = SIMD2(x[target], y[target])
    let way = SIMD2(x[source], y[source]) - tip
    let (length, size) = (hypot(way.x, way.y), 3 + 4 * edgeWidths[edge])
    let back = way / length
    let gap = radii[target] * colors.shapes[colors.indices[target]].reach(to: back)
    guard length.isFinite, length > gap + radii[source] + size else { return nil }
    return [(0, 0), (1, 0.4), (1, -0.4)].map { along, aside in
      tip + back * (gap + along * size) + SIMD2(back.y, -back.x) * (aside * size)
    }
  }

  /// The opacity in a small picture with edges of at least `width`: lower where these would cover it, and hide nodes.
  func edgeOpacity(minWidth width: Double) -> Double {
    let lengths = zip(sketch.sources, sketch.targets).reduce(0) { sum, ends in
      let (a, b) = (Int(ends.0), Int(ends.1))
      return sum + hypot(x[a] - x[b], y[a] - y[b])
    }
    let cover = lengths * width / (self.width * height)
    return min(edgeOpacity, max(0.15, 0.3 / cover))
  }

  /// Infinite without edges.
  private static func medianEdgeLength(_ sketch: GraphSketch, _ x: [Double], _ y: [Double])
    -> Double
  {
    let lengths = zip(sketch.sources, sketch.targets).map { source, target in
      hypot(x[Int(source)] - x[Int(target)], y[Int(source)] - y[Int(target)])
    }.filter { $0 > 0 && $0.isFinite }
    return lengths.isEmpty ? .infinity : lengths.sorted()[lengths.count / 2]
  }

  private static func degrees(_ sketch: GraphSketch) -> [Int] {
    var degrees = [Int](repeating: 0, count: sketch.nodes)
    for ends in [sketch.sources, sketch.targets] {
      for end in ends { degrees[Int(end)] += 1 }
    }
    return degrees
  }

  /// Radii by the attribute of `view`, else by degrees, relative to the usual one; nil if all are the same length.
  static func relativeRadii(_ sketch: GraphSketch) -> [Double]? {
    let numbers: [Double]
    switch sketch.radius {
    case .constant?: return nil
    case .numbers(_, let values)?: numbers = values
    case .words?, nil: numbers = degrees(sketch).map(Double.init)
    }
    let maximum = numbers.max() ?? 0
    guard maximum > 0 else { return numbers.map { _ in 1 } }
    return numbers.map { 0.6 + 0.9 * (max(0, $0) / maximum).squareRoot() }
  }

  /// Widths relative to the usual width, one for all edges or one for each; nil if it is the usual.
  static func relativeEdgeWidths(_ sketch: GraphSketch) -> [Double]? {
    switch sketch.edgeWidth {
    case .constant(let width)?: return [width]
    case .numbers(_, let values)?:
      let maximum = values.max() ?? 0
      return values.map { 0.5 + 3.5 * (maximum > 0 ? $0 / maximum : 0).squareRoot() }
    case .words?, nil: return nil
    }
  }
}

/// A layout in the plane, in its own units. 3D is turned, tilted towards the viewer, and seen without perspective.
struct Projection {
  /// The coordinates in the picture, to the right and down.
  let x, y: [Double]
  /// The nodes from back to front; nil in 2D.
  let order: [Int]?
  static let turn = Double.pi / 6
  static let tilt = Double.pi / 9
  static let note = "3D, seen from 30° to the side and 20° above, without perspective"

  init(_ layout: [[Double]]) {
    guard layout.count > 2 else {
      x = layout.first ?? []
      y = layout.count > 1 ? layout[1] : x.map { _ in 0 }
      order = nil
      return
    }
    let (sine, cosine) = (sin(Self.turn), cos(Self.turn))
    let (rise, reach) = (sin(Self.tilt), cos(Self.tilt))
    let nodes = layout[0].indices
    let depths = nodes.map { layout[2][$0] * cosine - layout[0][$0] * sine }
    x = nodes.map { layout[0][$0] * cosine + layout[2][$0] * sine }
    y = nodes.map { layout[1][$0] * reach - depths[$0] * rise }
    let distances = nodes.map { depths[$0] * reach + layout[1][$0] * rise }
    order = nodes.sorted { distances[$0] < distances[$1] }
  }
}
