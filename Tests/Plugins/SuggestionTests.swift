import ForceLabPlugins
import Testing

@Suite struct SuggestionTests {
  private let known = ["many-body", "link", "center", "center-spring", "grid", "kd-tree"]

  @Test(arguments: [
    ("many-bodies", "many-body"),  // two letters for one
    ("many-bdoy", "many-body"),  // neighbors swapped
    ("many-bdy", "many-body"),  // a letter lost
    ("manyy-body", "many-body"),  // a letter too many
    ("lynk", "link"),  // a letter replaced
    ("LINK", "link"), ("Center", "center"),
    ("centre", "center"),
    ("center-sping", "center-spring"),
    ("cente", "center"),  // the nearest of two beginnings
    ("man", "many-body"), ("kd-", "kd-tree"),  // the beginning of a name
    ("gr", ""),  // too short for a beginning, too far for a slip
    ("gird", "grid"),
    ("repulsion", ""), ("", ""), ("x", ""),
  ])
  func suggestsTheMostSimilarName(word: String, expected: String) {
    let hint = expected.isEmpty ? "" : "did you mean '\(expected)'?"
    #expect(suggestion(for: word, among: known) == hint)
  }

  @Test func onlyAKnownKeyLacksASpace() {
    #expect(suggestion(for: "link:3", among: known) == "write {link: 3}")
    #expect(suggestion(for: "a:bb", among: ["a:b"]) == "did you mean 'a:b'?")
  }

  @Test func aLongNameIsShortenedAndComparedWithNoOther() throws {
    let name = String(repeating: "x", count: 100_000)
    let problems = try decodeCar("engine: \(name)").problems
    #expect(problems.count == 1 && problems[0].utf8.count < 200)
    #expect(suggestion(for: name, among: known) == "")
  }

  @Test func suggestsTheFirstOfEquallySimilarNames() {
    #expect(suggestion(for: "cat", among: ["bat", "rat"]) == "did you mean 'bat'?")
    #expect(suggestion(for: "anything", among: []) == "")
  }
}
