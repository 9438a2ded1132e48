import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// A value of an attribute, as a file has it.
struct AttributeValue {
  var name: String
  var text: String
  var place: Int
  /// Nil if the format does not say it.
  var kind: AttributeColumn.Kind?
  /// What an error shows of text that is no weight even if it reads like a number.
  var shownText: String?
  /// Whether the file states it for all nodes or edges that have no own value.
  var isDefault = false
  /// Whether its name occurs again, so that the values are a list and no attribute.
  var isOfList = false

  /// As a weight, which may be infinite or NaN; nil if it is not a number.
  var weight: Double? {
    shownText == nil ? Double(finite: text) ?? (kind == .text ? nil : Double(text)) : nil
  }
}

/// The attributes of a node or edge, one of each name.
struct AttributeValues {
  private(set) var all: [AttributeValue] = []
  /// The indexes of many attributes by their names; a few are searched one by one.
  private var indexes: [UTF8Key: Int] = [:]
  private static let maxSearched = 16

  private func index(_ name: String) -> Int? {
    indexes.isEmpty ? all.firstIndex { $0.name.hasSameUTF8(as: name) } : indexes[UTF8Key(name)]
  }

  subscript(name: String) -> AttributeValue? { index(name).map { all[$0] } }

  /// Adds `value` if none has its name, or replaces the one that has, or makes it a list.
  mutating func add(_ value: AttributeValue, replaces: Bool = false, makesList: Bool = false) {
    if let index = index(value.name) {
      if replaces { all[index] = value }
      if makesList { all[index].isOfList = true }
      return
    }
    all.append(value)
    if all.count > Self.maxSearched {
      for index in indexes.count..<all.count { indexes[UTF8Key(all[index].name)] = index }
    }
  }

  /// The first of the attributes `names` that is no default, or else the first; in any case if none is
  /// written like that.
  func first(_ names: String...) -> AttributeValue? {
    guard !all.isEmpty else { return nil }
    let found = names.compactMap { name in
      (index(name) ?? all.firstIndex { $0.name.inLowerCase == name }).map { all[$0] }
    }
    return found.first { !$0.isDefault } ?? found.first
  }
}

extension String {
  /// Whether it stands for a missing number in a table. R writes NA.
  var isMissingNumber: Bool { self == "NA" || self == "null" || Double(self)?.isNaN == true }

  /// In lower case, if it has upper-case letters, which few names have.
  var inLowerCase: String? {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return utf8.contains { letters.contains($0) || $0 >= 0x80 } ? lowercased() : nil
  }
}

/// Collects the requested attributes of nodes or edges while a graph is read, in any order.
struct AttributeColumns {
  enum What { case node, edge }

  private let what: What
  /// The names of attributes that must be numbers, and of those that may be numbers or text.
  private let numbers: Set<UTF8Key>
  private let words: Set<UTF8Key>
  private let keepsAll: Bool
  let isWanted: Bool
  private let locate: (Int) -> Location
  /// Where each node or edge is.
  private var places: [Int] = []
  /// The names of all numeric attributes in the file.
  private var numeric: Set<String> = []
  private var columns: [AttributeColumn] = []
  private var indexes: [UTF8Key: Int] = [:]
  /// What stands for a missing number, by column: the items and their texts.
  private var gaps: [Int: [(item: Int, text: String)]] = [:]
  /// The number of values in all columns.
  private var count = 0
  /// A column takes memory for each item, with or without a value. A table with more cells than this must have
  /// a value in at least one cell of 16.
  private static let maxSparseCells = 1 << 24

  init(_ what: What, _ names: AttributeNames, locate: @escaping (Int) -> Location) {
    (self.what, keepsAll, self.locate) = (what, names.keepsAll, locate)
    let requested = what == .node ? names.nodes : names.edges
    // All formats read the weights of edges, which are 1 where they are missing.
    numbers = Set(requested.filter { what == .node || $0 != "weight" }.map { UTF8Key($0) })
    let path: Set = names.readsRoutes ? [EdgeRoute.attribute] : []
    words = Set((what == .node ? names.words : path).map { UTF8Key($0) })
    isWanted = keepsAll || !requested.isEmpty || !words.isEmpty
  }

  /// Whether all items must have the attribute `name`, as a number.
  func requires(_ name: String) -> Bool { numbers.contains(UTF8Key(name)) }

  /// Adds a node or edge without attributes.
  mutating func addItem(at place: Int) {
    if isWanted { places.append(place) }
  }

  /// Records `value` of the item `index`. Throws if it must be a number and is none.
  mutating func take(_ value: AttributeValue, of index: Int) throws(Diagnostic) {
    let number = Double(finite: value.text)
    if number != nil { numeric.insert(value.name) }
    let key = UTF8Key(value.name)
    let mustBeNumber = numbers.contains(key)
    guard number != nil || !mustBeNumber else {
      throw Diagnostic(
        "the attribute \(value.name) of this \(what) must be a finite number, found "
          + "'\(value.text.excerpt)'", at: locate(value.place))
    }
    let isWord = words.contains(key)
    guard keepsAll || mustBeNumber || isWord else { return }
    if isWord, what == .edge {
      do throws(ParameterError) {
        _ = try EdgeRoute(path: value.text)
      } catch { throw Diagnostic(error.message, at: locate(value.place)) }
    }
    let column = indexes[key] ?? columns.count
    if column == columns.count {
      indexes[key] = column
      columns.append(AttributeColumn(value.name, .number, []))
    }
    count += 1
    let cells = columns.count * places.count
    if cells > Self.maxSparseCells, cells / 16 > count {
      throw Diagnostic(
        "\(columns.count) attributes of \(places.count) \(what)s, most of which have no value, need too much "
          + "memory; remove attributes that few \(what)s have", at: locate(value.place))
    }
    if value.kind != .text, number == nil, value.text.isMissingNumber {
      gaps[column, default: []].append((index, value.text))
      return
    }
    let isNumber =
      number != nil && (value.kind == nil ? value.text.isWrittenAsNumber : value.kind == .number)
    columns[column].set(
      value.text, isNumber ? .number : value.kind == .boolean ? .boolean : .text, at: index)
  }

  /// Throws if some items have a numeric attribute that is requested by name, and others do not.
  func attributes() throws(Diagnostic) -> Attributes {
    var values: [String: [Double]] = [:]
    var columns = columns
    // The word of edges is their path, of which an edge may have none.
    func isWord(_ column: AttributeColumn) -> Bool {
      what == .node && words.contains(UTF8Key(column.name))
    }
    for index in columns.indices {
      columns[index].values += Array(
        repeating: nil, count: places.count - columns[index].values.count)
      // Beside numbers, gaps are no values, unless the attribute is requested as a word.
      let isNumeric =
        !isWord(columns[index]) && columns[index].kind == .number
        && columns[index].values.contains { $0 != nil }
      for gap in isNumeric ? [] : gaps[index] ?? [] {
        columns[index].kind = .text
        columns[index].values[gap.item] = gap.text
      }
    }
    let required = columns.filter { numbers.contains(UTF8Key($0.name)) }
    let optional = columns.filter { $0.kind == .number && isWord($0) }
    for column in required.sorted(by: { $0.name < $1.name }) + optional {
      if let gap = column.values.firstIndex(of: nil) {
        throw Diagnostic(
          "this \(what) has no attribute \(column.name), but others have one; add it",
          at: locate(places[gap]))
      }
      values[column.name] = column.numbers
    }
    return Attributes(
      values: values, names: numeric.sorted(),
      columns: columns.filter { keepsAll || words.contains(UTF8Key($0.name)) })
  }
}
