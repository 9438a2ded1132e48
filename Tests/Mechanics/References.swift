import ForceLabGraphFiles
import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Testing

/// The forces, strategies and integrators of the catalog.
func plugins<P>(_ kind: PluginKind, as: P.Type = P.self) -> [P] {
  Catalog.mechanics.types(of: kind).compactMap { $0.init() as? P }
}

/// The coordinates in a file of `References/`, one list per axis.
func reference(_ name: String, dimensions: Int = 2) throws -> [[Double]] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  var placement = FilePlacement()
  placement.path = FileReference(folder.appending(path: "References/\(name).csv").path)
  let text = try String(contentsOfFile: placement.path.path, encoding: .utf8)
  let count = text.split(whereSeparator: \.isNewline).count - 1
  var generator = SeededGenerator(seed: 0)
  return try placement.coordinates(
    of: cells(count), dimensions: dimensions, using: &generator)
}
