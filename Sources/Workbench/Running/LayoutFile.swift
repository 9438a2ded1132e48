/// A layout as a file of a run: a line of `id,x,y`, in 3D also `z`, per node in their order.
enum LayoutFile {
  /// The text of the file of `layout`, a list of coordinates per axis.
  static func text(of layout: [[Double]]) -> String {
    var text = csvLine(["id"] + ["x", "y", "z"].prefix(layout.count))
    for node in layout.first?.indices ?? 0..<0 {
      text += csvLine([.integer(node)] + layout.map { .number($0[node]) })
    }
    return text
  }

  /// The layout whose file holds `text`, to the last bit; nil if it is no such file.
  static func layout(in text: String) -> [[Double]]? {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard let header = lines.first else { return nil }
    let axes = header.count { $0 == UInt8(ascii: ",") }
    var layout = [[Double]](repeating: [], count: axes)
    for line in lines.dropFirst() {
      let fields = line.split(separator: UInt8(ascii: ",")).dropFirst()
      let numbers = fields.compactMap { Double(Substring($0)) }
      guard numbers.count == axes else { return nil }
      for axis in 0..<axes { layout[axis].append(numbers[axis]) }
    }
    return layout
  }
}
