import Foundation
import Testing

@testable import ForceLabReports

@Suite struct ComparisonTextTests {
  let place = TemporaryFolder()

  private var sample: SampleRun { .twoMethods }

  @Test func theTableForPeople() throws {
    let text = try place.compared(by: "method", sample).text(width: 100, showsAll: true)
    expect(
      text.replacing(place.path, with: "X"),
      is: """
        X/run: 32 trials, release build
        method: b against a
        2 cells; trials with the same seed are compared in pairs.

        method size   stress energy tick µs 95 % interval Pareto
        ------ ---- -------- ------ ------- ------------- ------
        a        10   0.2000     -1 ★ 1.045 1.010 … 1.080 ◆
        a        20   0.2000     -1    2.09 2.02 … 2.16
        b        10   0.2000     -2   1.254 1.212 … 1.296
        b        20 ★ 0.1000     -2    2.51 2.42 … 2.59   ◆

        Medians of 8 repeats, with 95 % intervals. ★: the best, and what cannot be told from it. ◆: no other
        is better in time per tick or stress without being worse in the other.

        Differences from `a`:
        measure method cells mean ratio slower lower same
        ------- ------ ----- ---------- ------ ----- ----
        stress  b          2     0.7071            1    1
        tick    b          2      1.200      2
        energy  b          2                       2

        stress
        size method  base   new  ratio   95 % interval p-value  trials verdict
        ---- ------ ----- ----- ------ --------------- ------- ------- -------
          10 b      0.200 0.200      1           1 … 1         8 pairs same
          20 b      0.200 0.100 0.5000 0.5000 … 0.5000   0.008 8 pairs lower

        tick_ns_median
        size method    base     new ratio 95 % interval p-value  trials verdict
        ---- ------ ------- ------- ----- ------------- ------- ------- -------
          10 b      1.05 µs 1.25 µs 1.200 1.200 … 1.200   0.008 8 pairs slower
          20 b      2.09 µs 2.51 µs 1.200 1.200 … 1.200   0.008 8 pairs slower

        energy
        size method base new difference 95 % interval p-value  trials verdict
        ---- ------ ---- --- ---------- ------------- ------- ------- -------
          10 b        -1  -2         -1       -1 … -1   0.008 8 pairs lower
          20 b        -1  -2         -1       -1 … -1   0.008 8 pairs lower

        Same in all cells, within 5 %: iterations.
        Intervals and p-values hold for all 5 rows together: the chance of any wrong verdict is at most 5 %.
        """)
  }

  @Test(arguments: [50, 60]) func theTablesFitTheTerminal(width: Int) throws {
    let text = try place.compared(by: "method", sample).text(width: width, showsAll: true)
      .replacing(place.path, with: "X")
    #expect(try #require(text.split(separator: "\n").map(\.count).max()) <= width)
    #expect(
      text.contains("The same in every row: ") && text.contains("trials 8 pairs.")
        && text.contains(" slower\n"))
  }

  @Test func theCSVForMachines() throws {
    var run = sample
    run.trials[0].status = "diverged"
    let text = try place.compared(by: "method", run).text()
    #expect(text.contains(" ok 7/8, 8/8 "))
    // The effects of failures are tested by themselves.
    let csv = try place.compared(by: "method", run).csv.split(separator: "\n").filter {
      !$0.contains("unclear")
    }
    expect(
      csv.joined(separator: "\n") + "\n",
      is: """
        measure,base,new,size,comparison,n_base,n_new,ok_base,ok_new,median_base,median_new,effect,change,low,high,verdict,note,p,p_corrected,assessment
        stress,a,b,20,paired,8,8,8,8,0.2,0.1,ratio,0.5000000000000001,0.5000000000000001,0.5000000000000001,lower,,,0.0078125,better
        tick_ns_median,a,b,20,paired,8,8,8,8,2090,2508,ratio,1.1999999999999993,1.1999999999999993,1.1999999999999993,slower,,,0.0078125,worse
        iterations,a,b,20,paired,8,8,8,8,300,300,ratio,1,1,1,same,,,,same
        energy,a,b,10,paired,7,7,7,7,-1,-2,difference,-1,-1,-1,lower,,,0.015625,lower
        energy,a,b,20,paired,8,8,8,8,-1,-2,difference,-1,-1,-1,lower,,,0.0078125,lower
        ,a,,10,left-out,,,,,,,,,,,,a diverged in 1 of 8 trials,,,

        """)
  }

  /// Trials that miss a target have ended well.
  @Test func aTargetThatMostTrialsMissIsNotReached() throws {
    let run = SampleRun(["method": ["a", "b"]], ["target_seconds"], repeats: 8) {
      indices, repetition in
      [indices[0] == 1 && repetition > 1 ? nil : Double(repetition)]
    }
    let text = try place.compared(by: "method", run).text()
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("target ") }
    #expect(rows.contains { $0.contains(" not reached ") }, "\(text)")
  }

  @Test func statementsAreTestsOfAGuard() throws {
    var run = sample
    run.trials[0].status = "diverged"
    let comparison = try place.compared(by: "method", run)
    let report = comparison.junit()
    #expect(report.contains("<testcase classname=\"a → b\" name=\"stress size=20\"><system-out>"))
    #expect(
      report.contains(
        "name=\"tick_ns_median size=20\"><failure message=\"tick_ns_median size=20: slower, "))
    #expect(report.contains("name=\"trials size=10\"><failure message="))
    let failures = report.split(separator: "<failure").count - 1
    #expect(report.contains("failures=\"\(failures)\""))
    #expect(comparison.fails([.worse]) && comparison.fails([.better]))
    #expect(comparison.markdown().contains("| tick\\_ns\\_median | 20 | a | b | 1.2"))
    // Only what `--fail-if` names fails, and what the base finished alone.
    let better = comparison.junit(failIf: [.better])
    #expect(better.contains("name=\"stress size=20\"><failure message=\"stress size=20: lower, "))
    #expect(better.contains("name=\"tick_ns_median size=20\"><system-out>"))
    #expect(better.contains("failures=\"1\""))
    #expect(
      comparison.text(failIf: [.better]).hasSuffix("\n\nfails: stress of b with size 20 is better"))
    #expect(comparison.markdown(failIf: [.better]).contains("| lower | better | yes |"))
    #expect(!comparison.text(failIf: [.different]).contains("fails:"))
    let objects = try #require(
      JSONSerialization.jsonObject(with: Data(comparison.json.utf8)) as? [[String: Any]])
    #expect(objects.contains { $0["assessment"] as? String == "worse" && $0["change"] is Double })
  }

  @Test func whatWasNotMeasuredFailsAGuard() throws {
    let comparison = try place.compare(sample, sample)
    #expect(comparison.fails([.slower]) && !comparison.fails([.worse]))
    let report = comparison.junit(failIf: [.slower])
    #expect(report.contains(" failures=\"1\"") && report.contains("no time was compared\"/>"))
    #expect(comparison.markdown(failIf: [.slower]).hasSuffix("\nFails: no time was compared.\n"))
    #expect(comparison.junit(failIf: [.worse]).contains(" failures=\"0\""))
  }

  @Test func equalRunsAreTheSameInAllCells() throws {
    let comparison = try place.compare(sample, sample)
    #expect(Set(comparison.rows.map(\.result.verdict)) == [.same, .notCompared])
    expect(
      comparison.text(width: 100, showsAll: true).replacing(place.path, with: "X"),
      is: """
        base  X/base: 32 trials, release build
        new   X/new: 32 trials, release build
        4 cells; trials with the same seed are compared in pairs.

        Differences from the base:
        measure cells mean ratio not-compared
        ------- ----- ---------- ------------
        tick        4          1            4

        tick_ns_median
        method size    base     new ratio 95 % interval  trials verdict
        ------ ---- ------- ------- ----- ------------- ------- ------------
        a        10 1.05 µs 1.05 µs     1          none 8 pairs not-compared
        a        20 2.09 µs 2.09 µs     1          none 8 pairs not-compared
        b        10 1.25 µs 1.25 µs     1          none 8 pairs not-compared
        b        20 2.51 µs 2.51 µs     1          none 8 pairs not-compared

        Same in all cells, within 5 %: stress, iterations, energy.
        Times of two runs are not compared: a whole run may be slower by chance. Use `forcelab run FILE
        --against PROGRAM`, or at least 5 runs of each side: `forcelab compare BASE... -- NEW...`.
        """)
  }

  @Test func reportsUnpairedTrials() throws {
    var more = sample
    more.repeats = 10
    for repetition in [9, 10] {
      more.trials += sample.trials.prefix(4).map { trial in
        var trial = trial
        (trial.repetition, trial.seed) = (repetition, "\(repetition)")
        return trial
      }
    }
    let text = try place.compare(sample, more).text()
    #expect(text.contains("in pairs; 8 trials without a partner excluded.\n"))
  }

  @Test func fiveRepeatsAreComparedUnpaired() throws {
    var five = sample
    five.repeats = 5
    five.trials.removeAll { $0.repetition > 5 }
    let text = try place.compared(by: "method", five).text()
    #expect(
      text.contains(
        "with the same seed are compared in pairs if there are at least 6 pairs or no "))
    #expect(text.contains(" 5 and 5 slower\n"))
    // Those that the other run has besides count too.
    let more = try place.compare(five, sample)
    let times = more.rows.filter { $0.measure == "tick_ns_median" }.map(\.result.counts)
    #expect(times.count == 4 && times.allSatisfy { $0 == (5, 8) })
    #expect(!more.text().contains("excluded"))
    five.trials.removeAll { $0.repetition > 3 }
    let unclear = try place.compared(by: "method", five).text()
    #expect(unclear.contains(" none 3 and 3 unclear\n"))
    #expect(unclear.contains("An interval needs at least 6 pairs, or 4 trials of each side."))
  }

  @Test func moreRepeatsOfOneLayoutAreNotAdvised() throws {
    let run = SampleRun(["method": ["a", "b"]], ["stress", "layout_hash"], repeats: 8) {
      let layout = $0[0] == 0 ? 0 : Double($1)
      return [1 + layout, layout]
    }
    let text = try place.compared(by: "method", run).text()
    #expect(!text.contains("more repeats narrow it"))
    #expect(text.contains("same layout count once, so that more repeats of it do not help."))
  }

  @Test func reportsThatThereIsNothingToCompare() throws {
    var run = sample
    for index in run.trials.indices { run.trials[index].status = "failed" }
    let comparison = try place.compare(sample, run)
    #expect(comparison.isEmpty)
    #expect(
      comparison.text().contains("\nNothing to compare: no cell has successful trials of both"))
  }
}
