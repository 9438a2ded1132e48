import ForceLabGraphs
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Thumbnail {
  /// An `svg` or `canvas` element.
  let element: String
  let note: String
  private static let size = 500.0
  /// The approximate size of an edge and of a node in bytes.
  private static let edgeBytes = 15
  private static let nodeBytes = 10

  /// A picture of `layout` in about `budget` bytes. Of more edges or nodes, it shows every n-th.
  init(_ sketch: GraphSketch, _ layout: [[Double]], title: String, budget: Int) {
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    let hasShapes = picture.colors.shapes.contains { $0 != .circle }
    let nodeBytes = hasShapes ? 3 * Self.nodeBytes : Self.nodeBytes
    let nodeStep = Self.step(sketch.nodes * nodeBytes, budget / 2)
    let edgeStep = Self.step(sketch.sources.count * Self.edgeBytes, budget / 2)
    let (width, height) = (
      Int(clamping: picture.width.rounded(.up)), Int(clamping: picture.height.rounded(.up))
    )
    let edges = """
      <path class="edges" fill="none" stroke="#888" \
      stroke-width="\(SVG.number(max(0.7, picture.edgeWidths.max() ?? 0)))" \
      stroke-opacity="\(SVG.number(picture.edgeOpacity(minWidth: 1.2)))" d="\(Self.edges(picture, edgeStep))"/>
      """
    let nodes =
      "<g fill=\"none\" stroke-linecap=\"round\">\(Self.nodes(picture, nodeStep))</g>"
    element = """
      <svg class="layout" viewBox="0 0 \(width) \(height)" role="img" \
      aria-label="\(SVG.escaped(title))">\(picture.border)\(picture.stacked(edges: edges, nodes: nodes))</svg>
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
    stride(from: 0, to: picture.sketch.sources.count, by: step).map { edge in
      let (a, b) = (Int(picture.sketch.sources[edge]), Int(picture.sketch.targets[edge]))
      let (x, y) = (whole(picture.x[a]), whole(picture.y[a]))
      return "M\(x) \(y)l\(whole(picture.x[b]) - x) \(whole(picture.y[b]) - y)"
    }.joined()
  }

  /// A path of dots, or of other shapes, for all nodes of the same look and rounded size.
  private static func nodes(_ picture: LayoutPicture, _ step: Int) -> String {
    if let polygons = picture.sketch.polygons { return Self.polygons(polygons, picture) }
    struct Style: Hashable {
      let look, width: Int
    }
    var paths: [Style: String] = [:]
    for node in stride(from: 0, to: picture.sketch.nodes, by: step) {
      let style = Style(
        look: picture.colors.indices[node], width: max(2, whole(picture.radii[node] * 2.4)))
      let (x, y) = (whole(picture.x[node]), whole(picture.y[node]))
      if let corners = picture.colors.shapes[style.look].corners, style.width > 3 {
        let points = corners.map {
          "\(x + whole($0.x * Double(style.width) / 2)) \(y + whole($0.y * Double(style.width) / 2))"
        }
        paths[style, default: ""] += "M\(points.joined(separator: "L"))Z"
      } else {
        paths[style, default: ""] += "M\(x) \(y)h0"
      }
    }
    // Large nodes first, so that they do not hide small ones.
    let order = paths.sorted { a, b in
      a.key.width != b.key.width ? a.key.width > b.key.width : a.key.look < b.key.look
    }
    return order.map { style, path in
      let color = picture.colors.colors[style.look]
      return picture.colors.shapes[style.look] == .circle || style.width <= 3
        ? "<path stroke=\"\(color)\" stroke-width=\"\(style.width)\" d=\"\(path)\"/>"
        : "<path fill=\"\(color)\" d=\"\(path)\"/>"
    }.joined()
  }

  private static func polygons(_ polygons: [[Int32]], _ picture: LayoutPicture) -> String {
    var paths: [String: String] = [:]
    for corners in polygons {
      let points = corners.map { "\(whole(picture.x[Int($0)])) \(whole(picture.y[Int($0)]))" }
      paths[picture.color(of: corners), default: ""] += "M\(points.joined(separator: "L"))Z"
    }
    return paths.sorted { $0.key < $1.key }.map { "<path fill=\"\($0)\" d=\"\($1)\"/>" }.joined()
  }

  /// The nearest integer, limited to ten times the size of the picture.
  private static func whole(_ value: Double) -> Int {
    Int(clamping: max(-10 * size, min(10 * size, value)).rounded())
  }

  /// A canvas, which `thumbnails.js` paints, for graphs whose edges take too much room in SVG: the page holds them
  /// once, under the name `graph`. Nil if the graph is too large or the canvas would take more than `budget` bytes.
  init?(
    canvasOf sketch: GraphSketch, _ layout: [[Double]], graph: String, title: String, budget: Int
  ) {
    guard !PlayerFrames.isTooLarge(sketch), 4 * sketch.nodes + 400 <= budget else { return nil }
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    let radius = picture.radii.max() ?? 1
    let numbers = [
      picture.width, picture.height, radius, picture.edgeOpacity(minWidth: 1.2),
      max(0.7, picture.edgeWidths.max() ?? 0),
    ].map { String(format: "%.4g", $0) }
    element = """
      <canvas class="layout" role="img" aria-label="\(SVG.escaped(title))" \
      data-graph="\(SVG.escaped(graph))" data-look="\(numbers.joined(separator: " "))" \
      data-places="\(Self.places(picture))"></canvas>
      """
    note = ""
  }

  /// Three bytes per node in base64: 12 bits for each of x and y, from 0 to the width and height.
  private static func places(_ picture: LayoutPicture) -> String {
    var bytes = Data(capacity: 3 * picture.sketch.nodes)
    for node in 0..<picture.sketch.nodes {
      let x = part(picture.x[node] / picture.width)
      let y = part(picture.y[node] / picture.height)
      bytes.append(contentsOf: [UInt8(x >> 4), UInt8((x & 15) << 4 | y >> 8), UInt8(y & 255)])
    }
    return bytes.base64EncodedString()
  }

  private static func part(_ value: Double) -> Int {
    value.isFinite ? Int(clamping: (max(0, min(1, value)) * 4095).rounded()) : 0
  }
}
