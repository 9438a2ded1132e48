import ForceLabTestSupport
import Testing

@Suite struct SyntaxProblemTests {
  @Test(arguments: try ErrorCase.all(in: "Tests/YAML/References/errors.txt"))
  func errorsInYAMLHavePlacesAndHints(_ it: ErrorCase) {
    #expect(problem(in: it.file)?.description == it.errors[0])
  }
}
