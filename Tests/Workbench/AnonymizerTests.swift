import ForceLabSettings
import Foundation
import Testing

@testable import ForceLabWorkbench

@Suite struct AnonymizerTests {
  @Test func escapesStayWhole() throws {
    var anonymizer = try Anonymizer([], hiding: ["Tweedle"], vocabulary: [])
    let text = #"{"x": "1\nmad@example.org\ttweedle, queen@example.org."}"#
    #expect(anonymizer.replaced(text) == #"{"x": "1\nemail-1\tname-1, email-2."}"#)
  }

  @Test(arguments: [
    ("Müllermann", #"M\u00fcllermann M\u00FCllermann M\xfcllermann"#),
    ("Müllermann", "M&#252;llermann M&#xFC;llermann M&uuml;llermann Mu\u{308}llermann"),
    ("Müllermann", "MÜLLERMANN"), ("Müllermann", "Mullermann"), ("Straße", "STRASSE"),
    ("Yıldız", "YILDIZ"), ("𠮷田", #"\ud842\udfb7\u7530 &#x20BB7;田"#),
    ("Zorg & Sons", #"Zorg &amp; Sons Zorg \u0026 Sons"#), ("Acme/Zorgo", #"Acme\/Zorgo"#),
    (#"Ann "Bozo" Lee"#, #"Ann \"Bozo\" Lee Ann ""Bozo"" Lee Ann &quot;Bozo&quot; Lee"#),
    ("Müllermann", "M&#x00000000FC;llermann M&#00000000000000000000252;llermann"),
    (#"lab\bob"#, #"lab\bob lab\\bob"#), ("O'Brien", "O''Brien O&apos;Brien"),
  ])
  func escapedNamesAreReplaced(name: String, forms: String) throws {
    var anonymizer = try Anonymizer([], hiding: [name], vocabulary: [])
    let replaced = anonymizer.replaced(forms)
    #expect(replaced.split(separator: " ").allSatisfy { $0 == "name-1" }, "\(replaced)")
  }

  /// YAML in double quotes.
  @Test(arguments: "0abeflnrtvNLP") func namesBeginAfterEscapes(letter: Character) throws {
    var anonymizer = try Anonymizer([], hiding: ["Tweedle"], vocabulary: [])
    #expect(anonymizer.replaced("1\\\(letter)tweedle") == "1\\\(letter)name-1")
  }

  /// Each is one word, in linear time.
  @Test(arguments: [
    #"\u4e2d"#, "&#20013;", #"\ud842\udfb7"#, #"\x41"#, #"\U00004e2d"#, "&eacute;",
  ])
  func longRunsOfEscapesStay(escape: String) throws {
    var anonymizer = try Anonymizer([], hiding: ["Tweedle"], vocabulary: [])
    let text = String(repeating: escape, count: 10_000)
    let isSame = anonymizer.replaced(text) == text
    #expect(isSame)
    let address = anonymizer.replaced("\(escape)\(escape)@example.org")
    #expect(address == "email-1")
  }

  @Test(arguments: [String.Encoding.isoLatin1, .utf16LittleEndian, .utf16BigEndian, .utf8])
  func namesInOtherEncodingsAreFound(encoding: String.Encoding) throws {
    let anonymizer = try Anonymizer([], hiding: ["Müllermann"], vocabulary: [])
    let bytes = try #require("a Müllermann b".data(using: encoding))
    let found = Anonymizer.readings(of: [UInt8](bytes)).compactMap(anonymizer.knownName)
    #expect(found == ["Müllermann"])
  }

  @Test(arguments: ["nodé", "admin", "Root", "x", ""])
  func namesThatCannotBeHiddenAreRefused(name: String) throws {
    #expect(throws: Diagnostic.self) {
      try Anonymizer([], hiding: [name], vocabulary: ["node"])
    }
  }

  @Test func namesAreWholeWords() throws {
    var anonymizer = try Anonymizer([], hiding: ["Lee", #"Ann "Bo""#], vocabulary: [])
    let whole = anonymizer.replaced(#"“Lee” \u003cLee\u003e ["Ann \"Bo\""], "Ann ""Bo""","#)
    #expect(whole == #"“name-1” \u003cname-1\u003e ["name-2"], "name-2","#)
    let parts = #"Lee\u00e9 &eacute;Lee éLee"#
    #expect(anonymizer.replaced(parts) == parts)
    let address = anonymizer.replaced(#"M\u00fcller@example.org"#)
    #expect(address == "email-1")
  }
}
