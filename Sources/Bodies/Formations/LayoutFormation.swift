import ForceLabGraphFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

struct LayoutFormation: Formation {
  var path = FileReference()
  var scale = 1.0

  static let manual = Manual<Self>(
    "layout", "A body at the place of each node of a layout.",
    parameters: [
      Parameter(
        "path", \.path, "CSV file with columns id,x,y or x,y, such as layouts/1.csv of a run.",
        isRequired: true, example: "layout.csv"),
      Parameter("scale", \.scale, above: 0, "Factor of the coordinates."),
    ], shorthand: "path", source: "The layout files of a run")

  func places(of extent: Vector, using generator: inout SeededGenerator) throws -> [Vector] {
    let bytes = try GraphFile.bytes(of: path, limit: 1 << 24, "for \(Self.limit.upperBound) bodies")
    let text = try GraphText(bytes, file: path.path)
    let layout = try PositionTable(text, mayLackIDs: true).coordinates()
    guard layout.count == 2, Self.limit.contains(layout[0].count) else {
      throw Diagnostic(
        layout.count == 2
          ? "\(counted(layout[0].count, "node")); use a layout of \(Self.limit.lowerBound) to "
            + "\(Self.limit.upperBound) nodes"
          : "the layout is in 3D; use one in 2D", at: path.location ?? Location(file: path.path))
    }
    return zip(layout[0], layout[1]).map { Vector($0, $1) * scale }
  }
}
