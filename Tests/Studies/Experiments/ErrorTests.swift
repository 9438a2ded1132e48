import Testing

/// Errors in experiments that show only where the parts of a study meet, before anything runs.
@Suite struct ErrorTests {
  private static let files =
    CorpusTests.files.merging([
      "huge.csv": "source,target,weight\na,b,1e-308\nb,c,1e308\n",
      "ring.edges": "ann bob\nbob cid\ncid dan\ndan ann\n", "sizes.gml": graph(size: 1, length: 10),
      "negative.gml": graph(size: -1, length: -2),
    ]) { $1 }

  private static func graph(size: Int, length: Int) -> String {
    """
    graph [ node [ id 0 label "ann" size 4 ] node [ id 1 label "bob" size \(size) ]
    edge [ source 0 target 1 len \(length) size \(length) ] ]
    """
  }

  @Test(arguments: try ErrorCase.all(in: "Tests/Studies/References/errors.txt"))
  func errorsInStudiesHavePlacesAndHints(_ it: ErrorCase) throws {
    let needsFiles = Self.files.keys.contains { it.text.contains($0) }
    try withFolder(Self.files) { folder in
      let found = try problems(it.text, in: needsFiles ? folder : ".")
      #expect(found.map { $0.replacing("\(folder)/", with: "") } == it.errors)
    }
  }
}
