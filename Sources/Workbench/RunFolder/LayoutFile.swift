import Foundation
import ForceLabSettings

/// A layout as a file of a run: a line of `id,x,y`, in 3D also `z`, per node in their order.
public enum LayoutFile {
  public static func name(_ trial: Int) -> String { "layouts/\(trial).csv" }

  static func file(of layout: [[Double]], _ trial: Int) -> KeptFile {
    var text = csvLine(["id"] + ["x", "y", "z"].prefix(layout.count))
    for node in layout.first?.indices ?? 0..<0 {
      text += csvLine([.integer(node)] + layout.map { .number($0[node]) })
    }
    return KeptFile(name(trial), Data(text.utf8))
  }

  /// Coordinates per axis, to the last bit. Throws a `Diagnostic` with the malformed line.
  public static func read(_ text: String, file: String) throws(Diagnostic) -> [[Double]] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let names = lines[0].split(separator: UInt8(ascii: ","))
    guard (3...4).contains(names.count), names[0].elementsEqual("id".utf8) else {
      throw Diagnostic(
        "a layout begins with the line id,x,y or id,x,y,z", at: Location(file: file, line: 1))
    }
    var layout = [[Double]](repeating: [], count: names.count - 1)
    // What follows the last line feed must be nothing: a line without one may have lost digits.
    for (index, line) in lines.enumerated().dropFirst()
    where index < lines.count - 1 || !line.isEmpty {
      let fields = line.split(separator: UInt8(ascii: ","))
      let numbers = fields.dropFirst().compactMap { Double(Substring($0)) }
      guard index < lines.count - 1, numbers.count == layout.count, fields.count == names.count,
        numbers.allSatisfy(\.isFinite)
      else {
        throw Diagnostic(
          "no line of a layout, or cut off; run the trial again",
          at: Location(file: file, line: index + 1))
      }
      for axis in layout.indices { layout[axis].append(numbers[axis]) }
    }
    return layout
  }
}
