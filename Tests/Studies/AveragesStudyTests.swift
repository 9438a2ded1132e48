import Testing

@Suite struct AveragesStudyTests {
  private func row(_ yaml: String) throws -> [String: String] {
    try run("study: averages\n" + yaml).only()
  }

  @Test func aMetReferenceIsOk() throws {
    let row = try row("values: [1, 2, 6]\nreference: 3")
    #expect(row["status"] == "ok" && row["stop_reason"] == "done" && row["message"] == "")
    #expect(row["count"] == "3" && row["mean"] == "3")
    #expect(row["expected_mean"] == "3" && row["difference"] == "0")
  }

  @Test func aMissedReferenceFails() throws {
    let row = try row("values: [1, 2, 6]\nreference: 4")
    #expect(row["status"] == "failed" && row["difference"] == "-1")
    #expect(row["message"] == "the exact mean is 3, not 4")
  }

  @Test func withoutAReferenceNothingIsChecked() throws {
    let row = try row("values: [1, 2]")
    #expect(row["status"] == "ok" && row["expected_mean"] == "" && row["difference"] == "")
  }

  @Test func meansOfTheLargestNumbersDoNotOverflow() throws {
    let (least, most) = (Int.min, Int.max)
    #expect(try row("values: [\(most), \(most), \(most)]")["mean"] == "\(most)")
    #expect(try row("values: [\(least), \(least)]")["mean"] == "\(least)")
    let row = try row("values: [\(most), \(most)]\nreference: \(least)")
    #expect(row["status"] == "failed" && row["difference"] == "1.8446744073709552e+19")
  }

  @Test func theErrorIsTakenFromTheExactMean() throws {
    #expect(try row("values: [1, 2, 5]\nreference: 3")["error"] == "0.3333333333333333")
    #expect(try row("values: [222, 223]")["error"] == "0.5")
    let most = Int.max
    #expect(
      try row("values: [\(most), \(most), \(most)]\nmethod: rolling")["error"] == "-3")
    #expect(try row("values: []")["error"] == "")
  }

  @Test func theOrderMayBeSwept() throws {
    let run = try run(
      """
      study: averages
      values: [5, -3, 4]
      sweep: {grid: {order: [given, ascending, descending], method: [exact, rolling]}}
      """)
    #expect(run.trials.rows.count == 6)
    let exact = run.trials.rows.filter { $0["method"] == "exact" }
    #expect(Set(exact.map { $0["mean"] }) == ["2"])
  }

  @Test(arguments: [
    ("study: averages", "1:1: error: 'averages' needs 'values': The numbers."),
    (
      "study: averages\nvalues: 3",
      "3:9: error: 'values' must be a list, such as [a, b], found the number 3"
    ),
    (
      "study: averages\nvalues: [1.5]",
      "3:10: error: 'values' must be a whole number, found the number 1.5"
    ),
    (
      "study: averages\nvalues: [9223372036854775808]",
      "3:10: error: 'values' is 9223372036854775808, outside its range: "
        + "-9223372036854775808 to 9223372036854775807"
    ),
    (
      "study: averages\nvalues: [1]\ngraph: ring",
      "4:1: error: unknown key 'graph' in 'experiment'; valid keys: name, summary, folder, study, seed, "
        + "repeat, warm-up, timeout, preset, variants, sweep, limits, chart, published, method, order, "
        + "reference, values"
    ),
  ])
  func errorsInExperimentsHavePlaces(yaml: String, expected: String) throws {
    #expect(try problems(yaml) == ["e.yaml:" + expected])
  }
}
