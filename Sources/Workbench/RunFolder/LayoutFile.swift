import Foundation
import ForceLabSettings

/// A layout as a file of a run: a line of `id,x,y`, in 3D also `z`, per node in their order.
public enum LayoutFile {
  public static func name(_ trial: Int) -> String { "layouts/\(trial).csv" }

  /// `ids` has the identifier of each node; nil if they are the numbers of the nodes.
  static func file(of layout: [[Double]], ids: [String]?, _ trial: Int) -> KeptFile {
    var text = csvLine(["id"] + ["x", "y", "z"].prefix(layout.count))
    for node in layout.first?.indices ?? 0..<0 {
      let id = ids.map { field($0[node]) } ?? String(node)
      text += id + "," + csvLine(layout.map { .number($0[node]) })
    }
    return KeptFile(name(trial), Data(text.utf8))
  }

  /// An id that graph readers could take for a comment, or shorten, is in quotes too.
  private static func field(_ id: String) -> String {
    let plain = String(csvLine([id]).dropLast())
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    guard let first = plain.utf8.first, let last = plain.utf8.last else { return "\"\"" }
    let isUnsafe = first == UInt8(ascii: "#") || first == UInt8(ascii: "%")
    return isUnsafe || blanks.contains(first) || blanks.contains(last) ? "\"\(plain)\"" : plain
  }

  /// Coordinates per axis, to the last bit. The file may have no ids. Throws a `Diagnostic` with the
  /// malformed line.
  public static func read(_ text: String, file: String) throws(Diagnostic) -> [[Double]] {
    var rows = Rows(text)
    let names = rows.next()?.fields ?? []
    let hasIDs = names.first?.elementsEqual("id".utf8) == true
    let axes = names.dropFirst(hasIDs ? 1 : 0)
    guard (2...3).contains(axes.count), hasIDs || axes.first?.elementsEqual("x".utf8) == true else {
      throw Diagnostic(
        "a layout begins with the line x,y or id,x,y, in 3D with x,y,z or id,x,y,z",
        at: Location(file: file, line: 1))
    }
    var layout = [[Double]](repeating: [], count: axes.count)
    while let row = rows.next() {
      let numbers = row.fields.dropFirst(hasIDs ? 1 : 0).compactMap { Double(Substring($0)) }
      // A line without a line feed may have lost digits.
      guard row.isComplete, numbers.count == layout.count, row.fields.count == names.count,
        numbers.allSatisfy(\.isFinite)
      else {
        throw Diagnostic(
          "malformed or truncated layout row; write it as the first line says, and end it with a line feed, "
            + "or run the trial again",
          at: Location(file: file, line: row.line))
      }
      for axis in layout.indices { layout[axis].append(numbers[axis]) }
    }
    return layout
  }

  /// The lines of a layout. Its first field may be in quotes and contain line feeds.
  private struct Rows {
    private let text: Substring.UTF8View
    private var place: Substring.UTF8View.Index
    private var line = 1

    init(_ text: String) {
      self.text = text[...].utf8
      place = text.utf8.startIndex
    }

    /// Nil at the end of the text. What follows the last line feed is a line that is not complete.
    mutating func next() -> (fields: [Substring.UTF8View], line: Int, isComplete: Bool)? {
      guard place < text.endIndex else { return nil }
      let (start, first) = (place, line)
      var end = start
      if text[start] == UInt8(ascii: "\"") {
        var isOpen = false
        while end < text.endIndex, isOpen || text[end] != UInt8(ascii: ",") {
          if text[end] == UInt8(ascii: "\"") { isOpen.toggle() }
          if text[end] == UInt8(ascii: "\n") { line += 1 }
          text.formIndex(after: &end)
        }
      }
      let id = text[start..<end]
      while end < text.endIndex, text[end] != UInt8(ascii: "\n") { text.formIndex(after: &end) }
      let isComplete = end < text.endIndex
      place = isComplete ? text.index(after: end) : end
      line += 1
      // Other programs end lines with a carriage return, too.
      let last = text[id.endIndex..<end].last
      if last == UInt8(ascii: "\r") { text.formIndex(before: &end) }
      let rest = text[id.endIndex..<end].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let fields = id.isEmpty ? rest : [id] + rest.dropFirst()
      return (fields, first, isComplete)
    }
  }
}
