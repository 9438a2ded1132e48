import ForceLabGraphs
import ForceLabWorkbench

struct Thumbnail {
  let svg: String
  let note: String
  private static let size = 500.0
  /// The approximate size of an edge and of a node in bytes.
  private static let edgeBytes = 15
  private static let nodeBytes = 10

  init(canvas: String) { (svg, note) = (canvas, "") }

  /// A picture of `layout` in about `budget` bytes. Of more edges or nodes, it shows every n-th.
  init(_ sketch: GraphSketch, _ layout: [[Double]], title: String, budget: Int) {
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    let nodeStep = Self.step(sketch.nodes * Self.nodeBytes, budget / 2)
    let edgeStep = Self.step(sketch.sources.count * Self.edgeBytes, budget / 2)
    let (width, height) = (Int(picture.width.rounded(.up)), Int(picture.height.rounded(.up)))
    svg = """
      <svg class="layout" viewBox="0 0 \(width) \(height)" role="img" \
      aria-label="\(SVG.escaped(title))"><path class="edges" fill="none" stroke="#888" \
      stroke-width="\(SVG.number(max(0.7, picture.edgeWidths.max() ?? 0)))" \
      stroke-opacity="\(SVG.number(picture.edgeOpacity))" d="\(Self.edges(picture, edgeStep))"/>\
      <g fill="none" stroke-linecap="round">\(Self.nodes(picture, nodeStep))</g></svg>
      """
    let parts = [(nodeStep, sketch.nodes, "node"), (edgeStep, sketch.sources.count, "edge")]
    let samples = parts.filter { $0.0 > 1 }.map { step, count, what in
      "\((count + step - 1) / step) of \(counted(count, what))"
    }
    note = samples.joined(separator: ", ")
  }

  private static func step(_ bytes: Int, _ budget: Int) -> Int {
    max(1, (bytes + budget - 1) / max(1, budget))
  }

  private static func edges(_ picture: LayoutPicture, _ step: Int) -> String {
    var path = ""
    for edge in stride(from: 0, to: picture.sketch.sources.count, by: step) {
      let (a, b) = (Int(picture.sketch.sources[edge]), Int(picture.sketch.targets[edge]))
      let (x, y) = (whole(picture.x[a]), whole(picture.y[a]))
      path += "M\(x) \(y)l\(whole(picture.x[b]) - x) \(whole(picture.y[b]) - y)"
    }
    return path
  }

  /// A path of dots for all nodes of the same color and rounded size.
  private static func nodes(_ picture: LayoutPicture, _ step: Int) -> String {
    struct Style: Hashable {
      let color, width: Int
    }
    var paths: [Style: String] = [:]
    for node in stride(from: 0, to: picture.sketch.nodes, by: step) {
      let style = Style(
        color: picture.colors.indices[node], width: max(2, whole(picture.radii[node] * 2.4)))
      paths[style, default: ""] += "M\(whole(picture.x[node])) \(whole(picture.y[node]))h0"
    }
    // Large nodes first, so that they do not hide small ones.
    let order = paths.sorted { a, b in
      a.key.width != b.key.width ? a.key.width > b.key.width : a.key.color < b.key.color
    }
    return order.map { style, path in
      "<path stroke=\"\(picture.colors.colors[style.color])\" stroke-width=\"\(style.width)\" d=\"\(path)\"/>"
    }.joined()
  }

  /// The nearest integer, limited to ten times the size of the picture.
  private static func whole(_ value: Double) -> Int {
    Int(max(-10 * size, min(10 * size, value)).rounded())
  }
}
