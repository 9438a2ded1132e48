import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing
import ForceLabWorkbench

@testable import ForceLabReports

/// Whole experiments with made-up results: how many reports have a false statement if configurations
/// differ by noise alone, and how many find a real difference. `FORCELAB_DRAWS` sets the number of draws.
@Suite(.serialized) struct FalseStatementTests {
  let place = TemporaryFolder()

  enum Noise: String, CaseIterable {
    case independent, drifting, heavy, tied, skewed, twoValued
  }

  struct Design: CustomTestStringConvertible {
    var axes: [Int]
    var graphs = 1
    var repeats = 8

    var testDescription: String {
      "axes \(axes.map(String.init).joined(separator: " × ")), graphs \(graphs), repeats \(repeats)"
    }
  }

  private static let draws: Int = {
    let asked = ProcessInfo.processInfo.environment["FORCELAB_DRAWS"].flatMap { Int($0) }
    return asked ?? (isOptimized ? 20 : 1)
  }()

  private static let measures = ["stress", "iterations", "layout_seconds"]

  /// The trials of a design. The order of configurations within a repeat is random, as in a run.
  /// `ratio` multiplies the results of the second value of the first axis.
  private func run(
    _ design: Design, _ noise: Noise, ratio: Double = 1, _ generator: inout SeededGenerator
  ) throws -> RunReader {
    var run = SampleRun()
    run.paths = ["graph"] + design.axes.indices.map { "axis\($0)" }
    if design.graphs > 1 { run.instances = ["graph"] }
    (run.measures, run.repeats) = (Self.measures, design.repeats)
    let settings = design.axes.reduce([[]]) { rows, count in
      rows.flatMap { row in (0..<count).map { row + ["v\($0)"] } }
    }
    let scales = (0..<design.graphs).map { _ in exp(2 * generator.normal()) }
    var (drift, correlated) = ([0.0, 0, 0], [0.0, 0, 0])
    for repetition in 1...design.repeats {
      for (graph, scale) in scales.enumerated() {
        for row in settings.shuffled(using: &generator) {
          let values = Self.measures.indices.map { measure -> Double in
            drift[measure] += 0.003 * generator.normal()
            correlated[measure] = 0.9 * correlated[measure] + 0.44 * generator.normal()
            let deviation =
              switch noise {
              case .independent: 0.03 * generator.normal()
              case .drifting: 0.03 * correlated[measure] + drift[measure]
              case .heavy: 0.03 * generator.normal() / max(0.05, generator.unit().squareRoot())
              case .tied: 0.05 * Double(generator.index(below: 3))
              case .twoValued:
                measure == 0
                  ? 0.05 * Double(generator.index(below: 2)) : 0.03 * generator.normal()
              case .skewed:
                0.03 * generator.normal()
                  + (generator.unit() < 0.05 ? log(1.2 + 1.8 * generator.unit()) : 0)
              }
            return scale * exp(deviation) * (row[0] == "v1" ? ratio : 1)
          }
          run.trials.append(
            SampleRun.Trial(
              settings: ["g\(graph)"] + row, repetition: repetition,
              seed: "\(graph) \(repetition)", values: values))
        }
      }
    }
    // The numbers of configurations do not depend on the order of the first repeat.
    run.trials.sort {
      ($0.repetition, $0.settings.joined()) < ($1.repetition, $1.settings.joined())
    }
    return try run.record(in: place)
  }

  /// The statements over graphs: the tests of all algorithms and of pairs, and the best of each graph.
  private func overGraphs(_ instances: InstanceRun?) -> Int {
    guard let instances else { return 0 }
    let tested = (instances.comparisons + instances.effects.map(\.comparison)).count {
      $0.findsDifference || $0.pairs.contains { $0.better != nil }
    }
    let best = instances.comparisons.reduce(0) { sum, comparison in
      sum + comparison.winners.count { 1..<instances.algorithms.count ~= $0.count }
    }
    return tested + best
  }

  /// Everything that findings and comparisons say about runs without any difference.
  private func falseStatements(_ run: RunReader) throws -> (report: Int, comparison: Int) {
    let findings = Findings(run)
    let effects = findings.effects.count { $0.verdict != .none && $0.verdict != .unclear }
    let best = findings.best.count { !$0.isShared }
    let fronts = findings.paretoFronts.count { $0.points.count < $0.candidates }
    var options = Comparison.Options()
    options.threshold = 0
    let comparison = try Comparison(PairedTable(run, by: "axis0"), options)
    let rows = comparison.rows
    return (
      effects + findings.interactions.count + best + fronts + overGraphs(findings.instances),
      rows.count { $0.result.verdict != .unclear && $0.result.verdict != .same }
        + overGraphs(comparison.instances)
    )
  }

  private static let designs = [
    Design(axes: [2]), Design(axes: [12], repeats: 6), Design(axes: [12], graphs: 2),
    Design(axes: [2, 2, 3]), Design(axes: [2, 2, 2, 2], repeats: 20),
    Design(axes: [3], graphs: 30, repeats: 6), Design(axes: [2, 2], graphs: 12),
    Design(axes: [3], repeats: 2),
  ]

  @Test func reportsWithoutADifferenceSaySo() throws {
    var lines: [String] = []
    var all = (reports: 0, comparisons: 0, draws: 0)
    let draws = Self.draws
    for (index, design) in Self.designs.enumerated() {
      for noise in Noise.allCases {
        var generator = SeededGenerator(seed: 32, stream: UInt64(index))
        var (reports, comparisons) = (0, 0)
        for _ in 0..<draws {
          let found = try falseStatements(run(design, noise, &generator))
          reports += found.report > 0 ? 1 : 0
          comparisons += found.comparison > 0 ? 1 : 0
        }
        let limit = draws < 20 ? draws : Self.limit(draws)
        #expect(reports <= limit && comparisons <= limit, "\(design.testDescription), \(noise)")
        if design.repeats < 6 { #expect(reports == 0 && comparisons == 0) }
        lines.append(
          "\(design.testDescription), \(noise): \(reports) reports and \(comparisons) comparisons of "
            + "\(draws)")
        (all.reports, all.comparisons) = (all.reports + reports, all.comparisons + comparisons)
        all.draws += draws
      }
    }
    print("False statements under the null:\n" + lines.joined(separator: "\n"))
    let limit = Self.limit(all.draws)
    #expect(all.reports <= limit && all.comparisons <= limit, "\(all)")
  }

  /// 5 % of `draws`, and three standard deviations of that.
  private static func limit(_ draws: Int) -> Int {
    let mean = 0.05 * Double(draws)
    return Int(mean + 3 * (0.95 * mean).squareRoot())
  }

  /// All measures, on all graphs.
  @Test(arguments: [
    Design(axes: [2]), Design(axes: [12]), Design(axes: [2, 2, 3]), Design(axes: [2, 2, 2, 2]),
    Design(axes: [3], graphs: 2),
  ])
  func tenPercentAreFoundInEightRepeats(design: Design) throws {
    var generator = SeededGenerator(seed: 33)
    let draws = 4 * Self.draws
    var (effects, bests) = (0, 0)
    for _ in 0..<draws {
      let findings = try Findings(run(design, .independent, ratio: 1.1, &generator))
      let found = findings.effects.filter { $0.path == "axis0" && $0.to == "v1" }
      effects += found.allSatisfy { [.higher, .slower].contains($0.verdict) } ? 1 : 0
      bests += findings.best.allSatisfy { !$0.isShared } ? 1 : 0
    }
    print("\(design.testDescription): +10 % found in \(effects), best in \(bests) of \(draws)")
    let limit = 0.9 * Double(draws) - 3 * (0.09 * Double(draws)).squareRoot()
    #expect(Double(min(effects, bests)) >= limit)
  }

  /// Five runs against five, whose times differ from run to run by 3 %.
  @Test func runsAreTheUnitOfSeveralRuns() throws {
    var generator = SeededGenerator(seed: 34)
    let draws = 2 * Self.draws
    var (wrong, found) = (0, 0)
    for _ in 0..<draws {
      let runs = try (0..<10).map { number in
        let drift = exp(0.03 * generator.normal())
        return try SampleRun((0..<8).map { _ in drift * exp(0.01 * generator.normal()) })
          .record("r\(number)", in: place)
      }
      let slow = try (0..<5).map { number in
        let drift = 1.3 * exp(0.03 * generator.normal())
        return try SampleRun((0..<8).map { _ in drift * exp(0.01 * generator.normal()) })
          .record("s\(number)", in: place)
      }
      let base = Array(runs.prefix(5))
      let none = try Comparison(PairedTable(base, against: Array(runs.suffix(5))))
      wrong +=
        none.rows.contains { $0.result.verdict == .slower || $0.result.verdict == .faster } ? 1 : 0
      let rows = try Comparison(PairedTable(base, against: slow)).rows
      found += rows.first?.result.verdict == .slower ? 1 : 0
    }
    print("Five runs a side: \(wrong) wrong, \(found) of \(draws) found")
    #expect(wrong <= Self.limit(draws) && found >= draws * 9 / 10)
  }
}

extension BestConfiguration {
  /// Whether no configuration can be distinguished from the best.
  fileprivate var isShared: Bool { !hasStatements || within.count + 1 == candidates }
}
