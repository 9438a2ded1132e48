import ForceLabGraphs
import ForceLabSettings
import Foundation

/// What a layout can be written as: a picture, or a graph file with positions.
public enum DrawingFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, graphml, json, gexf

  /// The bytes of `layout`; `width` is that of a PNG in px.
  func bytes(
    of sketch: GraphSketch, _ layout: [[Double]], title: String, width: Int
  ) throws(Diagnostic) -> Data {
    switch self {
    case .graphml: return Data(LayoutGraphFile(sketch, layout).graphML.utf8)
    case .json: return Data(LayoutGraphFile(sketch, layout).json.utf8)
    case .gexf: return Data(LayoutGraphFile(sketch, layout).gexf.utf8)
    case .svg, .png, .pdf:
      let drawing = LayoutDrawing(sketch, layout, title: title)
      let format = PictureFormat(rawValue: rawValue) ?? .svg
      return try format.picture(of: drawing.svg, width: width)
    }
  }
}
