import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import ForceLabPlugins

/// A layout as an SVG file: edges, nodes with tooltips, labels where there is room, and a legend.
struct LayoutDrawing {
  private let picture: LayoutPicture
  private let title: String
  /// What the removal of overlaps changed; nil if nothing.
  let effect: OverlapEffect?
  private let legend: DrawingLegend?
  static let size = 800.0
  private static let fontSize = 12.0

  init(_ sketch: GraphSketch, _ layout: [[Double]], title: String) {
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    (self.picture, effect) =
      sketch.overlaps == .prism
      ? picture.withoutOverlaps(fontSize: Self.fontSize) : (picture, nil)
    self.title = title
    legend = DrawingLegend(picture.colors, width: picture.width, fontSize: Self.fontSize)
  }

  /// Cost: linear, some 60 bytes per node and 20 per edge.
  var svg: String {
    let bottom = picture.height + (legend?.height ?? 0)
    let height = bottom + (effect == nil ? 0 : 2 * Self.fontSize)
    let size = "\(SVG.number(picture.width))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(SVG.number(height))" \
      viewBox="0 0 \(size) \(SVG.number(height))" font-family="Helvetica, Arial, sans-serif" \
      font-size="\(SVG.number(Self.fontSize))">
      <title>\(SVG.escaped(title))</title>
      <rect width="100%" height="100%" fill="#fff"/>
      <g fill="none" stroke="#777" opacity="\(SVG.number(picture.edgeOpacity))">
      \(edges)</g>
      <g stroke="#fff" stroke-width="\(SVG.number(min(1, (picture.radii.max() ?? 1) / 4)))">
      \(nodes)</g>
      <g fill="#222" stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">
      \(labels)</g>
      \(legend?.svg(below: picture.height) ?? "")\(caption(below: bottom))</svg>

      """
  }

  private func caption(below top: Double) -> String {
    guard let effect else { return "" }
    return """
      <text x="\(SVG.number(Self.fontSize))" y="\(SVG.number(top + 1.2 * Self.fontSize))" \
      fill="#666">Moved apart by prism: \(SVG.escaped(effect.text))</text>

      """
  }

  /// Paths of some edges each: the time that a renderer takes for a path grows faster than its length.
  private var edges: String {
    var text = ""
    let byWidth = Dictionary(grouping: picture.sketch.sources.indices) {
      SVG.number(picture.edgeWidths[$0])
    }
    for (width, edges) in byWidth.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: edges.count, by: Self.edgesPerPath) {
        text += "<path stroke-width=\"\(width)\" d=\""
        for edge in edges[start..<min(start + Self.edgesPerPath, edges.count)] {
          text +=
            "M\(point(Int(picture.sketch.sources[edge])))L\(point(Int(picture.sketch.targets[edge])))"
        }
        text += "\"/>\n"
      }
    }
    return text
  }

  private static let edgesPerPath = 50

  private func point(_ node: Int) -> String {
    "\(SVG.number(picture.x[node])) \(SVG.number(picture.y[node]))"
  }

  private var nodes: String {
    var text = ""
    if let polygons = picture.sketch.polygons {
      for corners in polygons {
        let points = corners.map { point(Int($0)) }.joined(separator: " ")
        text += "<polygon points=\"\(points)\" fill=\"\(picture.color(of: corners))\"/>\n"
      }
      return text
    }
    for node in picture.order {
      let name = picture.sketch.labels?[node] ?? String(node)
      let look = picture.colors.indices[node]
      let shape = picture.colors.shapes[look]
      text += """
        \(shape.svg(x: picture.x[node], y: picture.y[node], radius: picture.radii[node])) \
        fill="\(picture.colors.colors[look])"><title>\(SVG.escaped(name))</title>\
        </\(shape == .circle ? "circle" : "path")>

        """
    }
    return text
  }

  private var labels: String {
    NodeLabels(picture, fontSize: Self.fontSize).labels.map { label in
      """
      <text x="\(SVG.number(label.x))" y="\(SVG.number(label.y))" \
      text-anchor="\(label.anchor.rawValue)">\(SVG.escaped(label.text))</text>

      """
    }.joined()
  }
}

enum SVG {
  static func escaped(_ text: String) -> String { text.printable.xmlEscaped() }

  /// `value` with one digit after the decimal point, or two below ten.
  static func number(_ value: Double) -> String {
    let factor = value.magnitude < 10 ? 100.0 : 10
    return ((value * factor).rounded() / factor).shortText
  }
}
