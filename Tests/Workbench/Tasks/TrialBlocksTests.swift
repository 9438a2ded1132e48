import ForceLabPlugins
import Testing

@testable import ForceLabWorkbench

/// How a plan is cut into tasks. The tools of the workshop stand for graphs.
@Suite struct TrialBlocksTests {
  /// The trials of each block, sorted.
  private func blocks(_ yaml: String) throws -> [[Int]] {
    try sweep(yaml).blocks.map { $0.sorted() }
  }

  /// A plan of two pieces of wood, two values and some repeats: 4 trials a repeat.
  private func sweep(_ yaml: String) throws -> Plan {
    try plan("sweep: {grid: {timber: [oak, pine], value: [1, 2]}}\n" + yaml)
  }

  @Test func aBlockIsOneRepeatOfOneInstance() throws {
    #expect(try blocks("repeat: 2") == [[1, 2], [3, 4], [5, 6], [7, 8]])
  }

  @Test func alternatingInstancesAreInSeparateBlocks() throws {
    let plan = try plan("repeat: 2\nsweep: {grid: {value: [1, 2], timber: [oak, pine]}}")
    #expect(plan.blocks.map { $0.sorted() } == [[1, 3], [2, 4], [5, 7], [6, 8]])
  }

  @Test func warmUpsBelongToTheFirstRepeat() throws {
    #expect(
      try blocks("repeat: 2\nwarm-up: 1") == [[1, 2, 5, 6], [3, 4, 7, 8], [9, 10], [11, 12]])
  }

  @Test func trialsThatAreComparedWithTheFirstStayTogether() throws {
    #expect(
      try blocks("repeat: 2\nwarm-up: 1\nendures: true")
        == [[1, 2, 5, 6, 9, 10], [3, 4, 7, 8, 11, 12]])
  }

  @Test func withoutInstancesARepeatIsABlock() throws {
    let plan = try plan("repeat: 2\nsweep: {grid: {value: [1, 2, 3]}}")
    #expect(plan.blocks.map { $0.sorted() } == [[1, 2, 3], [4, 5, 6]])
  }

  @Test(arguments: [(1, 8), (2, 8), (3, 8), (4, 4), (6, 3), (7, 3), (16, 1), (1000, 1)])
  func smallBlocksAreCombined(limit: Int, count: Int) throws {
    let tasks = try sweep("repeat: 4").tasks(of: limit, atMost: 1) { _ in true }
    #expect(tasks.count == count)
    #expect(tasks.joined().sorted() == Array(1...16))
    #expect(tasks.allSatisfy { $0.count <= max(2, limit) })
  }

  @Test(arguments: [(100, 8), (8, 8), (7, 4), (3, 3), (1, 1)])
  func thereAreAtMostAsManyTasksAsTheClusterAllows(most: Int, count: Int) throws {
    let tasks = try sweep("repeat: 4").tasks(of: nil, atMost: most) { _ in true }
    #expect(tasks.count == count)
    #expect(tasks.joined().sorted() == Array(1...16))
  }

  @Test func onlyWantedTrialsAreSubmitted() throws {
    let tasks = try sweep("repeat: 2").tasks(of: nil, atMost: 100) { [2, 7, 8].contains($0) }
    #expect(tasks.map { $0.sorted() } == [[2], [7, 8]])
  }

  @Test func everyTrialIsInOneBlockWhateverTheSweep() throws {
    for repeats in 1...4 {
      for warmUp in 0...2 {
        for endures in [false, true] {
          let all = try blocks("repeat: \(repeats)\nwarm-up: \(warmUp)\nendures: \(endures)")
          #expect(all.joined().sorted() == Array(1...4 * (repeats + warmUp)))
        }
      }
    }
  }
}
