import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// What a layout can be written as: a picture, or a graph file with positions.
public enum DrawingFormat: CaseIterable, Sendable {
  case picture(PictureFormat)
  case graph(any LayoutFormat)

  public static let svg = Self.picture(.svg)

  public static let allCases: [Self] =
    PictureFormat.allCases.map { .picture($0) } + GraphFormats.ofLayouts.map { .graph($0) }

  /// By its name, which is also the ending of its files.
  public init?(_ name: String) {
    guard let format = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  public var name: String {
    switch self {
    case .picture(let format): format.rawValue
    case .graph(let format): format.name
    }
  }

  public var isPicture: Bool { if case .picture = self { true } else { false } }

  /// The bytes of `layout`, and what the removal of overlaps changed; `width` is that of a PNG in px.
  func bytes(
    of sketch: GraphSketch, _ layout: [[Double]], title: String, width: Int
  ) throws(Diagnostic) -> (data: Data, effect: OverlapEffect?) {
    switch self {
    case .graph(let format):
      return (Data(format.text(of: LayoutTable(sketch, layout)).utf8), nil)
    case .picture(let format):
      let drawing = LayoutDrawing(sketch, layout, title: title)
      return (try format.picture(of: drawing.svg, width: width), drawing.effect)
    }
  }
}
