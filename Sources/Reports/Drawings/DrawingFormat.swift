import ForceLabGraphs
import ForceLabSettings
import Foundation

/// What a layout can be written as: a picture, or a graph file with positions.
public enum DrawingFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, graphml, json, gexf

  public var isPicture: Bool { PictureFormat(rawValue: rawValue) != nil }

  /// The bytes of `layout`, and what the removal of overlaps changed; `width` is that of a PNG in px.
  func bytes(
    of sketch: GraphSketch, _ layout: [[Double]], title: String, width: Int
  ) throws(Diagnostic) -> (data: Data, effect: OverlapEffect?) {
    switch self {
    case .graphml: return (Data(LayoutGraphFile(sketch, layout).graphML.utf8), nil)
    case .json: return (Data(LayoutGraphFile(sketch, layout).json.utf8), nil)
    case .gexf: return (Data(LayoutGraphFile(sketch, layout).gexf.utf8), nil)
    case .svg, .png, .pdf:
      let drawing = LayoutDrawing(sketch, layout, title: title)
      let format = PictureFormat(rawValue: rawValue) ?? .svg
      return (try format.picture(of: drawing.svg, width: width), drawing.effect)
    }
  }
}
