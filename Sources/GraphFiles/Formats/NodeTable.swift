import ForceLabGraphs
import ForceLabSettings

/// A table of nodes: a line of column names, then one line for each node. The column `id`, or else the first,
/// identifies the node. All other columns with a name are attributes. Fields are separated as in an edge list, but by
/// tabs in any file whose first line has some after the first name, and no other separator.
package struct NodeTable {
  let text: GraphText
  package private(set) var ids: [String] = []
  package private(set) var labels: [String?] = []
  package private(set) var groups: [String?] = []
  package private(set) var attributes = Attributes()
  private var nodes: [UTF8Key: Int32] = [:]
  /// The column names, and the indexes of those with a meaning.
  private var names: [String] = []
  private var id = 0
  private var label: Int?
  private var group: Int?

  /// Throws if an id is missing or occurs twice, or if a line has more fields than columns.
  package init(_ text: GraphText, _ wanted: AttributeNames, columns: TableColumns)
    throws(Diagnostic)
  {
    self.text = text
    var scanner = FieldScanner(text)
    scanner.quotesSpanLines = true
    guard scanner.advance() else {
      throw text.error("no nodes found; name the columns in the first line", at: text.bytes.count)
    }
    let hasTabs = text.bytes[scanner.line].drop(while: Byte.isBlank).contains(Byte.tab)
    scanner.separator = scanner.likelySeparator() ?? (hasTabs ? Byte.tab : nil)
    try readHeader(&scanner, columns)
    var values = AttributeColumns(.node, wanted) { text.location(at: $0) }
    while scanner.advance() {
      try scanner.split()
      values.addItem(at: scanner.line.lowerBound)
      try addNode(scanner, &values)
    }
    guard !ids.isEmpty else {
      throw text.error("no nodes found; add a line for each node", at: text.bytes.count)
    }
    attributes = try values.attributes()
  }

  /// The ids, which are numbers if all are whole numbers from 0 in the shortest form.
  var nodeIDs: NodeIDs {
    NodeIDs(ids, areNumbers: ids.allSatisfy { String(Int($0) ?? -1) == $0 && $0 != "-1" })
  }

  /// The groups, empty where a node has none; nil if no node has one.
  var groupNames: [String]? { groups.contains { $0 != nil } ? groups.map { $0 ?? "" } : nil }

  /// The node with the id `name`, byte for byte.
  func node(_ name: String) -> Int32? { nodes[UTF8Key(name)] }

  private mutating func readHeader(
    _ scanner: inout FieldScanner, _ columns: TableColumns
  ) throws(Diagnostic) {
    try scanner.split()
    let names = try scanner.columnNames()
    self.names = names
    func column(_ known: [String]) -> Int? {
      known.lazy.compactMap { EdgeListColumns.index(of: $0, in: names) }.first
    }
    if columns.id.isEmpty {
      id = column(["id"]) ?? 0
    } else {
      guard let index = column([columns.id]) else {
        throw text.error(
          "no column '\(columns.id.excerpt)'; the columns are \(names.quotedList)",
          at: scanner.line)
      }
      id = index
    }
    label = column(["label", "name"])
    group = column(["group", "community", "club"])
  }

  private mutating func addNode(
    _ scanner: FieldScanner, _ values: inout AttributeColumns
  ) throws(Diagnostic) {
    let text = text
    let fields = scanner.fields
    guard fields.count <= names.count else {
      throw scanner.surplus(of: "this node", over: names.count, at: fields[names.count])
    }
    guard id < fields.count, !fields[id].range.isEmpty else {
      throw text.error(
        "this node has no id; add it to the column '\(names[id].excerpt)'", at: scanner.line)
    }
    let key = UTF8Key(scanner.string(fields[id]))
    guard nodes.updateValue(Int32(ids.count), forKey: key) == nil else {
      throw text.error(
        "another node has the id '\(key.text.excerpt)' too; ids must be unique",
        at: fields[id].range)
    }
    func value(_ column: Int?) -> String? {
      guard let field = column.flatMap(scanner.field), !field.range.isEmpty else { return nil }
      return scanner.string(field)
    }
    labels.append(value(label))
    groups.append(value(group))
    if values.isWanted {
      for column in fields.indices where column != id && !names[column].isEmpty {
        guard let field = value(column) else { continue }
        let place = fields[column].range.lowerBound
        try values.take(
          AttributeValue(name: names[column], text: field, place: place), of: ids.count)
      }
    }
    ids.append(key.text)
  }
}
