import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ReportTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Example.swept, to: "e.yaml")
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "run").status == 0)
  }

  @Test func writesAPageForEachRun() throws {
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "other").status == 0)
    let ending = try place.forcelab("report", "run/", "other")
    #expect(ending.status == 0)
    #expect(ending.output == "run/report.html\nother/report.html\n" && ending.error == "")
    for name in ["run", "other"] {
      let page = try place.text(of: "\(name)/report.html")
      #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
      #expect(page.contains("<h1>swept</h1>"))
      #expect(page.contains("<th scope=\"row\">kd-tree theta 0.5</th>"))
    }
  }

  @Test func aMissingFileIsNamed() throws {
    _ = try place.shell("rm run/columns.json")
    let ending = try place.forcelab("report", "run")
    #expect(ending.status == 0)
    #expect(ending.error.hasPrefix("run/columns.json: warning: no such file, so it is unknown"))
    #expect(try place.text(of: "run/report.html").contains("columns.json: no such file, so it"))
    for command in [
      ["draw", "run", "1"], ["plot", "run"], ["audit", "run", "--metric", "stress"],
    ] {
      expectRefusal(
        try place.forcelab(command),
        "run/columns.json: error: no such file; restore it, or resume the run")
    }
  }

  @Test func aPageIsTheSameEveryTime() throws {
    #expect(try place.forcelab("report", "run").status == 0)
    let page = try place.text(of: "run/report.html")
    #expect(try place.forcelab("report", "run").status == 0)
    #expect(try place.text(of: "run/report.html") == page)
  }

  @Test func errorsAreReportedAndTheOtherReportsWritten() throws {
    try place.write("no table\n", to: "run/trials.csv")
    try #require(try place.forcelab("run", "e.yaml", "--quiet", "--out", "other").status == 0)
    let ending = try place.forcelab("report", "run", "none", "e.yaml", ".", "other")
    #expect(ending.status == 2)
    #expect(
      ending.error == """
        run/trials.csv:1: error: not a trials.csv: its columns must begin with \
        trial,configuration,repeat,seed and include status,stop_reason
        none: error: no such folder; name one that `forcelab run` wrote, such as \
        Results/NAME/DATE-TIME
        e.yaml: error: this is a file; name the folder of the run
        .: error: not a run, but it contains 2 runs; name one, such as ./run

        """)
    #expect(ending.output == "other/report.html\n")
  }

  @Test func aFolderThatCannotBeWritten() throws {
    let file = place.folder.appendingPathComponent("run/report.html")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let ending = try place.forcelab("report", "run")
    #expect(ending.status == 2)
    #expect(ending.error.hasPrefix("run/report.html: error: cannot write: "))
  }

  @Test func drawingsAreOnThePageAndInFiles() throws {
    let ending = try place.forcelab(
      "run", "e.yaml", "--quiet", "--out", "drawn", "--set", "record={frames: 4}")
    try #require(ending.status == 0)
    let page = try place.text(of: "drawn/report.html")
    #expect(page.contains("<svg class=\"layout\""))
    #expect(page.contains("<a href=\"layouts/1.svg\">trial 1</a>"))
    #expect(page.contains("<script type=\"application/json\" id=\"player-data\">{"))
    for file in ["plots/movement.vl.json", "samples.csv"] {
      #expect(page.contains("<a href=\"\(file)\">\(file)</a>"))
      #expect(place.has("drawn/\(file)"))
    }
    // Without frames, there is nothing to play.
    #expect(try !place.text(of: "run/report.html").contains("id=\"player-data\""))
  }

  @Test func namesOfNodesCannotInjectScripts() throws {
    try place.write(
      """
      {"nodes": [{"id": "</script><script>alert(1)</script>"}, {"id": "<!--<script>"}],
       "links": [{"source": "</script><script>alert(1)</script>", "target": "<!--<script>"}]}

      """, to: "graph.json")
    let graph = "graph={file: {path: graph.json}}"
    let ending = try place.forcelab(
      "run", "e.yaml", "--quiet", "--out", "names", "--set", "record={frames: 4}", "--set", graph)
    try #require(ending.status == 0, "\(ending.error)")
    let page = try place.text(of: "names/report.html")
    #expect(page.contains("\\u003c/script>\\u003cscript>alert(1)"))
    #expect(!page.contains("<script>alert(1)") && !page.contains("<!--<script>"))
  }
}
