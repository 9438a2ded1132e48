import ForceLabGraphFiles
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings

public struct LayoutItems: Arrangement {
  public var path = FileReference()
  public var size = 10.0

  public init() {}

  public static let manual = Manual<Self>(
    "layout", "The nodes of a finished layout, each as a square around its position.",
    parameters: [
      Parameter(
        "path", \.path, "CSV file with the columns id,x,y, such as layouts/1.csv of a run.",
        isRequired: true, example: "layout.csv"),
      Parameter("size", \.size, in: 0...1e6, unit: "px", "Side of an item."),
    ], source: "The layout files that a run writes")

  public var isRandom: Bool { false }

  public func items(using generator: inout SeededGenerator) throws -> [ItemRectangle] {
    let (places, half) = (try places(), size / 2)
    return zip(places[0], places[1]).map { x, y in
      ItemRectangle(left: x - half, top: y - half, right: x + half, bottom: y + half)
    }
  }

  public func checkFiles() throws { _ = try places() }

  private func places() throws -> [[Double]] {
    let text = try GraphText(GraphFile.bytes(of: path), file: path.path)
    let places = try PositionTable(text, dimensions: 2).coordinates()
    guard !places[0].isEmpty else {
      throw Diagnostic("no nodes after the header", at: Location(file: path.path))
    }
    return places
  }
}
