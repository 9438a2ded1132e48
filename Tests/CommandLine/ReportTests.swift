import Foundation
import Testing

@Suite struct ReportTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Example.swept, to: "e.yaml")
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "run").status == 0)
  }

  @Test func pagesOfAllRunsNamed() throws {
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "other").status == 0)
    let ending = try place.forcelab("report", "run/", "other")
    #expect(ending.status == 0)
    #expect(ending.output == "run/report.html\nother/report.html\n" && ending.error == "")
    for name in ["run", "other"] {
      let page = try place.text(of: "\(name)/report.html")
      #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
      #expect(page.contains("<h1>swept</h1>"))
      #expect(page.contains("<td>kd-tree {theta: 0.5}</td>"))
    }
  }

  @Test func aPageIsTheSameEveryTime() throws {
    #expect(try place.forcelab("report", "run").status == 0)
    let page = try place.text(of: "run/report.html")
    #expect(try place.forcelab("report", "run").status == 0)
    #expect(try place.text(of: "run/report.html") == page)
  }

  @Test func mistakesAreToldAndTheOthersWritten() throws {
    try place.write("no table\n", to: "run/summary.csv")
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "other").status == 0)
    let ending = try place.forcelab("report", "run", "none", "e.yaml", ".", "other")
    #expect(ending.status == 2)
    #expect(
      ending.error == """
        run/summary.csv:1: error: other swept paths than in trials.csv; the file is damaged, take it \
        from a copy or run the experiment again
        none: error: no such folder; name one that `forcelab run` wrote, such as \
        Results/NAME/DATE-TIME
        e.yaml: error: this is a file; name the folder of the run
        .: error: not a run, but 2 runs below it; name one, such as ./run

        """)
    #expect(ending.output == "other/report.html\n")
  }

  @Test func aFolderThatCannotBeWritten() throws {
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("run/report.html"), withIntermediateDirectories: true)
    let ending = try place.forcelab("report", "run")
    #expect(ending.status == 2)
    #expect(ending.error.hasPrefix("run/report.html: error: cannot write: "))
  }
}
