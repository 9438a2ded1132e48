import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab recommend`: a graph in, an algorithm that was good on similar graphs out.
@Suite struct RecommendTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    // A caterpillar, as some of the kept graphs, and a complete graph, as none of them.
    let spine = (0..<29).map { "\($0),\($0 + 1)" }
    let legs = (0..<30).flatMap { ["\($0),\(30 + 2 * $0)", "\($0),\(31 + 2 * $0)"] }
    try place.write(
      "source,target\n" + (spine + legs).joined(separator: "\n") + "\n", to: "tree.csv")
    let pairs = (0..<30).flatMap { a in (a + 1..<30).map { "\(a),\($0)" } }
    try place.write("source,target\n" + pairs.joined(separator: "\n") + "\n", to: "complete.csv")
    try place.write("id\na\nb\n", to: "empty.csv")
  }

  private func rows(_ arguments: String...) throws -> [[String: Any]] {
    let ending = try place.forcelab(["recommend"] + arguments + ["--format", "json"])
    try #require(ending.status == 0, "\(ending.error)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [[String: Any]])
  }

  @Test func similarGraphsAgree() throws {
    let ending = try place.forcelab("recommend", "tree.csv", "--for", "stress", "--presets")
    #expect(ending.output.contains("90 nodes, 89 edges, mean degree 2, clustering 0."))
    #expect(ending.output.contains("For stress: `"))
    #expect(!ending.output.contains(" preset: "), "\(ending.output)")
    #expect(ending.output.contains("Lay it out: forcelab layout tree.csv --preset "))
    let rows = try rows("tree.csv", "--for", "stress")
    #expect(rows.first?["answer"] as? String == "recommended")
    let regrets = rows.compactMap { $0["relative_regret"] as? Double }
    #expect(regrets.count == 5 && regrets[0] <= 0.05 && regrets[0] >= 0)
  }

  @Test func withoutSimilarGraphsThereIsNoRecommendation() throws {
    let ending = try place.forcelab(
      "recommend", "complete.csv", "--for", "neighborhood-preservation")
    #expect(ending.output.contains("no recommendation. `"), "\(ending.output)")
    #expect(!ending.output.contains("Lay it out"))
    #expect(ending.output.contains(" ~"), "\(ending.output)")
  }

  @Test func estimatesFollowNodesAndEdges() throws {
    // About that of sparse graphs of 30 nodes, and never below the smallest in the table.
    try place.write("source,target\na,b\n", to: "pair.csv")
    for (graph, range) in [("complete.csv", 3e-5...3e-4), ("pair.csv", 2.5e-5...3e-5)] {
      let rows = try rows(graph, "--for", "stress", "--presets")
      let stress = try #require(rows.first { $0["algorithm"] as? String == "stress" })
      let seconds = try #require(stress["seconds"] as? Double)
      #expect(range.contains(seconds), "\(graph): \(seconds)")
    }
  }

  @Test func timesLimitTheChoice() throws {
    let slow = try rows("tree.csv", "--for", "stress").compactMap { $0["seconds"] as? Double }
    let limit = try #require(slow.min())
    let fast = try rows("tree.csv", "--for", "stress", "--time", "\(limit * 1000)ms")
    #expect(fast.compactMap { $0["seconds"] as? Double }.allSatisfy { $0 <= limit * 1.050001 })
    let ending = try place.forcelab("recommend", "tree.csv", "--time", "0.000001ms")
    #expect(ending.status == 2 && ending.error.contains("no algorithm is that fast"))
  }

  @Test func aFastAlgorithmIsComparedWithSlowOnes() throws {
    let across = (0..<900).filter { $0 % 30 < 29 }.map { "\($0),\($0 + 1)" }
    let down = (0..<870).map { "\($0),\($0 + 30)" }
    try place.write("source,target\n" + (across + down).joined(separator: "\n"), to: "grid.csv")
    let fast = try rows("grid.csv", "--for", "stress", "--presets", "--time", "28ms")
    #expect(fast.map { $0["algorithm"] as? String } == ["fast-neighborhoods"])
    #expect(fast.allSatisfy { $0["answer"] as? String != "recommended" }, "\(fast)")
    #expect(fast.allSatisfy { $0["relative_regret"] as? Double ?? 0 > 0.05 }, "\(fast)")
  }

  @Test func enginesForConnectedGraphsAreNotRecommendedForOthers() throws {
    let text = try place.text(of: "tree.csv")
    try place.write(text + "x,y\n", to: "two.csv")
    let settings = try rows("two.csv").compactMap { $0["settings"] as? String }
    #expect(!settings.isEmpty && !settings.contains { $0.hasPrefix("engine: ") }, "\(settings)")
    let ending = try place.forcelab("recommend", "two.csv")
    #expect(ending.output.contains("It has 2 components, so engines are"))
    #expect(try rows("tree.csv").contains { "\($0["settings"] ?? "")".hasPrefix("engine: ") })
  }

  @Test(arguments: [
    (["tree.xyz"], "tree.xyz: error: unknown file extension; use that of its format: edge-list"),
    (["none.csv"], "cannot read the file 'none.csv'"),
    (["tree.csv", "--time", "soon"], "--time is 'soon'; give a time such as 100ms or 2s"),
    (["tree.csv", "--for", "beauty"], "beauty"),
  ])
  func errors(arguments: [String], message: String) throws {
    let ending = try place.forcelab(["recommend"] + arguments)
    #expect(ending.status == 2 && ending.error.contains(message), "\(ending.error)")
  }
}
