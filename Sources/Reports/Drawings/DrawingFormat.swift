import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// What the motion of a trial can be written as.
public enum AnimationFormat: String, CaseIterable, Sendable {
  case svg, html, gif, mp4
}

/// What a layout can be written as: a picture, an animation, or a graph file with positions.
public enum DrawingFormat: CaseIterable, Sendable {
  case picture(PictureFormat)
  case animation(AnimationFormat)
  case graph(any LayoutFormat)
  /// The positions alone, as the CSV file of a trial.
  case positions

  public static let svg = Self.picture(.svg)

  public static let allCases: [Self] =
    PictureFormat.allCases.map { .picture($0) }
    + AnimationFormat.allCases.filter { $0 != .svg }.map { .animation($0) }
    + GraphFormats.ofLayouts.map { .graph($0) }

  /// Of a layout outside a run: no animations, but positions.
  public static let ofFiles = allCases.filter { !$0.isAnimation } + [.positions]

  /// By its name, which is also the ending of its files.
  public init?(_ name: String) {
    guard let format = (Self.allCases + [.positions]).first(where: { $0.name == name }) else {
      return nil
    }
    self = format
  }

  public var name: String {
    switch self {
    case .picture(let format): format.rawValue
    case .animation(let format): format.rawValue
    case .graph(let format): format.name
    case .positions: "csv"
    }
  }

  public var isPicture: Bool { if case .picture = self { true } else { false } }
  public var isAnimation: Bool { if case .animation = self { true } else { false } }

  /// Whether its files have a width in px.
  public var hasPixels: Bool { ["png", "gif", "mp4"].contains(name) }

  /// The animation of this name; nil if there is none.
  public var animated: Self? { AnimationFormat(rawValue: name).map { .animation($0) } }

  public var isText: Bool { !isPicture || name == Self.svg.name }

  /// Throws if the program is missing that makes a picture of this format.
  public func checkProgram() throws(Diagnostic) {
    let program = Program.rsvgConvert
    if isPicture, !isText, program.path == nil { throw program.isMissing }
  }

  /// The bytes of `layout`, which stands still, and what the removal of overlaps changed; `width` is that of a
  /// PNG in px. A picture says so, too, if it `namesOverlaps`.
  public func bytes(
    of sketch: GraphSketch, _ layout: [[Double]], title: String, width: Int,
    namesOverlaps: Bool = false
  ) throws(Diagnostic) -> (data: Data, effect: String?) {
    switch self {
    case .graph(let format):
      return (Data(try format.text(of: LayoutTable(sketch, layout)).utf8), nil)
    case .positions: return (Data(LayoutFile.text(of: layout, ids: sketch.ids).utf8), nil)
    case .picture, .animation:
      let drawing = LayoutDrawing(sketch, layout, title: title, namesOverlaps: namesOverlaps)
      guard case .picture(let format) = self else {
        return (Data(drawing.svg.utf8), drawing.effect)
      }
      return (try format.picture(of: drawing.svg, width: width), drawing.effect)
    }
  }
}
