import ForceLabGraphs
import ForceLabSettings

/// A value of an attribute, as a file has it.
struct AttributeValue {
  var name: String
  var text: String
  var place: Int
  /// Nil if the format does not say it.
  var kind: AttributeColumn.Kind?
  /// Whether it is no weight even if it reads like a number.
  var isText = false
  /// Whether the file states it for all nodes or edges that have no own value.
  var isDefault = false

  var weight: EdgeWeights.Entry {
    let number = Double(finite: text) ?? (kind == .text ? nil : Double(text))
    return EdgeWeights.Entry(
      text: isText ? "\"\(text)\"" : text, number: isText ? nil : number, place: place)
  }
}

/// The attributes of a node or edge, one of each name.
struct AttributeValues {
  private(set) var all: [AttributeValue] = []
  /// The names in lower case, where they are others.
  private var lowercased: [String?] = []
  /// Whether `first` finds names in any case.
  var ignoresCase = true

  /// The index of the attribute `name`.
  private func index(_ name: String) -> Int? { all.firstIndex { $0.name.hasSameUTF8(as: name) } }

  /// Adds `value` if none has its name, or replaces the one that has.
  mutating func add(_ value: AttributeValue, replaces: Bool = false) {
    if let index = index(value.name) {
      if replaces { all[index] = value }
      return
    }
    all.append(value)
    lowercased.append(value.name.inLowerCase)
  }

  /// The first of the attributes `names` that is no default, or else the first; in any case if none is
  /// written like that.
  func first(_ names: String...) -> AttributeValue? {
    let found = names.compactMap { name in
      (index(name) ?? (ignoresCase ? lowercased.firstIndex(of: name) : nil)).map { all[$0] }
    }
    return found.first { !$0.isDefault } ?? found.first
  }
}

extension String {
  /// In lower case, if it has upper-case letters, which few names have.
  var inLowerCase: String? {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return utf8.contains { letters.contains($0) || $0 >= 0x80 } ? lowercased() : nil
  }
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
    let number = Double(finite: value.text)
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
