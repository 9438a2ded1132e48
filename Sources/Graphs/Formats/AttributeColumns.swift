import ForceLabSettings

/// A value of an attribute, as a file has it.
struct AttributeValue {
  var name: String
  var text: String
  var place: Int
  /// Nil if the format does not say it.
  var kind: AttributeColumn.Kind?
}

/// Collects the requested attributes of nodes or edges while a graph is read, in any order.
struct AttributeColumns {
  /// “node” or “edge”.
  private let what: String
  /// NaN if an item has no value yet.
  private var columns: [UTF8Key: [Double]]
  private var numeric: Set<String> = []
  private let words: Set<UTF8Key>
  private let keepsAll: Bool
  /// The columns to keep as they are, and their indexes by name.
  private var kept: [AttributeColumn] = []
  private var places: [UTF8Key: Int] = [:]

  init(
    _ names: Set<String> = [], words: Set<String> = [], keepsAll: Bool = false, of what: String
  ) {
    self.what = what
    self.keepsAll = keepsAll
    self.words = Set(words.map { UTF8Key($0) })
    columns = Dictionary(uniqueKeysWithValues: names.map { (UTF8Key($0), []) })
  }

  var isWanted: Bool { keepsAll || !columns.isEmpty || !words.isEmpty }

  /// Records `value` at `index`. Throws if it must be a number and is none.
  mutating func take(
    _ value: AttributeValue, at index: Int, _ location: @autoclosure () -> Location
  ) throws(Diagnostic) {
    let number = GraphText.finite(value.text)
    if number != nil { numeric.insert(value.name) }
    let key = UTF8Key(value.name)
    if keepsAll || words.contains(key) {
      let place = places[key] ?? kept.count
      if place == kept.count {
        places[key] = place
        kept.append(AttributeColumn(value.name, .number, []))
      }
      let isNumber = number != nil && value.kind ?? .number == .number
      kept[place].set(
        value.text, isNumber ? .number : value.kind == .boolean ? .boolean : .text, at: index)
    }
    guard columns[key] != nil else { return }
    guard let number else {
      throw Diagnostic(
        "the attribute \(value.name) of this \(what) must be a finite number, found "
          + "'\(value.text.excerpt)'", at: location())
    }
    let missing = index + 1 - (columns[key]?.count ?? 0)
    columns[key]?.append(contentsOf: repeatElement(.nan, count: max(0, missing)))
    columns[key]?[index] = number
  }

  /// Throws if some of the `count` items have a numeric attribute that is requested by name, and
  /// others do not.
  func attributes(count: Int, _ location: (Int) -> Location) throws(Diagnostic) -> Attributes {
    var values: [String: [Double]] = [:]
    let named = columns.map { (name: $0.key.text, column: $0.value) }
    for (name, column) in named.sorted(by: { $0.name < $1.name }) where !column.isEmpty {
      let gap = column.firstIndex { $0.isNaN } ?? (column.count < count ? column.count : nil)
      if let gap { throw missing(name, at: location(gap)) }
      values[name] = column
    }
    var kept = kept
    for index in kept.indices {
      kept[index].values += Array(repeating: nil, count: count - kept[index].values.count)
      let column = kept[index]
      guard column.kind == .number, words.contains(UTF8Key(column.name)) else { continue }
      if let gap = column.values.firstIndex(of: nil) {
        throw missing(column.name, at: location(gap))
      }
      values[column.name] = column.numbers
    }
    return Attributes(values: values, names: numeric.sorted(), columns: kept)
  }

  private func missing(_ name: String, at location: Location) -> Diagnostic {
    Diagnostic("this \(what) has no attribute \(name), but others have one; add it", at: location)
  }
}
