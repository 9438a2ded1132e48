import ForceLabTestSupport
import Testing
import ForceLabWorkbench
import ForceLabSettings

/// The fields of CSV files, as RFC 4180 has them.
@Suite struct FieldTests {
  /// The `note` that a run writes for `word`, as it stands in `trials.csv`.
  private func written(_ word: String) throws -> String {
    try withFolder { folder in
      let document = SettingsNode.mapping([
        "name": .scalar("t"), "study": .scalar("bench"), "word": .scalar(.string(word)),
      ])
      _ = try Runner(Plan(document: document, catalog: .workshop)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      let text = Array(try text("\(folder)/run/trials.csv").unicodeScalars)
      let (start, end) = (Array(",ok,done,".unicodeScalars), Array(",1,6e-06,".unicodeScalars))
      let from = try #require(text.indices.first { text[$0...].starts(with: start) }) + start.count
      let to = try #require(text[from...].indices.first { text[$0...].starts(with: end) })
      var field = String.UnicodeScalarView()
      field.append(contentsOf: text[from..<to])
      return String(field)
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a b;c", "a b;c"), ("é – 😀", "é – 😀"),
    ("a,b", "\"a,b\""), ("say \"a\"", "\"say \"\"a\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("a\rb", "\"a\rb\""), ("\"", "\"\"\"\""),
    // A quote that a combining accent follows is still a quote to those who read bytes.
    ("\"\u{301}x", "\"\"\"\u{301}x\""), (",\u{301}", "\",\u{301}\""),
  ])
  func separatorsAreQuoted(word: String, expected: String) throws {
    #expect(Array(try written(word).utf8) == Array(expected.utf8))
  }

  @Test func numbersHaveTheirShortestForm() {
    #expect(Field.number(0.1).text == "0.1" && Field.number(300).text == "300")
    #expect(Field.number(-1e-12).text == "-1e-12" && Field.number(1e300).text == "1e+300")
    #expect(Field.number(.nan).text == "nan")
    #expect(Field.number(.infinity).text == "inf" && Field.number(-.infinity).text == "-inf")
    #expect(Field.integer(.min).text == "-9223372036854775808")
    #expect(Field(nil).text == "" && Field(2.5).text == "2.5" && Field.none.text == "")
  }

  @Test func onlyNumericFieldsHaveANumber() {
    #expect(Field.integer(3).number == 3 && Field.number(2.5).number == 2.5)
    #expect(Field.text("3").number == nil && Field.none.number == nil)
  }
}
