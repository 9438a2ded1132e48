import ForceLabTestSupport
import Testing

/// `forcelab history`: records in, changes out.
@Suite struct HistoryCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let header =
      "date,commit,processor,cores,load,experiment,kind,name,column,relative,n,measured,low,high\n"
    let rows = (0..<16).map { index in
      "2026-01-\(10 + index)T00:00:00Z,abcdef\(10 + index),CPU,2,0.1,bench,limit,tick,stress,false,5,"
        + "\((index < 8 ? 1 : 2) + Double(index % 3) / 100),,"
    }
    try place.write(header + rows.joined(separator: "\n") + "\n", to: "records/cpu.csv")
    try place.write(header, to: "empty/cpu.csv")
  }

  @Test func aChangeIsNamedAndCanFail() throws {
    let ending = try place.forcelab("history", "records", "--out", "page.html")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(
      ending.output.contains("bench: tick changed at commit abcdef18 of 2026-01-18, 1.99 times."))
    let page = try place.text(of: "page.html")
    #expect(page.contains("id=\"chart-figure-1\"") && page.contains("<td>abcdef18</td>"))
    #expect(page.contains("[0.5,16.5]") && page.contains("13,14,15,16]"))
    #expect(try place.forcelab("history", "records", "--fail-if-changed").status == 1)
    #expect(
      try place.forcelab("history", "records", "--format", "csv").output.contains(
        "bench: tick,stress,16,"))
    let json = try place.forcelab("history", "records", "--format", "json").output
    #expect(
      json.contains("\"records\" : 16\n") && json.contains("\"after / before\" : 1.99009900"),
      "\(json)")
  }

  @Test(arguments: [
    (["nowhere"], "cannot read the folder of records"), (["empty"], "no records; add some with"),
    (["records", "--out", ""], "--out is empty; name a file"),
  ])
  func errors(arguments: [String], message: String) throws {
    let ending = try place.forcelab(["history"] + arguments)
    #expect(ending.status == 2 && ending.error.contains(message), "\(ending.error)")
  }
}
