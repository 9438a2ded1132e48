import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct DiagnosticTests {
  @Test func printsAsACompilerDoes() {
    let place = Location(file: "a.yaml", line: 12, column: 5)
    #expect(Diagnostic("no; go", at: place).description == "a.yaml:12:5: error: no; go")
    #expect(
      Diagnostic("hm", at: Location(file: "a"), severity: .warning).description == "a: warning: hm")
    #expect(Diagnostic("hm", at: nil, severity: .note).description == "note: hm")
    #expect(Location(file: "a", line: 3).description == "a:3")
  }

  @Test func placesAreOrdered() {
    let places = [
      Location(file: "a"), Location(file: "a", line: 2, column: 9), Location(file: "a", line: 10),
      Location(file: "b", line: 1),
    ]
    #expect(places.reversed().sorted() == places)
  }
}
