import ForceLabSettings
import ForceLabWorkbench

/// A table that is printed as text of a fixed width, in the formats of `TableFormat`, and as HTML in a report.
public struct Table: Sendable {
  public struct Heading: Sendable {
    public var title: String
    /// The name of the column in CSV and JSON; the title if nil.
    var name: String?
    public var isNumeric: Bool
    /// Where there is not room for all columns, the least important is dropped first; nil stays.
    public var importance: Int?
    /// Whether lower or higher is better, in words; nil if neither.
    var direction: String?

    public init(
      _ title: String, name: String? = nil, isNumeric: Bool = false, importance: Int? = nil
    ) {
      (self.title, self.name) = (title, name)
      (self.isNumeric, self.importance) = (isNumeric, importance)
    }
  }

  public struct Cell: Sendable, Equatable {
    public var text: String
    /// The 95 % interval of the median; nil if there is none or it is a point.
    var interval: String?
    /// In full, for CSV and JSON; nil if the text is all.
    public var number: Double?
    var bounds: ClosedRange<Double>?
    /// The sort key: a number in full.
    var key = ""
    var isNumeric = true
    var isBest = false
    /// Whether nobody knows if it is worse than the best.
    var hasNoVerdict = false
  }

  public var headings: [Heading]
  public var rows: [[Cell]]
  /// The file that has every column.
  public var source: String

  public init(_ headings: [Heading], rows: [[String]] = [], source: String = "") {
    (self.headings, self.source) = (headings, source)
    self.rows = rows.map { row in
      zip(headings, row).map { Cell(text: $1, isNumeric: $0.isNumeric) }
    }
  }

  public init<Item>(_ items: [Item], source: String = "", _ columns: [TableColumn<Item>]) {
    self.init(columns.map(\.heading), source: source)
    rows = items.map { item in
      columns.map {
        Cell(text: $0.text(item), number: $0.number(item), isNumeric: $0.heading.isNumeric)
      }
    }
  }

  /// The table without columns that are empty in all rows; all columns if there are no rows.
  var withoutEmptyColumns: Table {
    var table = self
    for column in headings.indices.reversed()
    where !rows.isEmpty && rows.allSatisfy({ $0[column].text.isEmpty }) {
      table.headings.remove(at: column)
      for row in rows.indices { table.rows[row].remove(at: column) }
    }
    return table
  }
}

public struct TableColumn<Item> {
  let heading: Table.Heading
  let text: (Item) -> String
  var number: (Item) -> Double? = { _ in nil }

  public static func text(
    _ title: String, importance: Int? = nil, _ text: @escaping (Item) -> String
  ) -> TableColumn { TableColumn(heading: .init(title, importance: importance), text: text) }

  public static func number(
    _ title: String, importance: Int? = nil, _ text: @escaping (Item) -> String
  ) -> TableColumn {
    TableColumn(heading: .init(title, isNumeric: true, importance: importance), text: text)
  }

  /// Numbers in full in CSV and JSON, and with `digits` digits in text; `none` where there is none.
  static func number(
    _ title: String, digits: Int, none: String = "", _ number: @escaping (Item) -> Double?
  ) -> TableColumn {
    TableColumn(
      heading: .init(title, isNumeric: true),
      text: { number($0).map { $0.rounded(digits: digits).shortText } ?? none }, number: number)
  }
}
