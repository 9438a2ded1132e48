import ForceLabFiles
import ForceLabTestSupport
import Foundation
import Testing
import ForceLabWorkbench
import ForceLabSettings

/// What a run leaves behind. The study says how long its steps took, so even times are known.
@Suite struct RunnerTests {
  /// Runs an experiment and hands over its report and the text of one of its files.
  private func run(_ yaml: String, reading file: String) throws -> (Runner.Report, String) {
    try withFolder { folder in
      let report = try Runner(plan(yaml)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0, command: ["x"]))
      return (report, try text("\(folder)/run/\(file)"))
    }
  }

  @Test func everyTrialIsARow() throws {
    let (report, text) = try run(
      """
      repeat: 2
      seed: 42
      word: '"so", she said'
      sweep: {grid: {value: [1.5, 2], tool: [saw, {hammer: {weight: 3}}]}}
      """, reading: "trials.csv")
    let seeds = try plan("seed: 42\nrepeat: 2").trials.map(\.seed)
    let (a, b) = (seeds[0], seeds[1])
    #expect(
      text == """
        trial,configuration,repeat,seed,value,tool,status,stop_reason,note,score,\
        wall_seconds,tick_ns_mean,tick_ns_median,tick_ns_p95,overhead_seconds,warm_up,contended,host,message
        1,1,1,\(a),1.5,saw,ok,done,"\""so"", she said",1.5,6e-06,2000,2000,3000,,false,false,\(hostName),
        2,2,1,\(a),1.5,{hammer: {weight: 3}},ok,done,"\""so"", she said",1.5,6e-06,2000,2000,3000,,false,false,\(hostName),
        3,3,1,\(a),2,saw,ok,done,"\""so"", she said",2,6e-06,2000,2000,3000,,false,false,\(hostName),
        4,4,1,\(a),2,{hammer: {weight: 3}},ok,done,"\""so"", she said",2,6e-06,2000,2000,3000,,false,false,\(hostName),
        5,1,2,\(b),1.5,saw,ok,done,"\""so"", she said",3,6e-06,2000,2000,3000,,false,false,\(hostName),
        6,2,2,\(b),1.5,{hammer: {weight: 3}},ok,done,"\""so"", she said",3,6e-06,2000,2000,3000,,false,false,\(hostName),
        7,3,2,\(b),2,saw,ok,done,"\""so"", she said",4,6e-06,2000,2000,3000,,false,false,\(hostName),
        8,4,2,\(b),2,{hammer: {weight: 3}},ok,done,"\""so"", she said",4,6e-06,2000,2000,3000,,false,false,\(hostName),

        """)
    #expect(report.trials == 8 && report.failures == 0)
  }

  @Test func everySampleIsARow() throws {
    let (_, text) = try run(
      "readings: 2\nsweep: {grid: {value: [1.5, 1e-100]}}", reading: "samples.csv")
    #expect(text == "trial,reading,level\n1,0,0\n1,1,1.5\n2,0,0\n2,1,1e-100\n")
  }

  @Test func everyConfigurationIsARowOfTheSummary() throws {
    let (report, text) = try run(
      "repeat: 6\nsweep: {grid: {value: [2, 3], ending: [ok, fails]}}", reading: "summary.csv")
    let statistics = [
      "n", "median", "mean", "sd", "mad", "minimum", "maximum", "low", "high", "interval",
      "outliers",
    ]
    let columns = [
      "score", "wall_seconds", "tick_ns_mean", "tick_ns_median", "tick_ns_p95", "overhead_seconds",
    ].flatMap { name in statistics.map { "\($0)_\(name)" } }
    let times =
      ["6e-06", "2000", "2000", "3000"].map { time in
        "6,\(time),\(time),0,0,\(time),\(time),\(time),\(time),sign test over repeats,0"
      }.joined(separator: ",") + ",0,,,,,,,,,no values,"
    let nothing = Array(repeating: "0,,,,,,,,,no values,", count: 6).joined(separator: ",")
    #expect(
      text == """
        configuration,value,ending,trials,ok,distinct,\(columns.joined(separator: ","))
        1,2,ok,6,6,6,6,7,7,3.741657386773941,3,2,12,2,12,sign test over repeats,0,\(times)
        2,2,fails,6,0,0,\(nothing)
        3,3,ok,6,6,6,6,10.5,10.5,5.612486080160911,4.5,3,18,3,18,sign test over repeats,0,\(times)
        4,3,fails,6,0,0,\(nothing)

        """)
    #expect(report.failures == 12)
  }

  @Test func theSummarySaysThatRepeatsAreTooFew() throws {
    let (_, text) = try run("repeat: 3", reading: "summary.csv")
    let row = try #require(text.split(separator: "\n").last)
    #expect(row.hasPrefix("1,3,3,3,3,2,2,1,1,1,3,,,\"needs 6 repeats, has 3\",0,3,6e-06,"))
  }

  @Test(arguments: [
    ("fails", "failed,,a,1,6e-06,2000,2000,3000,,false,false,\(hostName),the wood broke"),
    ("diverges", "diverged,,a,1,6e-06,2000,2000,3000,,false,false,\(hostName),the wood grew"),
    ("throws", "failed,,,,,,,,,false,false,\(hostName),\"no wood, \"\"none\"\"\nat all\""),
  ])
  func failedTrialsHaveRows(ending: String, row: String) throws {
    let (report, text) = try run("ending: \(ending)\nreadings: 1", reading: "trials.csv")
    let seed = try plan().trials[0].seed
    let lines = text.split(separator: "\n", maxSplits: 1)
    #expect(lines.last.map(String.init) == "1,1,1,\(seed),\(row)\n")
    #expect(report.trials == 1 && report.failures == 1)
  }

  @Test func aTrialTimesOut() throws {
    let (report, text) = try run("ending: hangs\ntimeout: 0.01", reading: "trials.csv")
    #expect(text.contains(",timed-out,") && text.hasSuffix(",the glue is wet\n"))
    #expect(report.failures == 1)
  }

  @Test func aHugeTimeoutDoesNotOverflow() throws {
    let (report, _) = try run("timeout: 1e300", reading: "trials.csv")
    #expect(report.failures == 0)
  }

  @Test func warmUpTrialsAreKeptButDoNotCount() throws {
    let (report, text) = try run("repeat: 2\nwarm-up: 1", reading: "trials.csv")
    let rows = text.split(separator: "\n").dropFirst()
    #expect(rows.map { $0.hasSuffix(",true,false,\(hostName),") } == [true, false, false])
    #expect(report.trials == 3)
    let row = report.summary.rows[0]
    #expect(row.trials == 2 && row.good == 2 && row.numbers(of: "score") == [1, 2])
    #expect(row.numbers(of: "wall_seconds").count == 2)
  }

  @Test func progressIsReportedAfterEveryTrial() throws {
    try withFolder { folder in
      var told: [[Int]] = []
      _ = try Runner(plan("repeat: 2\nsweep: {grid: {word: [a, b]}}")).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ) { told.append([$0.done, $0.count, $0.trial.configuration]) }
      #expect(told.map { $0.prefix(2) } == [[1, 4], [2, 4], [3, 4], [4, 4]])
      #expect(told.prefix(2).map { $0[2] }.sorted() == [1, 2])
    }
  }
}
