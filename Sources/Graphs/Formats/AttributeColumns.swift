import ForceLabSettings

/// Collects the requested attributes of nodes or edges while a graph is read, in any order.
struct AttributeColumns {
  /// “node” or “edge”.
  private let what: String
  /// NaN if an item has no value yet.
  private var columns: [UTF8Key: [Double]]
  private var numeric: Set<String> = []

  init(_ names: Set<String> = [], of what: String) {
    self.what = what
    columns = Dictionary(uniqueKeysWithValues: names.map { (UTF8Key($0), []) })
  }

  var isWanted: Bool { !columns.isEmpty }

  /// Records the value of `name` at `index`. Throws if `name` is requested and `text` no number.
  mutating func take(
    _ text: String, of name: String, at index: Int, _ location: @autoclosure () -> Location
  ) throws(Diagnostic) {
    let number = GraphText.finite(text)
    if number != nil { numeric.insert(name) }
    let key = UTF8Key(name)
    guard columns[key] != nil else { return }
    guard let number else {
      throw Diagnostic(
        "the attribute \(name) of this \(what) must be a finite number, found '\(text.excerpt)'",
        at: location())
    }
    let missing = index + 1 - (columns[key]?.count ?? 0)
    columns[key]?.append(contentsOf: repeatElement(.nan, count: max(0, missing)))
    columns[key]?[index] = number
  }

  /// Throws if some of the `count` items have an attribute and others do not.
  func attributes(count: Int, _ location: (Int) -> Location) throws(Diagnostic) -> Attributes {
    var values: [String: [Double]] = [:]
    let named = columns.map { (name: $0.key.text, column: $0.value) }
    for (name, column) in named.sorted(by: { $0.name < $1.name }) where !column.isEmpty {
      let gap = column.firstIndex { $0.isNaN } ?? (column.count < count ? column.count : nil)
      if let gap {
        throw Diagnostic(
          "this \(what) has no attribute \(name), but others have one; add it", at: location(gap))
      }
      values[name] = column
    }
    return Attributes(values: values, names: numeric.sorted())
  }
}
