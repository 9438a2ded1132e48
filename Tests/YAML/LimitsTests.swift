import ForceLabTestSupport
import Testing
import ForceLabSettings
import ForceLabYAML

@Suite struct LimitsTests {
  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func depth() {
    #expect(problem(in: nested(1000)) == nil)
    expect(problem(in: nested(1001)), at: 1, 1001, says: "exceed the limit of 1000 levels")
    #expect(problem(in: "[[1]]", limits: .init(depth: 2)) == nil)
    expect(problem(in: "[[1]]", limits: .init(depth: 1)), at: 1, 2, says: "limit of 1 levels")
  }

  @Test(arguments: ["[", "{a: ", "- "])
  func endlessNestingIsRefused(opening: String) {
    let message = problem(in: String(repeating: opening, count: 100_000))?.message
    #expect(message?.contains("exceed the limit") == true)
  }

  @Test func depthCountsWhatAliasesHold() {
    let text = "a: &a \(nested(600))\nb: "
    #expect(problem(in: text + "[*a]\n") == nil)
    let deep = String(repeating: "[", count: 600) + "*a" + String(repeating: "]", count: 600)
    expect(problem(in: text + deep), at: 2, 604, says: "exceed the limit")
  }

  @Test func nodes() {
    #expect(problem(in: "[1, 2, {a: b}]", limits: .init(nodes: 6)) == nil)
    expect(
      problem(in: "[1, 2, {a: b}]", limits: .init(nodes: 5)), at: 1, 12,
      says: "exceeds the limit of 5 values")
    #expect(problem(in: "[&a [1, 2], *a]", limits: .init(nodes: 7)) == nil)
    expect(problem(in: "[&a [1, 2], *a]", limits: .init(nodes: 6)), at: 1, 13, says: "aliases")
  }

  @Test func billionLaughs() {
    var text = "a0: &a0 [lol, lol]\n"
    for i in 1...60 {
      let aliases = Array(repeating: "*a\(i - 1)", count: 9).joined(separator: ", ")
      text += "a\(i): &a\(i) [\(aliases)]\n"
    }
    expect(problem(in: text), at: 7, 30, says: "use fewer aliases")
  }

  @Test func billionMerges() {
    var text = "a0: &a0 {x: 1}\n"
    for i in 1...60 {
      let aliases = Array(repeating: "*a\(i - 1)", count: 9).joined(separator: ", ")
      text += "a\(i): &a\(i) {<<: [\(aliases)]}\n"
    }
    #expect(problem(in: text)?.message.contains("use fewer aliases") == true)
  }

  @Test func longTextsCountMoreTowardTheLimit() {
    let text = "- &a " + String(repeating: "x", count: 1 << 20) + "\n"
    #expect(problem(in: text + String(repeating: "- *a\n", count: 200)) == nil)
    #expect(problem(in: text + String(repeating: "- *a\n", count: 300)) != nil)
  }

  @Test func bytes() {
    #expect(problem(in: "abc", limits: .init(bytes: 3)) == nil)
    let problem = problem(in: "abcd", limits: .init(bytes: 3))
    #expect(problem?.location == Location(file: "test.yaml"))
    #expect(problem?.message.contains("larger than the limit of 3 bytes; ") == true)
  }

  @Test func standardLimits() {
    let limits = YAMLDocument.Limits.standard
    #expect(limits.bytes == 16 * 1024 * 1024)
    #expect(limits.depth == 1000)
    #expect(limits.nodes == 1_000_000)
  }
}
