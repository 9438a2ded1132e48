import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct TagTests {
  @Test(arguments: [
    ("!!str 42", Scalar.Value.string("42")), ("!!str", .string("")), ("! 42", .string("42")),
    ("!!str 'x'", .string("x")), ("!!int 42", .int(42)), ("!!int '42'", .int(42)),
    ("!!float 1.5", .float(1.5)), ("!!float 3", .float(3)), ("!!float 0x10", .float(16)),
    ("!!bool 'true'", .bool(true)), ("!!null ''", .null), ("!!null ~", .null),
    ("!<tag:yaml.org,2002:str> 1", .string("1")),
  ])
  func coreTagsThatFit(text: String, value: Scalar.Value) throws {
    #expect(try scalar(text).value == value)
  }

  @Test func collections() throws {
    #expect(try node("!!seq [1]").sequence?.count == 1)
    #expect(try node("!!map {a: 1}").mapping?.entries.count == 1)
    #expect(try node("! [1]").sequence?.count == 1)
  }

  @Test(arguments: [
    ("!!int x", "'!!int' does not match the text 'x'"), ("!!int 1.5", "the number 1.5"),
    ("!!float x", "'!!float'"), ("!!bool 1", "'!!bool' does not match the number 1"),
    ("!!null 0", "'!!null'"), ("!!seq x", "'!!seq'"),
    ("!!map [1]", "'!!map' does not match a list"),
    ("!!seq {a: 1}", "'!!seq' does not match a mapping"),
    ("!!str [1]", "'!!str' does not match a list"),
    ("!!timestamp 2001-01-01", "unknown tag '!!timestamp'"), ("!color red", "unknown tag '!color'"),
    ("!!set {a}", "unknown tag '!!set'"), ("!e!x 1", "undefined tag handle"),
  ])
  func otherTagsAreRefused(text: String, gist: String) {
    expect(problem(in: "a:\n  b: \(text)\n"), at: 2, 6, says: gist)
  }
}
