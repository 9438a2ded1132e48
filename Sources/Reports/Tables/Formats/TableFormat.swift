/// A format in which a table is printed for another program.
public protocol TableFormat: Sendable {
  /// How it marks the best values, as the first words of a sentence.
  var bestMark: String { get }
  /// `caption` says what the table shows; `name` is that of the run.
  func text(of table: Table, caption: String, name: String) -> String
}

extension Table {
  /// Marks the best values in text.
  static let star = "★ "
}
