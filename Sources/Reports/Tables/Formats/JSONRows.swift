/// A list of objects, one for each row of a table, with the columns of a CSV file as keys.
public struct JSONRows: TableFormat {
  public init() {}

  public var bestMark: String { "true" }

  public func text(of table: Table, caption: String, name: String) -> String {
    table.objects.prettyJSON
  }
}
