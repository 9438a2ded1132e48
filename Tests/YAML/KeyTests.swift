import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct KeyTests {
  @Test func duplicatesNameTheFirst() {
    expect(
      problem(in: "a: 1\nb: 2\na: 3\n"), at: 3, 1,
      says: "duplicate key 'a', first used at line 1, column 1")
    expect(
      problem(in: "x: {é: 1, 'é': 2}\n"), at: 1, 11,
      says: "duplicate key 'é', first used at line 1, column 5")
  }

  @Test func sameKeyInOtherMappingsIsFine() throws {
    #expect(try node("a: {a: {a: 1}}\nb: {a: 1}\n")["a"]?["a"]?["a"] != nil)
  }

  /// In Swift, “é” of one code point equals “é” of two.
  @Test func keysAreTheirBytes() throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    var root = try node("\(one): 1\n\(two): 2\n")
    #expect(root[one]?.scalar?.text == "1" && root[two]?.scalar?.text == "2")
    #expect(root.hasSameContent(as: try node("\(two): 2\n\(one): 1\n")))
    #expect(!root.hasSameContent(as: try node("\(one): 2\n\(two): 1\n")))
    #expect(!root.hasSameContent(as: try node("\(one): 1\nx: 2\n")))
    #expect(try node(root.blockText).hasSameContent(as: root))
    #expect(!(try node(one)).hasSameContent(as: try node(two)))
    var mapping = try #require(root.mapping)
    mapping[two] = nil
    root.content = .mapping(mapping)
    #expect(root[one] != nil && root[two] == nil)
    let merged = try node("a: &a {\(one): 1}\nb: {<<: *a, \(two): 2}\n")
    #expect(merged["b"]?[one]?.scalar?.text == "1" && merged["b"]?[two]?.scalar?.text == "2")
    expect(problem(in: "\(two): 1\n\(one): 1\n\(two): 2\n"), at: 3, 1, says: "line 1, column 1")
  }

  @Test func keysAreTheirText() throws {
    #expect(
      try node("1: a\ntrue: b\n~: c\n'': d\n").mapping?.entries.map(\.key) == [
        "1", "true", "~", "",
      ])
  }

  @Test(arguments: [
    ("[a]: 1\n", 1, 1, "a list"), ("{a: b}: 1\n", 1, 1, "a mapping"),
    ("? - a\n: 1\n", 1, 3, "a list"),
    ("- &x [a]\n- *x : 1\n", 2, 3, "a list"), ("{[a]: 1}\n", 1, 2, "a list"),
  ])
  func refusesListsAndMappingsAsKeys(text: String, line: Int, column: Int, kind: String) {
    expect(problem(in: text), at: line, column, says: "\(kind) cannot be a key")
  }

  @Test func manyKeysAreReadAndChecked() throws {
    let count = 100_000
    let text = (0..<count).map { "k\($0): 1\n" }.joined()
    #expect(try node(text).mapping?.entries.count == count)
    expect(problem(in: text + "k7: 2\n"), at: count + 1, 1, says: "line 8, column 1")
  }
}
