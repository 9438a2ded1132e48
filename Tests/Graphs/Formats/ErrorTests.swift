import ForceLabGraphFiles
import ForceLabTestSupport
import Testing

@Suite struct ErrorTests {
  /// The first line of a case is the format; `\n` at its end stands for a line break.
  @Test(arguments: try ErrorCase.all(in: "Tests/Graphs/References/errors.txt"))
  func errorsInGraphFilesHavePlacesAndHints(_ it: ErrorCase) throws {
    let parts = it.text.split(separator: "\n", maxSplits: 1).map(String.init) + [""]
    let format = try #require(GraphFormats.all.first { $0.name == parts[0] })
    #expect(problem(format, parts[1].replacing(/\\n$/, with: "\n")) == it.errors[0])
  }
}
