import ForceLabTestSupport
import Testing
import ForceLabSettings
import ForceLabYAML

/// The text equals that of libyaml's emitter, from which the expected texts were taken.
@Suite struct WritingTests {
  @Test func blockStyleWithShortValuesInLine() throws {
    let text = """
      name: strategies
      seed: 42
      summary: 'quoted: text'
      note: |
        two
        lines
      metrics: [stress, edge-crossings]
      forces:
      - many-body: {strength: -30}
      - center
      nothing: ~
      sweep:
        grid:
          repulsion: [exact, {grid: {cell: 50}}]

      """
    #expect(try node(text).blockText == text)
  }

  @Test func longListsTakeALineEach() throws {
    let items = (0..<30).map { "item-\($0)" }
    let emitted = SettingsNode.sequence(items.map { .scalar($0) }).blockText
    #expect(emitted == items.map { "- \($0)\n" }.joined())
  }

  @Test func blockTextOfNestedListsKeysAndBlocks() {
    let node = SettingsNode.mapping([
      "a": .sequence([.sequence([.mapping(["b": .scalar("x"), "c\nd": .sequence([])])])]),
      "e": .scalar("one\n\ntwo", style: .block), "f": .sequence([.scalar("x\n", style: .block)]),
      String(repeating: "k", count: 129): .sequence([.mapping(["g": .mapping([:])])]),
    ])
    let long = String(repeating: "k", count: 129)
    #expect(
      node.blockText == """
        a:
        - - {b: x, ? "c\\nd" : []}
        e: |-
          one

          two
        f:
        - |
          x
        ? \(long)
        : - g: {}

        """)
  }

  @Test func longTextsAreNotWrapped() throws {
    let text = Array(repeating: "word", count: 100).joined(separator: " ")
    #expect(SettingsNode.scalar(text).blockText == text + "\n")
  }

  @Test func missingValuesAreWrittenAsNull() throws {
    #expect(try node("a:\nb: ~\n").blockText == "a: null\nb: ~\n")
    #expect(try node("").blockText == "null\n")
  }

  @Test func ambiguousKeysAreQuoted() {
    let node = SettingsNode.mapping([
      "<<": .scalar(.int(1)), "a: b": .scalar("x"), "": .scalar("y"),
    ])
    #expect(node.blockText == "'<<': 1\n'a: b': x\n'': y\n")
  }

  @Test(arguments: [
    ("exact", "exact"), ("'exact'", "'exact'"), ("\"a\\nb\"", "\"a\\nb\""), ("", "null"),
    ("- 1\n- 2\n", "[1, 2]"), ("kd-tree:\n  theta: 0.9\n", "{kd-tree: {theta: 0.9}}"),
    ("[]", "[]"), ("{}", "{}"), ("|\n  a\n  b\n", "\"a\\nb\\n\""), ("a, b", "a, b"),
    ("['a, b', é]", "['a, b', é]"), ("!!str 1", "'1'"), ("'a: b'", "'a: b'"),
    ("['a:b']", "['a:b']"),
    ("a:b", "a:b"), ("'- a'", "'- a'"), ("-1", "-1"), ("'a #b'", "'a #b'"), ("['?x']", "['?x']"),
    ("?x", "?x"), ("' a'", "' a'"), ("'it''s'", "'it''s'"), ("it's", "it's"), ("'---'", "'---'"),
    (#""\u2028""#, #""\L""#), (#""\x07\0é\U0001F600""#, #""\a\0é😀""#),
    ("{file: 😀 a.xml}", "{file: 😀 a.xml}"), ("''", "''"),
    ("{'': ''}", "{'': ''}"), (#"{"a\nb": 1}"#, #"{? "a\nb" : 1}"#), ("{'<<': 1}", "{'<<': 1}"),
  ])
  func flowText(text: String, flow: String) throws {
    #expect(try node(text).flowText == flow)
  }

  @Test func flowTextIsOneLineHoweverLong() throws {
    let items = (0..<500).map { SettingsNode.scalar("some words and \($0)") }
    let text = SettingsNode.sequence(items).flowText
    #expect(text.isOneLine)
    #expect(try node(text).sequence?.count == 500)
  }

  @Test func richSampleRoundTrips() throws {
    let sample = try node(richSample)
    #expect(try node(sample.blockText).hasSameContent(as: sample))
    #expect(try node(sample.flowText).hasSameContent(as: sample))
  }

  @Test func deepNestingIsWritten() throws {
    let deep = try node(String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000))
    #expect(try node(deep.blockText).hasSameContent(as: deep))
    #expect(try node(deep.flowText).hasSameContent(as: deep))
  }
}
