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
