import ForceLabFiles
import ForceLabSettings

/// A layout as a file of a run: a line of `id,x,y`, in 3D also `z`, per node in their order.
public enum LayoutFile {
  public static func name(_ trial: Int) -> String { "layouts/\(trial).csv" }

  /// `ids` has the identifier of each node; nil if they are the numbers of the nodes.
  public static func text(of layout: [[Double]], ids: [String]?) -> String {
    var text = csvLine(["id"] + ["x", "y", "z"].prefix(layout.count))
    for node in layout.first?.indices ?? 0..<0 {
      text += ids.map { field($0[node]) } ?? String(node)
      for axis in layout { text += "," + Field.number(axis[node]).text }
      text += "\n"
    }
    return text
  }

  /// An id that graph readers could take for a comment, or shorten, is in quotes too.
  static func field(_ id: String) -> String {
    let plain = String(csvLine([id]).dropLast())
    guard let first = plain.utf8.first, let last = plain.utf8.last else { return "\"\"" }
    let isUnsafe = "#% \t".utf8.contains(first) || " \t".utf8.contains(last)
    return isUnsafe ? "\"\(plain)\"" : plain
  }

  /// The layout of `trial` of the run in `folder`, a list of coordinates per axis; nil if it left none.
  static func layout(
    of trial: Int, in folder: Folder, ids: [String]? = nil
  ) throws(Diagnostic) -> [[Double]]? {
    let name = name(trial)
    guard try folder.holds(name) else { return nil }
    return try read(folder.text(of: name), file: folder.location(of: name).file, ids: ids)
  }

  /// Coordinates per axis, to the last bit. Throws a `Diagnostic` with the line that is malformed, or whose id is not
  /// that of its node in `ids`, if these are known.
  package static func read(
    _ text: String, file: String, ids: [String]? = nil
  ) throws(Diagnostic) -> [[Double]] {
    let table = try CSVTable(text, path: file)
    let axes = ["x", "y", "z"].prefix(table.header.contains("z") ? 3 : 2)
    let columns = try axes.map { (axis) throws(Diagnostic) in try table.index(of: axis) }
    if let column = table.header.firstIndex(of: "id"), let ids {
      for (row, id) in zip(table.rows, ids) where row.fields[column] != id {
        throw CSVTable.damage(
          table.place(of: row, column),
          "found the id '\(row.fields[column].excerpt)', but this row is of node '\(id.excerpt)'")
      }
    }
    return try columns.map { (column) throws(Diagnostic) in
      try table.rows.map { (row) throws(Diagnostic) -> Double in
        if let number = try table.number(column, in: row) { return number }
        throw CSVTable.damage(
          table.place(of: row, column), "'\(row.fields[column])' is not a finite number")
      }
    }
  }
}
