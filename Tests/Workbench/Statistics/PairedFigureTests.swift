import ForceLabPlugins
import ForceLabTestSupport
import ForceLabYAML
import Testing
import ForceLabWorkbench

/// A study whose repeats make the letters of a word, one after the other. Equal letters are copies.
private struct Casting: Study {
  var word = "a"
  static let manual = Manual<Self>(
    "casting", "Casts letters.", parameters: [Parameter("word", \.word, "What is cast.")])

  var columns: [Column] { [.hash("cast", use: .outcome), .measure("size")] }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    let letter = Array(word)[trial.repetition - 1]
    var outcome = Outcome()
    outcome.values = ["cast": .text(String(letter)), "size": .number(letter.isUppercase ? 1 : 2)]
    outcome.stepNanoseconds = [1000]
    return outcome
  }
}

/// Ratios of two configurations pair the trials of each repeat.
@Suite struct PairedFigureTests {
  private func result(_ word: String, _ base: String, _ column: String) throws -> ClaimResult {
    let node = try YAMLDocument.parse(
      """
      name: test
      study: casting
      repeat: \(word.count)
      sweep: {grid: {word: [\(word), \(base)]}}
      published:
        - {claim: a, source: b, value: 2, figure: {column: \(column), where: {word: \(word)}, \
      relative-to: {word: \(base)}}}
      """, file: "e.yaml")
    let plan = try Plan(document: node, catalog: Catalog([Casting.self]))
    let results = try withFolder { folder in
      try Runner(plan).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ).published
    }
    return try #require(results.first)
  }

  @Test func pairsWithACopyDoNotCount() throws {
    // Each word has six letters, but only five repeats make two new ones.
    let result = try result("aabcdef", "ABCCDEF", "size")
    #expect(result.measured == 2 && result.interval == nil)
    #expect(result.reason == "no interval: needs 6 distinct results, has 5")
  }

  @Test func pairsOfNewResultsCount() throws {
    #expect(try result("aabcdefg", "AABCDEFG", "size").interval == 2...2)
  }

  @Test func oneLayoutIsOnePair() throws {
    let reason = try result("abcdefg", "AAAAAAA", "size").reason
    #expect(reason == "no interval: needs 6 distinct results, has 1")
  }

  @Test func timesOfCopiesCount() throws {
    #expect(try result("aabbcc", "AAAAAA", "tick_ns_median").interval == 1...1)
  }
}
