import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// Errors in graph files. The first line of a case is the format.
@Suite struct ErrorTests {
  private func parts(of it: ErrorCase) throws -> (format: any GraphFormat, text: String) {
    let parts = it.file.split(separator: "\n", maxSplits: 1).map(String.init) + [""]
    return (try #require(GraphFormats.all.first { $0.name == parts[0] }), parts[1])
  }

  @Test(arguments: try ErrorCase.all(in: "Tests/Graphs/References/errors.txt"))
  func errorsInGraphFilesHavePlacesAndHints(_ it: ErrorCase) throws {
    let (format, text) = try parts(of: it)
    #expect(problem(format, text) == it.errors[0])
  }

  /// Only attributes that are requested must be well-formed.
  @Test(arguments: try ErrorCase.all(in: "Tests/Graphs/References/attributes.txt"))
  func errorsInAttributesHavePlacesAndHints(_ it: ErrorCase) throws {
    let (format, text) = try parts(of: it)
    #expect(problem(format, text, AttributeNames(nodes: ["Size"], edges: ["len"])) == it.errors[0])
    #expect(problem(format, text) == nil)
  }
}
