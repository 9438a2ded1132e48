/// A page about a thing that an experiment uses but that is no plugin, such as a file format.
public struct Topic: Sendable {
  public let name: String
  /// Singular: `graph format`.
  public let kind: String
  public let summary: String
  /// Titles and texts, in order.
  public let sections: [(title: String, text: String)]
  /// Text as in a file of this kind.
  public let example: String

  public init(
    _ name: String, kind: String, _ summary: String, sections: [(title: String, text: String)],
    example: String = ""
  ) {
    (self.name, self.kind, self.summary) = (name, kind, summary)
    (self.sections, self.example) = (sections, example)
  }
}
