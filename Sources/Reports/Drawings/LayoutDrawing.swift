import Foundation
import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import ForceLabQuality

/// A layout as an SVG file: edges, nodes with tooltips, labels where there is room, and a legend.
struct LayoutDrawing {
  private let picture: LayoutPicture
  private let title: String
  /// What the removal of overlaps changed; nil if nothing.
  let effect: String?
  private let legend: DrawingLegend?
  /// How it moves; nil if it stands still.
  private let motion: Motion?
  private let hasLabels: Bool
  static let size = 800.0
  static let fontSize = 12.0

  /// Pictures at even times, without an end.
  struct Motion {
    let pictures: [LayoutPicture]
    /// The time of all pictures, in s.
    let seconds: Double
  }

  init(_ sketch: GraphSketch, _ layout: [[Double]], title: String, namesOverlaps: Bool = true) {
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    let removal: (any OverlapRemoval)? =
      switch sketch.overlaps {
      case .prism: Prism()
      case .growingTree: GrowingTree()
      case .keep, nil: nil
      }
    let separated = removal.map {
      picture.withoutOverlaps(by: $0, isMeasured: namesOverlaps)
    }
    self.init(separated?.picture ?? picture, title: title, effect: separated?.effect)
  }

  init(
    _ picture: LayoutPicture, title: String, effect: String? = nil, hasLabels: Bool = true,
    motion: Motion? = nil
  ) {
    (self.picture, self.title, self.effect) = (picture, title, effect)
    (self.hasLabels, self.motion) = (hasLabels, motion)
    legend = DrawingLegend(picture.colors, width: picture.width)
  }

  /// Cost: linear, some 60 bytes per node and 20 per edge, or 60 per directed edge; of each picture of a motion, some 10
  /// and 20.
  var svg: String {
    let bottom = picture.height + (legend?.height ?? 0)
    let lines = Double(captionLines.count)
    let height = bottom + (effect == nil ? 0 : (1.2 * lines + 0.8) * Self.fontSize)
    let size = "\(SVG.number(picture.width))"
    let edges = """
      <g fill="none" stroke="#777" opacity="\(SVG.number(picture.edgeOpacity))">
      \(edges)</g>

      """
    let nodes = """
      <g stroke="#fff" stroke-width="\(SVG.number(min(1, (picture.radii.max() ?? 1) / 4)))">
      \(nodes)</g>

      """
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(SVG.number(height))" \
      viewBox="0 0 \(size) \(SVG.number(height))" font-family="Helvetica, Arial, sans-serif" \
      font-size="\(SVG.number(Self.fontSize))">
      <title>\(SVG.escaped(title))</title>
      <rect width="100%" height="100%" fill="#fff"/>
      \(picture.border)
      \(picture.stacked(edges: edges, nodes: nodes))\
      <g fill="#222" stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">
      \(hasLabels ? labels : "")</g>
      \(arrowheads)\
      \(legend?.svg(below: picture.height) ?? "")\(caption(below: bottom))</svg>

      """
  }

  /// What the removal of overlaps changed, in lines as wide as the picture.
  private var captionLines: [Substring] {
    guard let effect else { return [] }
    let columns = Int((picture.width / Self.fontSize - 2) / "a".estimatedWidth)
    return wrapped("Moved apart by \(effect)", width: max(20, columns)).split(separator: "\n")
  }

  private func caption(below top: Double) -> String {
    captionLines.enumerated().map { index, line in
      let y = top + 1.2 * Self.fontSize * Double(index + 1)
      return """
        <text x="\(SVG.number(Self.fontSize))" y="\(SVG.number(y))" \
        fill="#666">\(SVG.escaped(String(line)))</text>

        """
    }.joined()
  }

  private var edges: String {
    let byWidth = Dictionary(grouping: picture.sketch.sources.indices) {
      SVG.number(picture.edgeWidths[$0])
    }
    return byWidth.sorted { $0.key < $1.key }.map { width, edges in
      paths(edges, "stroke-width=\"\(width)\"", Self.path)
    }.joined()
  }

  /// The heads of directed edges, above labels. As edges move, heads come and go.
  private var arrowheads: String {
    let edges = picture.sketch.sources.indices.filter {
      motion != nil || picture.arrowhead(of: $0) != nil
    }
    guard picture.sketch.isDirected == true, !edges.isEmpty else { return "" }
    return "<g opacity=\"\(SVG.number(picture.edgeOpacity))\">\n"
      + paths(edges, "fill=\"#777\" stroke=\"none\"", Self.heads) + "</g>\n"
  }

  /// Paths of some edges each: the time that a renderer takes for a path grows faster than its length.
  private func paths(
    _ edges: [Int], _ style: String, _ path: (ArraySlice<Int>, LayoutPicture) -> String
  ) -> String {
    stride(from: 0, to: edges.count, by: Self.edgesPerPath).map { start in
      let part = edges[start..<min(start + Self.edgesPerPath, edges.count)]
      let animation = animation("d") { path(part, $0) }
      return "<path \(style) d=\"\(path(part, picture))\""
        + (animation.isEmpty ? "/>\n" : ">\(animation)</path>\n")
    }.joined()
  }

  /// Heads that do not exist are points at the targets.
  private static func heads(_ edges: ArraySlice<Int>, _ picture: LayoutPicture) -> String {
    edges.map { edge in
      let target = Int(picture.sketch.targets[edge])
      let place = SIMD2(picture.x[target], picture.y[target])
      let point = place.x.isFinite ? place : .zero
      let corners = picture.arrowhead(of: edge) ?? [point, point, point]
      let texts = corners.map { "\(SVG.number($0.x)) \(SVG.number($0.y))" }
      return "M\(texts.joined(separator: "L"))Z"
    }.joined()
  }

  /// Edges that do not exist are points, so that a path has the same segments at all times.
  private static func path(_ edges: ArraySlice<Int>, _ picture: LayoutPicture) -> String {
    edges.map { edge in
      let ends = [Int(picture.sketch.sources[edge]), Int(picture.sketch.targets[edge])]
      let isHidden =
        picture.hiddenEdges.contains(edge) || !ends.allSatisfy { picture.x[$0].isFinite }
      return isHidden ? "M0 0L0 0" : "M\(point(ends[0], picture))L\(point(ends[1], picture))"
    }.joined()
  }

  /// The element that moves an attribute: `animate`, or `animateTransform` if `type` is given; empty if nothing moves.
  private func animation(
    _ attribute: String, type: String? = nil, isDiscrete: Bool = false,
    _ value: (LayoutPicture) -> String
  ) -> String {
    let values = motion?.pictures.map(value) ?? []
    guard let motion, Set(values).count > 1 else { return "" }
    return "<animate\(type == nil ? "" : "Transform") attributeName=\"\(attribute)\""
      + (type.map { " type=\"\($0)\"" } ?? "") + (isDiscrete ? " calcMode=\"discrete\"" : "")
      + " dur=\"\(SVG.number(motion.seconds))s\" repeatCount=\"indefinite\" "
      + "values=\"\(values.joined(separator: ";"))\"/>"
  }

  private static let edgesPerPath = 50

  private static func point(_ node: Int, _ picture: LayoutPicture) -> String {
    "\(SVG.number(picture.x[node])) \(SVG.number(picture.y[node]))"
  }

  private var nodes: String {
    var text = ""
    if let polygons = picture.sketch.polygons {
      for corners in polygons {
        func points(_ picture: LayoutPicture) -> String {
          corners.map { Self.point(Int($0), picture) }.joined(separator: " ")
        }
        let animation = animation("points", points)
        text += "<polygon points=\"\(points(picture))\" fill=\"\(picture.color(of: corners))\""
        text += animation.isEmpty ? "/>\n" : ">\(animation)</polygon>\n"
      }
      return text
    }
    for node in picture.order where picture.x[node].isFinite || motion != nil {
      let name = picture.sketch.labels?[node] ?? String(node)
      let look = picture.colors.indices[node]
      let shape = picture.colors.shapes[look]
      let home = home(node)
      text += """
        \(shape.svg(x: home.x, y: home.y, radius: picture.radii[node])) \
        fill="\(picture.colors.colors[look])"\(picture.x[node].isFinite ? "" : " visibility=\"hidden\"")>\
        <title>\(SVG.escaped(name))</title>\(movement(of: node, from: home))\
        </\(shape == .circle ? "circle" : "path")>

        """
    }
    return text
  }

  /// Where a node is drawn: its position, or where it is first, if it does not exist at the end.
  private func home(_ node: Int) -> (x: Double, y: Double) {
    if picture.x[node].isFinite { return (picture.x[node], picture.y[node]) }
    let first = motion?.pictures.first { $0.x[node].isFinite }
    return first.map { ($0.x[node], $0.y[node]) } ?? (0, 0)
  }

  private func movement(of node: Int, from home: (x: Double, y: Double)) -> String {
    var last = "0 0"
    let path = animation("transform", type: "translate") { picture in
      // A node that does not exist stays where it was.
      guard picture.x[node].isFinite else { return last }
      last = "\(SVG.number(picture.x[node] - home.x)) \(SVG.number(picture.y[node] - home.y))"
      return last
    }
    return path
      + animation("visibility", isDiscrete: true) {
        $0.x[node].isFinite ? "visible" : "hidden"
      }
  }

  /// Labels have room at the end alone, so they appear then.
  private var labels: String {
    let texts = NodeLabels(picture).labels.map { label in
      """
      <text x="\(SVG.number(label.x))" y="\(SVG.number(label.y))" \
      text-anchor="\(label.anchor.rawValue)">\(SVG.escaped(label.text))</text>

      """
    }.joined()
    let end = motion?.pictures.last
    let presence = animation("visibility", isDiscrete: true) {
      $0.x == end?.x && $0.y == end?.y ? "visible" : "hidden"
    }
    return texts.isEmpty || presence.isEmpty ? texts : "<g>\(presence)\n\(texts)</g>\n"
  }
}

enum SVG {
  static func escaped(_ text: String) -> String { text.printableName.xmlEscaped() }

  /// `value` with one digit after the decimal point, or two below ten.
  static func number(_ value: Double) -> String {
    let factor = value.magnitude < 10 ? 100.0 : 10
    return ((value * factor).rounded() / factor).shortText
  }
}
