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

  /// Coordinates per axis, to the last bit. The file may have no ids. Throws a `Diagnostic` with the line that is
  /// malformed, or whose id is not that of its node in `ids`, if these are known.
  public static func read(
    _ text: String, file: String, ids: [String]? = nil
  ) throws(Diagnostic) -> [[Double]] {
    let malformed = { (location: Location?) in
      Diagnostic(
        "malformed or truncated layout row; write it as the first line says, and end it with a line feed, "
          + "or run the trial again", at: location ?? Location(file: file, line: 1, column: 1))
    }
    let first = text.trimmingPrefix("\u{FEFF}").prefix { !$0.isNewline }
    let names = first.split(separator: ",").map(String.init)
    let hasIDs = names.first == "id"
    let axes = names.dropFirst(hasIDs ? 1 : 0)
    let wrongHeader = Diagnostic(
      "a layout begins with the line x,y or id,x,y, in 3D with x,y,z or id,x,y,z",
      at: Location(file: file, line: 1, column: 1))
    guard 2...3 ~= axes.count, axes.elementsEqual(["x", "y", "z"].prefix(axes.count)) else {
      throw wrongHeader
    }
    let table = try Result { () throws(Diagnostic) in try CSVTable(text, path: file) }
      .mapError { malformed($0.location) }.get()
    // A row can go on after a character that ends a line of a text, such as U+2028.
    guard table.header.count == names.count else { throw wrongHeader }
    for (row, id) in zip(table.rows, hasIDs ? ids ?? [] : []) where row.fields[0] != id {
      throw CSVTable.damage(
        table.place(of: row),
        "found the id '\(row.fields[0].excerpt)', but this row is of node '\(id.excerpt)'")
    }
    var layout = [[Double]](repeating: [], count: axes.count)
    for row in table.rows {
      for axis in layout.indices {
        let index = axis + (hasIDs ? 1 : 0)
        guard let number = Double(row.fields[index]), number.isFinite else {
          throw malformed(table.place(of: row, index))
        }
        layout[axis].append(number)
      }
    }
    return layout
  }
}
