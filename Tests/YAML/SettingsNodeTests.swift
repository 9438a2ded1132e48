import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct SettingsNodeTests {
  @Test(arguments: [
    (Scalar.Value.null, "null"), (.bool(true), "true"), (.int(-3), "-3"), (.float(3), "3.0"),
    (.float(0.1), "0.1"), (.float(1e100), "1e+100"), (.float(.infinity), ".inf"),
    (.float(-.infinity), "-.inf"), (.float(.nan), ".nan"), (.string("exact"), "exact"),
    (.string("3"), "'3'"), (.string("true"), "'true'"), (.string(""), "''"),
    (.int(.min), "-9223372036854775808"),
  ])
  func scalarsMeanTheirValue(value: Scalar.Value, text: String) throws {
    let made = SettingsNode.scalar(value)
    #expect(made.flowText == text)
    #expect(try node(text).hasSameContent(as: made))
  }

  @Test func collections() {
    let made = SettingsNode.mapping([
      "kd-tree": .mapping(["theta": .scalar("0.9")]), "b": .sequence([]),
    ])
    #expect(made.flowText == "{kd-tree: {theta: 0.9}, b: []}")
    #expect(made.location == .generated)
  }

  @Test func placesCanBeGiven() {
    let place = Location(file: "--set", line: 1, column: 3)
    #expect(SettingsNode.scalar("a", at: place).location == place)
    #expect(SettingsNode.sequence([], at: place).location == place)
  }

  @Test func assigningReplacesInPlaceAppendsAndRemoves() throws {
    var mapping = try #require(try node("{a: 1, b: 2}").mapping)
    mapping["a"] = .scalar(.int(3))
    mapping["c"] = .scalar(.int(4))
    mapping["b"] = nil
    mapping["absent"] = nil
    #expect(mapping.entries.map(\.key) == ["a", "c"])
    #expect(mapping["a"]?.scalar?.value == .int(3))
    #expect(mapping["b"] == nil)
  }

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
