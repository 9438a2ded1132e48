import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabReports

/// Comparisons of algorithms that are equal but for noise, and of one that is not.
@Suite struct SimulatedComparisonTests {
  let place = TemporaryFolder()

  /// Algorithms on graphs whose stress spans decades; algorithm 0 has `factor` times the stress.
  private func study(
    _ generator: inout SeededGenerator, algorithms: Int, graphs: Int, repeats: Int,
    factor: Double = 1
  ) -> SampleRun {
    var run = SampleRun()
    run.paths = ["graph", "method"]
    (run.instances, run.measures, run.repeats) = (["graph"], ["stress"], repeats)
    for graph in 0..<graphs {
      let scale = exp(2 * generator.normal())
      for algorithm in 0..<algorithms {
        // Each algorithm has its own strengths and weaknesses.
        let suits = exp(0.2 * generator.normal()) * (algorithm == 0 ? factor : 1)
        for repetition in 1...repeats {
          run.trials.append(
            SampleRun.Trial(
              settings: ["g\(graph)", "m\(algorithm)"], repetition: repetition,
              seed: "\(repetition)",
              values: [scale * suits * exp(0.1 * generator.normal())]))
        }
      }
    }
    return run
  }

  /// Of seven equal algorithms on 30 graphs, one is called better than another in at most 5 % of the
  /// studies.
  @Test func equalAlgorithmsHaveNoWinner() throws {
    var generator = SeededGenerator(seed: 16)
    let studies = isOptimized ? 1000 : 60
    var (winners, friedman) = (0, 0)
    for _ in 0..<studies {
      let run = try study(&generator, algorithms: 7, graphs: 30, repeats: 2).record(in: place)
      let result = try #require(InstanceRun(run)?.comparisons.first)
      #expect(result.instances == 30 && result.pairs.count == 21)
      winners += result.pairs.contains { $0.better != nil } ? 1 : 0
      friedman += result.friedman.p <= 0.05 ? 1 : 0
    }
    let deviation = (0.05 * 0.95 * Double(studies)).squareRoot()
    #expect(winners <= studies / 20, "\(winners)")
    #expect(Double(friedman) <= 0.05 * Double(studies) + 3 * deviation, "\(friedman)")
  }

  /// Of three equal algorithms on a few graphs, Friedman's test finds a difference in at most 5 % of the
  /// studies, and none on two graphs. By χ² it were 20 % there.
  @Test(arguments: [2, 3, 5, 8])
  func equalAlgorithmsOnFewGraphsDoNotDiffer(graphs: Int) throws {
    var generator = SeededGenerator(seed: UInt64(graphs))
    let studies = 200
    var found = 0
    for _ in 0..<studies {
      let run = try study(&generator, algorithms: 3, graphs: graphs, repeats: 1).record(in: place)
      let result = try #require(InstanceRun(run)?.comparisons.first)
      found += result.friedman.p <= 0.05 ? 1 : 0
      #expect(result.friedman.method == .exact && result.friedman.hasTooFewCases == (graphs == 2))
      #expect(graphs > 6 || !result.pairs.contains { $0.better != nil })
      if graphs == 2 {
        #expect(result.testSentence.hasPrefix("No verdict on stress over 2 graphs: "))
      }
    }
    #expect(
      Double(found) <= 0.05 * Double(studies) + 3 * (0.05 * 0.95 * Double(studies)).squareRoot())
    #expect(graphs > 2 || found == 0)
  }

  @Test func aBetterAlgorithmIsFound() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<10 {
      let run = study(&generator, algorithms: 7, graphs: 30, repeats: 2, factor: 0.6)
      let result = try #require(InstanceRun(run.record(in: place))?.comparisons.first)
      #expect(result.pairs.prefix(6).allSatisfy { $0.better == "m0" })
      #expect(!result.pairs.dropFirst(6).contains { $0.better == "m0" })
    }
  }
}
