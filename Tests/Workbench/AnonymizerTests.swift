import Testing

@testable import ForceLabWorkbench

@Suite struct AnonymizerTests {
  @Test func escapesStayWhole() throws {
    var anonymizer = try Anonymizer([], hiding: ["Tweedle"], vocabulary: [])
    let text = #"{"x": "1\nmad@example.org\ttweedle, queen@example.org."}"#
    #expect(anonymizer.replaced(text) == #"{"x": "1\nemail-1\tname-1, email-2."}"#)
  }
}
