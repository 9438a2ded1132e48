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

  /// A large negative error is not the best.
  @Test func onlyTheAbsoluteErrorIsRanked() throws {
    #expect(try row("values: [1, 3, 5, 0]")["absolute_error"] == "0.25")
    let columns = try plan("study: averages\nvalues: [1]").columns
    #expect(columns.first { $0.name == "error" }?.better == nil)
    #expect(columns.first { $0.name == "absolute_error" }?.better == .lower)
  }

  @Test func repeatsAreCopies() throws {
    let rows = try run(
      "study: averages\nvalues: [3, 1]\nrepeat: 2\nsweep: {grid: {order: [given, ascending]}}"
    ).trials.column("outcome_hash")
    #expect(rows.count == 4 && Set(rows).count == 2 && !rows.contains(""))
  }
}
