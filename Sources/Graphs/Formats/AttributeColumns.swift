import ForceLabSettings

/// The attributes that are asked for while a graph is read, item by item, in any order.
struct AttributeColumns {
  /// “node” or “edge”.
  private let what: String
  /// The values so far by name; NaN where an item has none.
  private var columns: [String: [Double]]
  private var numeric: Set<String> = []

  /// Columns for the attributes `names` of nodes or edges.
  init(_ names: Set<String> = [], of what: String) {
    self.what = what
    columns = Dictionary(uniqueKeysWithValues: names.map { ($0, []) })
  }

  /// Whether any attribute is asked for; if not, values need not be given.
  var isWanted: Bool { !columns.isEmpty }

  /// Takes `text` as the value of the attribute `name` of the item at `index`.
  /// Throws if it is asked for and is no number.
  mutating func take(
    _ text: String, of name: String, at index: Int, _ location: @autoclosure () -> Location
  ) throws(Diagnostic) {
    let number = GraphText.finite(text)
    if number != nil { numeric.insert(name) }
    guard columns[name] != nil else { return }
    guard let number else {
      throw Diagnostic(
        "the \(name) '\(text.excerpt)' of this \(what) is asked for, but is not a finite number; "
          + "write one, or ask for another attribute", at: location())
    }
    let missing = index + 1 - (columns[name]?.count ?? 0)
    columns[name]?.append(contentsOf: repeatElement(.nan, count: max(0, missing)))
    columns[name]?[index] = number
  }

  /// The attributes that some of `count` items have. Throws where another has not.
  func attributes(count: Int, _ location: (Int) -> Location) throws(Diagnostic) -> Attributes {
    var values: [String: [Double]] = [:]
    for (name, column) in columns.sorted(by: { $0.key < $1.key }) where !column.isEmpty {
      let gap = column.firstIndex { $0.isNaN } ?? (column.count < count ? column.count : nil)
      if let gap {
        throw Diagnostic(
          "this \(what) has no \(name), but others have, and it is asked for; give it one",
          at: location(gap))
      }
      values[name] = column
    }
    return Attributes(values: values, names: numeric.sorted())
  }
}
