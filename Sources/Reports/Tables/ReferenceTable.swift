import ForceLabAverages

extension [ReferenceMean] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      [
        .init("reference"), .init("method"), .init("expected", isNumeric: true),
        .init("computed", isNumeric: true), .init(""),
      ],
      rows: map { reference in
        let actual = reference.actual
        return [
          reference.title, reference.method.rawValue, String(reference.expected), String(actual),
          actual == reference.expected ? "ok" : "WRONG",
        ]
      })
  }
}
