import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct KindDescriptionTests {
  @Test(arguments: [
    ("3", "the number 3"), ("0x10", "the number 0x10"), ("-.inf", "the number -.inf"),
    ("abc", "the text 'abc'"), ("'3'", "the text '3'"), ("''", "the text ''"),
    ("TRUE", "true"), ("false", "false"), ("~", "nothing"), ("", "nothing"),
    ("[1]", "a list"), ("{a: 1}", "a mapping"),
  ])
  func describesTheKind(text: String, description: String) throws {
    #expect(try node(text).kindDescription == description)
  }

  @Test func longTextsAreShortened() {
    let exact = String(repeating: "a", count: 40)
    #expect(Scalar(exact).kindDescription == "the text '\(exact)'")
    #expect(Scalar(exact + "a").kindDescription == "the text '\(exact.dropLast())…'")
  }

  @Test func staysOnOneLine() {
    #expect(Scalar("a\nb\u{1}").kindDescription == #"the text 'a\nb\u{1}'"#)
  }
}
