import ForceLabTestSupport
import Testing

@Suite struct ErrorTests {
  @Test(arguments: try ErrorCase.all(in: "Tests/Workbench/References/errors.txt"))
  func errorsInExperimentsHavePlacesAndHints(_ it: ErrorCase) throws {
    #expect(try problems(it.text, set: it.overrides) == it.errors)
  }
}
