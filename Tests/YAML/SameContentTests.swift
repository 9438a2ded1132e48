import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct SameContentTests {
  @Test(arguments: [
    ("a", "'a'"), ("0x10", "16"), ("~", ""), (".nan", ".NaN"), ("[1, {a: b}]", "- 1\n- a: b\n"),
    ("{a: 1, b: 2}", "{b: 2, a: 1}"), ("{}", "{}"), ("1.50", "1.5"),
  ])
  func same(a: String, b: String) throws {
    #expect(try node(a).hasSameContent(as: node(b)))
    #expect(try node(b).hasSameContent(as: node(a)))
  }

  @Test(arguments: [
    ("1", "'1'"), ("1", "1.0"), ("[1, 2]", "[2, 1]"), ("[1]", "[1, 2]"), ("{a: 1}", "{a: 2}"),
    ("{a: 1}", "{b: 1}"), ("{a: 1}", "{a: 1, b: 2}"), ("[]", "{}"), ("~", "''"), (".nan", "0.0"),
  ])
  func different(a: String, b: String) throws {
    #expect(try !node(a).hasSameContent(as: node(b)))
    #expect(try !node(b).hasSameContent(as: node(a)))
  }
}
