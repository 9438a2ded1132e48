import Foundation
import Graphs
import Plugins
import SwiftCSV
import YAML

/// The places that a CSV file states.
public struct FilePlacement: Placement {
  /// The file.
  public var path = FileReference()

  /// A placement without a file, which `path` must name.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "file", "Reads the places from a CSV file with the columns id,x,y (in 3D also z).",
    parameters: [
      Parameter(
        "path", \.path, "CSV file; id is the number of the node, from 0.", isRequired: true,
        example: "start.csv")
    ],
    source: "The layout files that a run writes")

  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    let table = try table()
    let axes = ["x", "y", "z"].prefix(dimensions)
    for column in ["id"] + axes where !table.header.contains(column) {
      throw Diagnostic(
        "no column '\(column)' in the header; the first line must be "
          + (["id"] + axes).joined(separator: ","), at: Location(file: path.path, line: 1))
    }
    var coordinates = Array(
      repeating: [Double](repeating: .nan, count: graph.nodeCount), count: dimensions)
    for (index, row) in table.rows.enumerated() {
      let place = Location(file: path.path, line: index + 2)
      guard let id = row["id"].flatMap(Int.init), (0..<graph.nodeCount).contains(id) else {
        throw Diagnostic(
          "id '\(row["id"] ?? "")' is no node; the graph has 0 to \(graph.nodeCount - 1)", at: place
        )
      }
      guard coordinates[0][id].isNaN else { throw Diagnostic("node \(id) comes twice", at: place) }
      for (axis, name) in axes.enumerated() {
        guard let value = row[name].flatMap(Double.init), value.isFinite else {
          throw Diagnostic("'\(row[name] ?? "")' in column \(name) is no finite number", at: place)
        }
        coordinates[axis][id] = value
      }
    }
    if let missing = coordinates[0].firstIndex(where: \.isNaN) {
      throw Diagnostic(
        "no line for node \(missing); the graph has \(graph.nodeCount) nodes",
        at: Location(file: path.path))
    }
    return coordinates
  }

  public func check(_ graph: Graph, dimensions: Int) throws {
    var generator = SeededGenerator(seed: 0)
    _ = try coordinates(of: graph, dimensions: dimensions, using: &generator)
  }

  private func table() throws -> CSV<Named> {
    let text: String
    do {
      text = try String(contentsOfFile: path.path, encoding: .utf8)
    } catch {
      throw Diagnostic(
        "cannot read '\(path.path)'; it must be a readable CSV file in UTF-8", at: path.location)
    }
    do {
      return try CSV<Named>(string: text, loadColumns: false)
    } catch {
      throw Diagnostic("not a CSV table: \(error)", at: Location(file: path.path))
    }
  }
}
