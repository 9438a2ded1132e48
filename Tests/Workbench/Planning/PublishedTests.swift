import ForceLabTestSupport
import Testing
import ForceLabWorkbench

/// `published:`, from the file to `published.csv`.
@Suite struct PublishedTests {
  /// Eight trials of each value, whose scores are value × repeat; their steps take 1, 2 and 3 µs. The
  /// median of the second configuration is 45, with the interval 10 … 80.
  private let base = """
    repeat: 8
    sweep: {grid: {value: [1, 10], ending: [ok]}}
    published:

    """

  private func results(_ items: String, _ base: String? = nil) throws -> [ClaimResult] {
    try withFolder { folder in
      try Runner(plan((base ?? self.base) + items)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ).published
    }
  }

  private final class Names {
    var rest = "abcdefghijklmnopqrstuvwxyz"
  }
  private let names = Names()

  /// The first of a test has the name a, the second b, and so on.
  private func item(_ figure: String, _ value: String, _ more: String = "") -> String {
    "  - {claim: \(names.rest.removeFirst()), source: b, figure: {\(figure)}, "
      + "value: \(value)\(more)}\n"
  }

  /// The verdict of each figure, value and further keys.
  private func expect(
    _ cases: [(figure: String, value: String, more: String, verdict: PublishedClaim.Verdict)],
    _ base: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try results(cases.map { item($0.figure, $0.value, $0.more) }.joined(), base)
    for (one, result) in zip(cases, found) {
      #expect(result.verdict == one.verdict, "\(one)", sourceLocation: location)
    }
  }

  private let score = "column: score, where: {value: 10}"
  private let ratio = "column: score, where: {value: 10}, relative-to: {value: 1}"

  @Test func theWholeIntervalDecides() throws {
    try expect([
      (score, "45", ", tolerance: 5", .reproduced), (score, "10", ", tolerance: 8", .reproduced),
      (score, "45", "", .unclear), (score, "45", ", tolerance: 2", .unclear),
      (score, "5", ", tolerance: 2", .unclear), (score, "1", ", tolerance: 5", .notReproduced),
      (score, "90", ", tolerance: 1.1", .notReproduced),
      (score, "-45", ", tolerance: 5", .notReproduced),
      (score, "0", ", tolerance: 100", .notReproduced),
      (ratio, "10", "", .reproduced), (ratio, "9", "", .notReproduced),
      (score + ", statistic: mean", "45", ", tolerance: 5", .unclear),
    ])
  }

  @Test func onlyZeroReproducesZero() throws {
    let found = try results(
      item("column: score", "0", ", tolerance: 100"), "repeat: 6\nvalue: 0\npublished:\n")
    #expect(found.map(\.verdict) == [.reproduced] && found[0].ratio == nil)
  }

  @Test func otherProgramsAndStandInsAreCompared() throws {
    let found = try results(
      item(score, "45", ", measured-by: other-program") + item(score, "90", ", stand-in: beads")
        + item(score, "-45", ", measured-by: same-program, tolerance: 5"))
    #expect(found.map(\.verdict) == [.compared, .standIn, .notReproduced])
    #expect(found.map(\.holds) == [true, true, false] && found.map(\.reason) == ["", "", ""])
    #expect(found.map(\.ratio) == [1, 0.5, -1])
    #expect(found[2].ratioInterval == (-80.0 / 45)...(-10.0 / 45))
  }

  @Test func timesAreReproducedOnTheSameMachineAlone() throws {
    let time = "column: wall_seconds, where: {value: 1}"
    let cases: [(String, String, String, PublishedClaim.Verdict)] = [
      (time, "6e-6", "", .compared), (time, "1", ", measured-by: same-program", .compared),
      (time, "5e-6", ", measured-by: same-machine, tolerance: 1.3", .reproduced),
      (time, "1e-6", ", measured-by: same-machine, tolerance: 1.3", .notReproduced),
      (time + ", relative-to: {value: 10}", "1", "", .reproduced),
      (time + ", relative-to: {value: 10}", "3", "", .notReproduced),
      (time + ", relative-to: {value: 10}", "3", ", measured-by: other-program", .compared),
      (time + ", per: tick_ns_median", "6e-6", "", .notReproduced),
      (time + ", per: score", "6e-6", "", .compared),
    ]
    #if DEBUG
      try expect(cases.map { ($0.0, $0.1, $0.2, .notComparable) })
      let reasons = try results(item(time, "6e-6")).map(\.reason)
      #expect(reasons == ["a debug build, whose times mean nothing"])
    #else
      try expect(cases)
    #endif
  }

  @Test func knownDifferencesAreNoFailures() throws {
    let more = ", known-difference: it rained"
    let found = try results(
      item(ratio, "7", more) + item(ratio, "10", more) + item(score, "45", more))
    #expect(found.map(\.verdict) == [.notReproduced, .reproduced, .unclear])
    #expect(found.map(\.holds) == [true, true, true])
    #expect(
      found.map(\.reason) == [
        "known to differ: it rained", "known to differ: it rained",
        "the interval is partly within the tolerance; add repeats, or graphs if it is over graphs; "
          + "known to differ: it rained",
      ])
  }

  @Test func uncertainFiguresSayWhatTheyNeed() throws {
    let sweep = "sweep: {grid: {value: [0, 1], ending: [ok, fails]}}\npublished:\n"
    let failed = "column: score, where: {ending: fails}"
    let ok = "column: score, where: {ending: ok, value: 1}"
    let found = try results(
      item(failed, "1") + item("column: score, relative-to: {ending: fails}", "1")
        + item("column: score", "1") + item(ok, "1", ", tolerance: 9")
        + item(ok, "1", ", stand-in: beads") + item(ok + ", statistic: minimum", "1")
        + item("column: score, relative-to: {ending: ok, value: 0}", "1"), "repeat: 5\n" + sweep)
    #expect(
      found.map(\.verdict) == [
        .notComparable, .notComparable, .unclear, .unclear, .standIn, .unclear, .notComparable,
      ])
    #expect(
      found.map(\.reason) == [
        "no trial succeeded", "no trial succeeded", "10 of 20 trials succeeded",
        "no interval: needs 6 repeats, has 5", "no interval: needs 6 repeats, has 5",
        "no interval: a minimum has no interval; use the median",
        "the figure is not finite; check whether its base, the value of 'relative-to', is 0",
      ])
    #expect(found.map(\.holds) == [false, false, false, false, true, false, false])
    #expect(found[0].measured == nil && found[3].measured == 3 && found[3].count == 5)
  }

  /// Those that have one say nothing about the others, and their repeats form no pairs.
  @Test func trialsWithoutAValueAreNotIgnored() throws {
    let found = try results(
      item("column: score, where: {value: 1}", "4") + item(ratio, "10"),
      "repeat: 12\nsweep: {grid: {value: [1, 10], word: [odd]}}\npublished:\n")
    #expect(found.map(\.verdict) == [.unclear, .unclear])
    #expect(
      found.map(\.reason) == [
        "6 of 12 trials have no value that counts", "12 of 24 trials have no value that counts",
      ])
    #expect(found.map(\.count) == [6, 6] && found[1].interval == nil)
  }

  @Test func claimsAreWrittenAsCSV() throws {
    try withFolder { folder in
      let items =
        item(score, "90", ", machine: abacus, stand-in: beads, note: 'hm, yes'")
        + item(ratio, "8", ", tolerance: 2, measured-by: same-program")
        + item(ratio, "1", ", tolerance: 2, known-difference: so")
      _ = try Runner(plan(base + items)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      #expect(
        try text(folder + "/run/published.csv") == """
          claim,source,machine,measured_by,column,statistic,relative,n,published,measured,low,high,\
          ratio,tolerance,verdict,holds,reason,stand_in,note
          a,b,abacus,same-method,score,median,false,8,90,45,10,80,0.5,1,stand-in,true,,beads,"hm, yes"
          b,b,,same-program,score,median,true,8,8,10,10,10,1.25,2,reproduced,true,,,
          c,b,,same-method,score,median,true,8,1,10,10,10,10,2,not reproduced,true,\
          known to differ: so,,

          """)
    }
  }

  /// Eight trials of each configuration, whose scores are value × repeat. The sign test of eight
  /// numbers leaves out the least and the greatest.
  @Test func mediansHaveIntervals() throws {
    let base = "repeat: 8\nsweep: {grid: {value: [1, 10]}}\npublished:\n"
    let score = "column: score, where: {value: 10}"
    let found = try results(
      item(score, "45") + item(score + ", relative-to: {value: 1}", "10")
        + item(score + ", statistic: minimum", "10"), base)
    #expect(found.map(\.count) == [8, 8, 8])
    #expect(found.map(\.measured) == [45, 10, 10])
    #expect(found.map(\.interval) == [10...80, 10...10, nil])
    #expect(
      try results(item(score, "1"), "repeat: 5\nsweep: {grid: {value: [1, 10]}}\npublished:\n")
        .map(\.interval) == [nil])
  }

  /// The ratios of 16 scores: 1 to 8 of the first value, and 0.5 to 4 of the second. Both values count once.
  @Test func tablesDivideGraphByGraph() throws {
    try withFolder(["p.csv": "\u{FEFF}value,p,q\r\n1,1,\r\n10,20,20"]) { folder in
      let table = "table: {file: \(folder)/p.csv, key: value, column: "
      let found = try results(
        item("column: score, \(table)p}", "1", ", tolerance: 2")
          + item("column: score, \(table)q}", "0.5", ", tolerance: 8")
          + item("column: score, statistic: mean, \(table)p}", "1", ", measured-by: other-program"))
      #expect(found.map(\.count) == [2, 8, 2])
      #expect(found.map(\.measured) == [3.375, 2.25, 49.5 / 21])
      #expect(found.map(\.interval) == [nil, 0.5...4, nil])
      #expect(found.map(\.verdict) == [.unclear, .reproduced, .compared])
      #expect(
        found.map(\.reason) == [
          "no interval: needs 6 graphs, has 2; 0 of 2 values within the tolerance",
          "8 of 8 values within the tolerance",
          "no interval: needs 30 graphs, has 2",
        ])
    }
  }

  /// The configurations of a repeat share its start.
  @Test func aRepeatIsOneObservation() throws {
    let sweep = "sweep: {grid: {value: [1, 2, 3, 4, 5, 6, 7], ending: [ok]}}\npublished:\n"
    let one = try results(item("column: score", "4", ", tolerance: 9"), sweep)
    #expect(one.map(\.count) == [1] && one.map(\.measured) == [4] && one[0].interval == nil)
    #expect(one.map(\.reason) == ["no interval: needs 6 repeats, has 1"])
    let six = try results(item("column: score", "4", ", tolerance: 9"), "repeat: 6\n" + sweep)
    #expect(six.map(\.count) == [6] && six.map(\.interval) == [4...24])
  }

  /// The ratios of each repeat are 1/5, 2/6 and 3/7, but that of the medians of all scores is 6/20.5.
  @Test func theRatioIsTheMedianOfRatios() throws {
    let conditions = "where: {value: [1, 2, 3]}, relative-to: {value: [5, 6, 7]}"
    let found = try results(
      item("column: score, \(conditions)", "1"),
      "repeat: 6\nsweep: {grid: {value: [1, 2, 3, 5, 6, 7], ending: [ok]}}\npublished:\n")
    let third = 2.0 / 6
    #expect(found.map(\.measured) == [third] && found.map(\.interval) == [third...third])
  }

  /// Forty scores 1 to 40, with the published value 20: their mean is 20.5, with the standard error 1.85.
  @Test func meansOfTablesHaveIntervals() throws {
    try withFolder(["p.csv": "value,p\n0,0\n1,20\n"]) { folder in
      let table = "table: {file: \(folder)/p.csv, key: value, column: p}"
      let found = try results(
        item("column: score, where: {value: 1}, statistic: mean, \(table)", "1", ", tolerance: 1.3")
          + item("column: score, where: {value: 0}, \(table)", "1"),
        "repeat: 40\nsweep: {grid: {value: [0, 1], ending: [ok]}}\npublished:\n")
      let interval = try #require(found[0].interval)
      #expect(abs(interval.lowerBound - 0.8381) < 1e-4 && abs(interval.upperBound - 1.2119) < 1e-4)
      #expect(found.map(\.verdict) == [.reproduced, .reproduced])
      // Nothing divided by nothing is as published.
      #expect(found[1].measured == 1)
    }
  }

  @Test func failuresWithoutAPublishedValueDoNotCount() throws {
    try withFolder(["p.csv": "value,p\n1,1\n"]) { folder in
      let found = try results(
        item(
          "column: score, table: {file: \(folder)/p.csv, key: value, column: p}", "4.5",
          ", tolerance: 9"),
        "repeat: 8\nsweep: {zip: {value: [1, 2], ending: [ok, fails]}}\npublished:\n")
      #expect(found.map(\.verdict) == [.reproduced] && found.map(\.count) == [8], "\(found)")
    }
  }

  @Test func aRatioToAPublishedZeroIsNotFinite() throws {
    try withFolder(["p.csv": "value,p\n10,0\n"]) { folder in
      let table = "table: {file: \(folder)/p.csv, key: value, column: p}"
      let found = try results(
        item("column: score, \(table)", "1")
          + item("column: score, statistic: mean, \(table)", "1"))
      #expect(found.map(\.measured) == [.infinity, .infinity])
      #expect(found.map(\.verdict) == [.notComparable, .notComparable])
      #expect(found.allSatisfy { $0.reason.hasSuffix("the value of 'table', is 0") }, "\(found)")
    }
  }

  /// Six of eight ratios are 1, and two are infinite.
  @Test func anIntervalCanEndAtInfinity() throws {
    let values = Array(1...8)
    let rows = values.map { "\($0),\($0 < 7 ? $0 : 0)\n" }.joined()
    try withFolder(["p.csv": "value,p\n" + rows]) { folder in
      let found = try results(
        item("column: score, table: {file: \(folder)/p.csv, key: value, column: p}", "1"),
        "sweep: {grid: {value: \(values), ending: [ok]}}\npublished:\n")
      #expect(found.map(\.measured) == [1] && found.map(\.interval) == [1...(.infinity)])
      #expect(found.map(\.verdict) == [.unclear])
    }
  }

  /// 6 µs for steps of 1, 2 and 3 µs.
  @Test func aTimePerTimeIsARatio() throws {
    let found = try results(item("column: wall_seconds, per: tick_ns_median", "3"))
    #expect(abs(try #require(found[0].measured) - 3) < 1e-9)
  }

  /// One of forty published values is as large as all others.
  @Test func aMeanOfFewValuesHasNoInterval() throws {
    let values = Array(1...40)
    let rows = values.map { "\($0),\($0 == 20 ? 39 : 1)\n" }.joined()
    try withFolder(["p.csv": "value,p\n" + rows]) { folder in
      let found = try results(
        item(
          "column: score, statistic: mean, table: {file: \(folder)/p.csv, key: value, column: p}",
          "1"),
        "sweep: {grid: {value: \(values), ending: [ok]}}\npublished:\n")
      #expect(
        found.map(\.reason) == [
          "no interval: the published values are too unequal for an interval of their mean; use the median"
        ])
    }
  }

  @Test func tablesThatCannotBeReadAreErrors() throws {
    try withFolder([
      "p.csv": "value,p\n2,1\n", "word.csv": "value,p\n1,many\n", "none": "",
      "two.csv": "value,p\n1,2\n10,2\n1,2\n",
    ]) { folder in
      let cases = [
        (
          "file: \(folder)/word.csv, key: value, column: p",
          "word.csv:2:3: 'many' in column p is not a number"
        ),
        (
          "file: \(folder)/two.csv, key: value, column: p",
          "two.csv:4:1: '1' has a second row; keep one"
        ),
        ("file: \(folder)/none, key: value, column: p", "none' is empty"),
        ("file: none.csv, key: value, column: p", "cannot read 'none.csv'"),
        ("file: \(folder)/p.csv, key: value, column: q", "no column 'q'"),
        ("file: \(folder)/p.csv, key: size, column: p", "no sweep has the path 'size'"),
        ("file: \(folder)/p.csv, key: value, column: p", "has no row of these configurations"),
      ]
      for (table, message) in cases {
        let found = try problems(base + item("column: score, table: {\(table)}", "1"))
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
        #expect(!found[0].contains("damaged"))
      }
      let none = try problems(
        base
          + item(
            "column: score, where: {value: 5}, table: {file: \(folder)/p.csv, key: value, column: p}",
            "1"))
      #expect(none.count == 1 && none[0].contains("no configuration meets"), "\(none)")
      let both = try problems(base + item("\(ratio), table: {file: p.csv, column: p}", "1"))
      #expect(both.count == 1, "\(both)")
    }
  }

  @Test func errorsInLimitsDoNotHideErrorsInClaims() throws {
    let yaml = """
      limits: [{name: a, figure: {column: nope}, at-most: 1}]
      published: [{claim: a, source: b, figure: {column: nopp}, value: 1}]
      """
    let found = try problems(yaml)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("e.yaml:3:37: error: configuration 1 has no measure") == true)
    #expect(found.last?.hasPrefix("e.yaml:4:52: error: configuration 1 has no measure") == true)
  }

  /// Who changes the experiment for one run need not change what was published.
  @Test func claimsWithoutRowsAfterAnOverrideAreLeftOut() throws {
    let yaml =
      "value: 1\npublished:\n" + item("column: score, where: {value: 1}", "1")
      + item("column: score", "2")
    let plan = try plan(yaml, set: ["value=2"])
    #expect(
      plan.notes.map(\.description) == [
        "e.yaml:5:58: note: no configuration meets these conditions"
      ])
  }
}
