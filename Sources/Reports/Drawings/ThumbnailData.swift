import Foundation
import ForceLabGraphs
import ForceLabWorkbench

/// The small picture of a layout as a canvas, for graphs whose edges take too much room in SVG. The
/// page holds the edges of a graph once, and the places of its nodes for each layout.
struct ThumbnailData {
  /// The element of the page; `thumbnails.js` paints it.
  let canvas: String
  private static let size = 500.0
  /// Browsers cannot paint more of them at once.
  private static let nodeLimit = 20_000
  private static let edgeLimit = 100_000

  /// Nil if the graph is too large or the canvas would take more than `budget` bytes. `graph` names
  /// the graph in the page.
  init?(
    _ sketch: GraphSketch, _ layout: [[Double]], graph: String, title: String, budget: Int
  ) {
    guard sketch.nodes <= Self.nodeLimit, sketch.sources.count <= Self.edgeLimit,
      4 * sketch.nodes + 400 <= budget
    else { return nil }
    let picture = LayoutPicture(sketch, layout, size: Self.size)
    let radius = picture.radii.max() ?? 1
    let numbers = [
      picture.width, picture.height, radius, picture.edgeOpacity(minWidth: 1.2),
      max(0.7, picture.edgeWidths.max() ?? 0),
    ].map { String(format: "%.4g", $0) }
    canvas = """
      <canvas class="layout" role="img" aria-label="\(SVG.escaped(title))" \
      data-graph="\(SVG.escaped(graph))" data-look="\(numbers.joined(separator: " "))" \
      data-places="\(Self.places(picture))"></canvas>
      """
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
    value.isFinite ? Int((max(0, min(1, value)) * 4095).rounded()) : 0
  }
}
