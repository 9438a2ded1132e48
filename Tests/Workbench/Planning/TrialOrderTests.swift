import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML
import Testing

@testable import ForceLabWorkbench

/// In which order the trials of a plan run. The tools of the workshop stand for graphs.
@Suite struct TrialOrderTests {
  @Test(arguments: 1...9)
  func everyConfigurationIsAtEachPositionAndAfterEachOtherEquallyOften(count: Int) {
    var generator = SeededGenerator(seed: 1)
    let design = WilliamsDesign(of: count, using: &generator)
    let blocks = (0..<(count.isMultiple(of: 2) ? count : 2 * count)).map { design.order(in: $0) }
    var pairs: [[Int]: Int] = [:]
    for order in blocks {
      #expect(order.sorted() == Array(0..<count))
      for pair in zip(order, order.dropFirst()) { pairs[[pair.0, pair.1], default: 0] += 1 }
    }
    for position in 0..<count {
      let found = Dictionary(grouping: blocks.map { $0[position] }) { $0 }.mapValues(\.count)
      #expect(found.count == count && Set(found.values).count == 1)
    }
    #expect(pairs.count == count * (count - 1) && Set(pairs.values).count <= 1)
    #expect(design.order(in: blocks.count) == blocks[0])
  }

  private static let sweep = "sweep: {grid: {value: [1, 2, 3, 4, 5], timber: [oak, pine]}}\n"

  @Test func eachRepeatRunsOneInstanceAfterTheOther() throws {
    let plan = try plan(Self.sweep + "repeat: 4\nwarm-up: 1")
    let schedule = plan.schedule.map(\.number)
    #expect(schedule.sorted() == Array(1...50))
    for (block, start) in stride(from: 0, to: 50, by: 5).enumerated() {
      let trials = schedule[start..<start + 5].map { plan[trial: $0] }
      #expect(Set(trials.map { ($0.number - 1) / 10 }) == [block / 2])
      #expect(Set(trials.map { $0.configuration % 2 }) == [(block + 1) % 2])
    }
  }

  @Test func theOrderDependsOnTheSeedAndDiffersFromBlockToBlock() throws {
    let schedule = { (yaml: String) in try plan(Self.sweep + yaml).schedule.map(\.number) }
    let three = try schedule("repeat: 3")
    #expect(try schedule("repeat: 9").prefix(30) == three[...])
    #expect(try schedule("repeat: 3\nseed: 1") != three)
    let orders = stride(from: 0, to: 30, by: 5).map { start in
      three[start..<start + 5].map { ($0 - 1) % 10 / 2 }
    }
    #expect(Set(orders).count == 6)
  }

  @Test(arguments: [
    ("", "sweep: {grid: {program: [base, this]}}"),
    ("sweep:\n", "sweep: {grid: {program: [base, this]}}"),
    (
      "sweep: {zip: {value: [1, 2]}}",
      "sweep: {zip: {value: [1, 2]}, grid: {program: [base, this]}}"
    ),
    (
      "sweep: [{grid: {value: [1]}}, {grid: {word: [a], program: [this]}}]",
      "sweep: [{grid: {value: [1], program: [base, this]}}, {grid: {word: [a], program: [this]}}]"
    ),
  ])
  func everySweepGetsBothPrograms(yaml: String, expected: String) throws {
    let document = { (text: String) in try YAMLDocument.parse("name: x\n" + text, file: "x.yaml") }
    let compared = try document(yaml).comparingPrograms()
    #expect(compared.hasSameContent(as: try document(expected)), "\(compared.flowText)")
  }

  @Test func tasksOfAClusterRunTheirTrialsInTheSameOrder() throws {
    let plan = try plan(Self.sweep + "repeat: 4")
    #expect(plan.blocks.flatMap { $0 } == plan.schedule.map(\.number))
  }
}
